import { describe, expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import type { DeliveryDate } from './delivery-date.ts';
import {
  defaultPickupPolicy,
  heldForPresale,
  type PickupDemand,
  pickupSource,
  pickupTime,
  shopIdOf,
} from './pickup-date.ts';

const at = (moment: string) => new Date(`${moment}-06:00`);

describe('ready in the store', () => {
  test.each([
    ['2026-11-23T00:00:00', '2026-11-23', '09:00', 'Disponible hoy'],
    ['2026-11-23T06:59:00', '2026-11-23', '09:00', 'Disponible hoy'],
    ['2026-11-23T07:00:00', '2026-11-23', '09:00', 'Disponible hoy'],
    ['2026-11-23T07:01:00', '2026-11-23', '09:01', 'Disponible hoy'],
    ['2026-11-23T10:17:45', '2026-11-23', '12:17', 'Disponible hoy'],
    ['2026-11-23T16:59:59', '2026-11-23', '18:59', 'Disponible hoy'],
    ['2026-11-23T17:00:00', '2026-11-23', '19:00', 'Disponible hoy'],
    ['2026-11-23T17:00:00.001', '2026-11-24', '10:00', 'Disponible mañana'],
    ['2026-11-23T17:01:00', '2026-11-24', '10:00', 'Disponible mañana'],
    ['2026-11-23T23:59:59', '2026-11-24', '10:00', 'Disponible mañana'],
    ['2026-11-28T18:00:00', '2026-11-29', '10:00', 'Disponible mañana'],
  ])('[DEC-97] ordered %s: %s %s, %s', (now, pickupDate, time, message) => {
    expect(pickupTime('store', at(now))).toEqual({ foundInStore: true, message, pickupDate, pickupTime: time });
  });

  test.each([
    ['2026-11-23T10:00:00', '2026-11-25'],
    ['2026-11-23T23:00:00', '2026-11-25'],
    ['2026-11-27T10:00:00', '2026-11-30'],
    ['2026-12-23T10:00:00', '2026-12-28'],
  ])('[DEC-97] transferred, ordered %s: %s', (now, pickupDate) => {
    const message = 'Disponible en 2 días hábiles';
    expect(pickupTime('warehouse', at(now))).toEqual({ foundInStore: false, message, pickupDate, pickupTime: '10:00' });
  });

  test('times come from the policy', () => {
    const policy = {
      ...defaultPickupPolicy,
      preparationMinutes: 30,
      nextDayAt: 485,
      transferDays: 3,
      holidays: () => false,
    };
    expect(pickupTime('store', at('2026-11-23T18:30:00'), policy).pickupTime).toBe('19:00');
    expect(pickupTime('warehouse', at('2026-12-23T10:00:00'), policy)).toMatchObject({
      pickupDate: '2026-12-26',
      pickupTime: '08:05',
      message: 'Disponible en 3 días hábiles',
    });
  });
});

describe('presale goods', () => {
  const ready = pickupTime('store', at('2026-11-23T10:00:00'));
  const soon: DeliveryDate = { kind: 'date', date: civilDate('2026-11-24') };
  const presale = (day: string): DeliveryDate => ({ kind: 'presale', date: civilDate(day) });

  test('[DEC-97] [CAT-21] wait for the last day of a presale', () => {
    expect(heldForPresale(ready, [presale('2026-12-09'), soon, presale('2026-12-10')])).toEqual({
      foundInStore: false,
      message: 'Disponible a partir del 10 de diciembre de 2026',
      pickupDate: '2026-12-10',
      pickupTime: '10:00',
    });
  });

  test('[DIF-39] [CAT-21] have no day while none is known', () => {
    expect(heldForPresale(ready, [{ kind: 'presaleUnknown' }, presale('2026-12-10')])).toEqual({
      foundInStore: false,
      message: 'Próximamente',
      pickupDate: null,
      pickupTime: null,
    });
  });

  test.each<[string, DeliveryDate[]]>([
    ['a presale of today', [presale('2026-11-23')]],
    ['no presale', [soon]],
    ['nothing', []],
  ])('[DEC-97] %s changes nothing', (_, dates) => {
    expect(heldForPresale(ready, dates)).toBe(ready);
  });

  test('[DEC-97] the hour comes from the policy', () => {
    const policy = { ...defaultPickupPolicy, nextDayAt: 8 * 60 + 30 };
    expect(heldForPresale(ready, [presale('2026-12-10')], policy).pickupTime).toBe('08:30');
  });
});

describe('source', () => {
  const demand = (different: Partial<PickupDemand> = {}): PickupDemand => ({
    inStore: 2,
    inWarehouse: 3,
    quantity: 2,
    isThirdParty: false,
    isDropshipping: false,
    ...different,
  });

  test.each<[string, PickupDemand[], string | null]>([
    ['just enough in the store', [demand()], 'store'],
    ['one more', [demand({ quantity: 3 })], 'warehouse'],
    ['all of both', [demand({ quantity: 5 })], 'warehouse'],
    ['more than both', [demand({ quantity: 6 })], null],
    ['one item of two transferred', [demand(), demand({ inStore: 0 })], 'warehouse'],
    ['one item of two missing', [demand(), demand({ inStore: 0, inWarehouse: 0 })], null],
    ['third party', [demand({ isThirdParty: true })], null],
    ['dropshipping', [demand({ isDropshipping: true })], null],
    ['nothing to serve', [], 'store'],
  ])('[DEC-97] [DEL-25] %s', (_, demands, expected) => {
    expect(pickupSource(demands)).toBe(expected);
  });

  test('[DEC-98] [CONST-43] shop ids', () => {
    expect([shopIdOf('tienda'), shopIdOf('bodega')]).toEqual([1, 2]);
  });
});

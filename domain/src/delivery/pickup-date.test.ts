import { describe, expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import type { DeliveryDate } from './delivery-date.ts';
import {
  type PickupDemand,
  type PickupTime,
  pickupSource,
  pickupTime,
  shopIdOf,
  withPresaleDate,
} from './pickup-date.ts';
import type { OpeningHours, StoreTimes } from './store-hours.ts';

const timesOf = (hours: readonly OpeningHours[]): StoreTimes => ({ hours, exceptions: [] });

const at = (moment: string) => new Date(`${moment}-06:00`);

describe('pickup time in the store', () => {
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
  ])('[DEC-97] an order of %s: %s %s, %s', (now, pickupDate, time, message) => {
    expect(pickupTime('store', timesOf([]), at(now), defaultShopPolicy)).toEqual({
      foundInStore: true,
      message,
      pickupDate,
      pickupTime: time,
    });
  });

  test.each([
    ['2026-11-23T10:00:00', '2026-11-25'],
    ['2026-11-23T23:00:00', '2026-11-25'],
    ['2026-11-27T10:00:00', '2026-11-30'],
    ['2026-12-23T10:00:00', '2026-12-28'],
  ])('[DEC-97] an order with a transfer, at %s: %s', (now, pickupDate) => {
    const message = 'Disponible en 2 días hábiles';
    expect(pickupTime('warehouse', timesOf([]), at(now), defaultShopPolicy)).toEqual({
      foundInStore: false,
      message,
      pickupDate,
      pickupTime: '10:00',
    });
  });

  test('hours come from the policy', () => {
    const policy = {
      ...defaultShopPolicy,
      pickupPreparationMinutes: 30,
      pickupNextDayAt: 665,
      transferDays: 3,
      extraHolidays: [civilDate('2026-11-25')],
    };
    expect(pickupTime('store', timesOf([]), at('2026-11-23T18:30:00'), policy)?.pickupTime).toBe('19:00');
    expect(pickupTime('warehouse', timesOf([]), at('2026-11-23T10:00:00'), policy)).toMatchObject({
      pickupDate: '2026-11-27',
      pickupTime: '11:05',
      message: 'Disponible en 3 días hábiles',
    });
  });
});

/** Monday to Friday 10 to 20, Saturday 9 to 18, closed on Sunday. */
const weekHours: OpeningHours[] = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], opens: '10:00', closes: '20:00' },
  { days: ['sat'], opens: '09:00', closes: '18:00' },
];

describe('store hours', () => {
  test.each([
    ['before opening', '2026-11-27T07:59:00', '2026-11-27', '10:00', 'Disponible hoy'],
    ['ready half a minute before opening', '2026-11-27T07:59:30', '2026-11-27', '10:00', 'Disponible hoy'],
    ['ready at opening', '2026-11-27T08:00:00', '2026-11-27', '10:00', 'Disponible hoy'],
    ['ready after opening', '2026-11-27T08:01:00', '2026-11-27', '10:01', 'Disponible hoy'],
    [
      'before the shop’s closing, though the store closes later',
      '2026-11-27T16:59:00',
      '2026-11-27',
      '18:59',
      'Disponible hoy',
    ],
    ['at the shop’s closing', '2026-11-27T17:00:00', '2026-11-27', '19:00', 'Disponible hoy'],
    ['after it', '2026-11-27T17:00:01', '2026-11-28', '10:00', 'Disponible mañana'],
    ['Saturday, before closing', '2026-11-28T15:59:59', '2026-11-28', '17:59', 'Disponible hoy'],
    ['Saturday, at closing', '2026-11-28T16:00:00', '2026-11-28', '18:00', 'Disponible hoy'],
    [
      'Saturday, after closing: Sunday is closed',
      '2026-11-28T16:00:01',
      '2026-11-30',
      '10:00',
      'Disponible el lunes 30 de noviembre',
    ],
    ['on the closed Sunday', '2026-11-29T09:00:00', '2026-11-30', '10:00', 'Disponible mañana'],
    [
      'the evening before a holiday',
      '2026-10-19T17:01:00',
      '2026-10-21',
      '10:00',
      'Disponible el miércoles 21 de octubre',
    ],
    ['on a holiday', '2026-10-20T11:00:00', '2026-10-21', '10:00', 'Disponible mañana'],
    ['before Holy Week’s days', '2026-04-01T17:01:00', '2026-04-06', '10:00', 'Disponible el lunes 6 de abril'],
  ])('[DEC-97] [DEC-197] %s', (_, now, pickupDate, time, message) => {
    const expected = { foundInStore: true, message, pickupDate, pickupTime: time };
    expect(pickupTime('store', timesOf(weekHours), at(now), defaultShopPolicy)).toEqual(expected);
  });

  test.each([
    ['arrives on an open day', '2026-11-26T10:00:00', '2026-11-28', '10:00', 'Disponible en 2 días hábiles'],
    [
      'arrives on the closed Saturday',
      '2026-11-26T10:00:00',
      '2026-11-30',
      '11:30',
      'Disponible el lunes 30 de noviembre',
    ],
  ])('[DEC-97] [DEC-197] an order with items from the warehouse %s', (name, now, pickupDate, time, message) => {
    const lateWeek: OpeningHours[] = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], opens: '11:30', closes: '19:00' }];
    const hours = name.includes('closed') ? lateWeek : weekHours;
    const expected = { foundInStore: false, message, pickupDate, pickupTime: time };
    expect(pickupTime('warehouse', timesOf(hours), at(now), defaultShopPolicy)).toEqual(expected);
  });

  test('[DEC-197] a store that closes before the usual hour hands out orders from its opening', () => {
    const early: OpeningHours[] = [{ days: ['tue'], opens: '09:15', closes: '09:45' }];
    const expected = { pickupDate: '2026-11-24', pickupTime: '09:15', message: 'Disponible mañana' };
    expect(pickupTime('store', timesOf(early), at('2026-11-23T12:00:00'), defaultShopPolicy)).toMatchObject(expected);
  });

  test('[DEC-197] a store that never opens gives no pickup time', () => {
    const never: OpeningHours[] = [{ days: [], opens: '09:00', closes: '19:00' }];
    expect(pickupTime('store', timesOf(never), at('2026-11-23T12:00:00'), defaultShopPolicy)).toBeNull();
    expect(pickupTime('warehouse', timesOf(never), at('2026-11-23T12:00:00'), defaultShopPolicy)).toBeNull();
  });

  test('[CAT-21] [DEC-197] a presale that arrives on a closed day waits for the next open day', () => {
    const ready: PickupTime = {
      foundInStore: true,
      message: 'Disponible hoy',
      pickupDate: civilDate('2026-11-23'),
      pickupTime: '12:00',
    };
    expect(
      withPresaleDate(
        ready,
        [{ kind: 'presale', date: civilDate('2026-12-13') }],
        timesOf(weekHours),
        defaultShopPolicy,
      ),
    ).toEqual({
      foundInStore: false,
      message: 'Disponible a partir del 14 de diciembre de 2026',
      pickupDate: '2026-12-14',
      pickupTime: '10:00',
    });
  });
});

describe('presale goods', () => {
  const ready: PickupTime = {
    foundInStore: true,
    message: 'Disponible hoy',
    pickupDate: civilDate('2026-11-23'),
    pickupTime: '12:00',
  };
  const soon: DeliveryDate = { kind: 'date', date: civilDate('2026-11-24') };
  const presale = (day: string): DeliveryDate => ({ kind: 'presale', date: civilDate(day) });

  test('[DEC-97] [CAT-21] several presales wait for the latest day', () => {
    expect(
      withPresaleDate(ready, [presale('2026-12-09'), soon, presale('2026-12-10')], timesOf([]), defaultShopPolicy),
    ).toEqual({
      foundInStore: false,
      message: 'Disponible a partir del 10 de diciembre de 2026',
      pickupDate: '2026-12-10',
      pickupTime: '10:00',
    });
  });

  test('[DIF-39] [CAT-21] goods have no pickup day while the presale’s day is unknown', () => {
    expect(
      withPresaleDate(ready, [{ kind: 'presaleUnknown' }, presale('2026-12-10')], timesOf([]), defaultShopPolicy),
    ).toEqual({
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
  ])('[DEC-97] %s does not change the pickup', (_, dates) => {
    expect(withPresaleDate(ready, dates, timesOf([]), defaultShopPolicy)).toBe(ready);
  });

  test('[DEC-97] the hour comes from the policy', () => {
    const policy = { ...defaultShopPolicy, pickupNextDayAt: 11 * 60 + 30 };
    expect(withPresaleDate(ready, [presale('2026-12-10')], timesOf([]), policy).pickupTime).toBe('11:30');
  });
});

describe('source', () => {
  interface Units {
    inStore?: number;
    inWarehouse?: number;
    display?: number;
  }
  const demand = ({
    inStore = 2,
    inWarehouse = 3,
    display = 0,
    ...different
  }: Units & Partial<PickupDemand> = {}): PickupDemand => ({
    levels: [
      { storeCode: 'MAX', isWarehouse: false, quantity: inStore, displayUnits: display },
      { storeCode: 'BODEGA', isWarehouse: true, quantity: inWarehouse, displayUnits: 0 },
      { storeCode: 'XELA', isWarehouse: false, quantity: 9, displayUnits: 0 },
    ],
    quantity: 2,
    isThirdParty: false,
    isDropshipping: false,
    ...different,
  });

  test.each<[string, PickupDemand[], string | null]>([
    ['as many units as the store has', [demand()], 'store'],
    ['one unit more than the store has', [demand({ quantity: 3 })], 'warehouse'],
    ['all units of store and warehouse', [demand({ quantity: 5 })], 'warehouse'],
    ['more units than store and warehouse have', [demand({ quantity: 6 })], null],
    ['one of two items from the warehouse', [demand(), demand({ inStore: 0 })], 'warehouse'],
    ['one of two items missing', [demand(), demand({ inStore: 0, inWarehouse: 0 })], null],
    ['third party', [demand({ isThirdParty: true })], null],
    ['dropshipping', [demand({ isDropshipping: true })], null],
    ['a display piece among the two', [demand({ display: 1 })], 'warehouse'],
    ['a display piece, and too little in the warehouse', [demand({ display: 1, inWarehouse: 0 })], null],
    ['more display pieces than units', [demand({ display: 5, inWarehouse: 2 })], 'warehouse'],
    ['nothing to serve', [], 'store'],
  ])('[DEC-97] [DEL-25] where a store gets the items from: %s', (_, demands, expected) => {
    expect(pickupSource(demands, 'MAX')).toBe(expected);
  });

  test('[DEL-28] [DEC-98] [CONST-43] a store has the shop id 1, the warehouse 2', () => {
    expect([shopIdOf('tienda'), shopIdOf('bodega')]).toEqual([1, 2]);
  });
});

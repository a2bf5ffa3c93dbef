import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, civilDate, guatemalaDate, guatemalaMoment } from '../dates/civil-date.ts';
import { isBusinessDay } from '../dates/holidays.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import {
  type DeliveryDate,
  type DeliveryItem,
  dayOfDelivery,
  deliveryDate,
  deliveryText,
  shipmentDate,
} from './delivery-date.ts';

const item = (different: Partial<DeliveryItem> = {}): DeliveryItem => ({
  isDigital: false,
  presale: null,
  isDropshipping: false,
  sellerLeadDays: 0,
  ...different,
});

const at = (moment: string) => new Date(`${moment}-06:00`);
const guatemala = 485;
const peten = 501;

describe('delivery date', () => {
  // 23 November 2026 is a Monday.
  test.each<[string, string, Partial<DeliveryItem>, number, string]>([
    ['before the cutoff', '2026-11-23T14:59:59', {}, guatemala, '2026-11-24'],
    ['at the cutoff', '2026-11-23T15:00:00', {}, guatemala, '2026-11-25'],
    ['just after midnight', '2026-11-24T00:00:00', {}, guatemala, '2026-11-25'],
    ['just before midnight', '2026-11-23T23:59:59', {}, guatemala, '2026-11-25'],
    ['elsewhere, before', '2026-11-23T14:59:59', {}, peten, '2026-11-26'],
    ['elsewhere, after', '2026-11-23T15:00:00', {}, peten, '2026-11-27'],
    ['Friday before', '2026-11-27T10:00:00', {}, guatemala, '2026-11-28'],
    ['Friday after', '2026-11-27T16:00:00', {}, guatemala, '2026-11-30'],
    ['Saturday before', '2026-11-28T10:00:00', {}, guatemala, '2026-11-30'],
    ['Sunday before', '2026-11-29T10:00:00', {}, guatemala, '2026-11-30'],
    ['Sunday after', '2026-11-29T15:00:00', {}, guatemala, '2026-12-01'],
    ['over Christmas', '2026-12-23T10:00:00', {}, guatemala, '2026-12-26'],
    ['over Holy Week', '2026-04-01T10:00:00', {}, guatemala, '2026-04-06'],
    ['over New Year', '2026-12-30T10:00:00', {}, guatemala, '2027-01-02'],
    ['dropshipping', '2026-11-23T10:00:00', { isDropshipping: true }, guatemala, '2026-11-30'],
    ['third party', '2026-11-23T10:00:00', { sellerLeadDays: 3 }, guatemala, '2026-11-27'],
    ['both', '2026-11-23T10:00:00', { isDropshipping: true, sellerLeadDays: 3 }, guatemala, '2026-12-03'],
    [
      'a presale whose day has passed',
      '2026-11-23T10:00:00',
      { presale: { deliveryDate: civilDate('2026-11-22') } },
      guatemala,
      '2026-11-24',
    ],
  ])('[DEC-96] %s', (_, now, different, region, expected) => {
    expect(deliveryDate(item(different), region, at(now), defaultShopPolicy)).toEqual({ kind: 'date', date: expected });
  });

  test.each<[string, Partial<DeliveryItem>, DeliveryDate]>([
    [
      'digital',
      { isDigital: true, presale: { deliveryDate: null } },
      { kind: 'sameDay', date: civilDate('2026-11-23') },
    ],
    [
      'presale',
      { presale: { deliveryDate: civilDate('2027-01-05') } },
      { kind: 'presale', date: civilDate('2027-01-05') },
    ],
    [
      'presale of today',
      { presale: { deliveryDate: civilDate('2026-11-23') } },
      { kind: 'presale', date: civilDate('2026-11-23') },
    ],
    ['presale without a day', { presale: { deliveryDate: null } }, { kind: 'presaleUnknown' }],
  ])('[DEC-96] [CAT-21] %s', (_, different, expected) => {
    expect(deliveryDate(item(different), guatemala, at('2026-11-23T16:00:00'), defaultShopPolicy)).toEqual(expected);
  });

  test('days come from the policy', () => {
    const policy = {
      ...defaultShopPolicy,
      deliveryCutoffHour: 9,
      homeRegionDays: 2,
      otherRegionDays: 4,
      dropshippingDays: 1,
      extraHolidays: [civilDate('2026-11-25')],
    };
    const now = at('2026-11-23T09:00:00');
    const dates = [
      deliveryDate(item(), peten, now, policy),
      deliveryDate(item({ isDropshipping: true }), guatemala, now, policy),
    ];
    expect(dates.map(dayOfDelivery)).toEqual(['2026-11-30', '2026-11-28']);
  });

  test('[DEC-96] the date is a business day after today, never earlier elsewhere or at a later hour', () => {
    const moments = fc
      .integer({ min: 0, max: 5 * 366 * 24 * 60 })
      .map((minutes) => new Date(Date.UTC(2026, 0, 1, 0, minutes)));
    fc.assert(
      fc.property(moments, fc.boolean(), fc.integer({ min: 0, max: 10 }), (now, isDropshipping, sellerLeadDays) => {
        const parcel = item({ isDropshipping, sellerLeadDays });
        const home = dayOfDelivery(deliveryDate(parcel, guatemala, now, defaultShopPolicy)) ?? '';
        const away = dayOfDelivery(deliveryDate(parcel, peten, now, defaultShopPolicy)) ?? '';
        // After midnight the date may become earlier: an order on Saturday evening arrives on Tuesday, an order on
        // Sunday morning on Monday.
        const lateToday = guatemalaMoment(guatemalaDate(now), 23);
        const later = dayOfDelivery(deliveryDate(parcel, guatemala, lateToday, defaultShopPolicy)) ?? '';
        expect(home > guatemalaDate(now) && away > home && later >= home).toBe(true);
        expect(isBusinessDay(civilDate(home))).toBe(true);
      }),
    );
  });
});

describe('shipments', () => {
  const early: DeliveryDate = { kind: 'date', date: civilDate('2026-11-24') };
  const late: DeliveryDate = { kind: 'presale', date: civilDate('2026-12-24') };
  const unknown: DeliveryDate = { kind: 'presaleUnknown' };

  test('[DEC-99] a shipment waits for its last item', () => {
    expect(shipmentDate([early, late])).toBe(late);
    expect(shipmentDate([late, early])).toBe(late);
    expect(shipmentDate([early, { ...early }])).toBe(early);
    expect(shipmentDate([early, unknown, late])).toBe(unknown);
    expect(shipmentDate([])).toBeNull();
    expect(dayOfDelivery(unknown)).toBeNull();
  });

  test.each<[DeliveryDate | null, string]>([
    [early, 'martes 24 de noviembre'],
    [late, 'Disponible a partir del 24 de diciembre de 2026'],
    [unknown, 'Próximamente'],
    [{ kind: 'sameDay', date: civilDate('2026-11-24') }, 'Hoy mismo'],
    [null, 'Fecha por estimar'],
  ])('[DEL-31] [DIF-39] [APP-29] [APP-30] the date %j shows as %s', (date, expected) => {
    expect(deliveryText(date)).toBe(expected);
  });

  test('the last of several dates decides', () => {
    const dates = fc.array(
      fc.integer({ min: 0, max: 60 }).map((days) => addDays(civilDate('2026-11-24'), days)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(dates, (days) => {
        const last = shipmentDate(days.map((date) => ({ kind: 'date', date })));
        expect(last === null ? null : dayOfDelivery(last)).toBe([...days].sort().at(-1));
      }),
    );
  });
});

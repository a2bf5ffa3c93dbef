import { describe, expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { holidaysOf } from '../dates/holidays.ts';
import type { StoreCalendar } from '../delivery/store-hours.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import type { ShipmentState } from './shipment.ts';
import { afterOpenMinutes, shipmentDue } from './shipment-limits.ts';

const week = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
/** Open from nine to six on weekdays. It has no hours for holidays. */
const store: StoreCalendar = {
  hours: [{ days: week, opens: '09:00', closes: '18:00' }],
  exceptions: [],
  bounds: { opens: 0, closes: 1_440 },
  holidays: holidaysOf(defaultShopPolicy),
};
const at = (text: string): Date => new Date(`${text}:00-06:00`);

describe('[WORK-04] open hours', () => {
  test.each([
    ['inside a day', '2026-11-24T10:00', 240, '2026-11-24T14:00'],
    ['until the minute of closing', '2026-11-24T14:00', 240, '2026-11-24T18:00'],
    ['a minute longer continues the next morning', '2026-11-24T14:00', 241, '2026-11-25T09:01'],
    ['from a moment before the opening', '2026-11-24T05:00', 240, '2026-11-24T13:00'],
    ['from a moment after the closing', '2026-11-24T20:00', 240, '2026-11-25T13:00'],
    ['over a weekend', '2026-11-27T17:00', 120, '2026-11-30T10:00'],
    ['over Christmas', '2026-12-23T17:00', 120, '2026-12-28T10:00'],
  ])('%s', (_name, from, minutes, until) => {
    expect(afterOpenMinutes(store, at(from), minutes)).toEqual(at(until));
  });

  test('a place that never opens has no limit', () => {
    expect(
      afterOpenMinutes({ ...store, hours: [{ days: [], opens: '09:00', closes: '10:00' }] }, at('2026-11-24T10:00'), 1),
    ).toBeNull();
  });
});

test.each<[ShipmentState, string | null]>([
  ['waiting', null],
  ['ready', '2026-11-25T14:00'],
  ['picking', '2026-11-25T18:00'],
  ['packed', '2026-11-30T00:00'],
  ['sent', '2026-12-01T00:00'],
  ['at_store', '2026-12-02T10:00'],
  ['undelivered', '2026-11-28T10:00'],
  ['delivered', null],
  ['canceled', null],
])('[WORK-04] the limit of a shipment %s since ten on a Wednesday, promised for Monday', (state, until) => {
  const shipment = { state, since: at('2026-11-25T10:00'), promisedOn: civilDate('2026-11-30') };
  expect(shipmentDue(shipment, defaultShopPolicy, store)).toEqual(until === null ? null : at(until));
});

test('[WORK-04] an order that is prepared after closing is due on the next day', () => {
  const shipment = { state: 'picking' as const, since: at('2026-11-25T18:00'), promisedOn: null };
  expect(shipmentDue(shipment, defaultShopPolicy, store)).toEqual(at('2026-11-26T18:00'));
  expect(shipmentDue({ ...shipment, state: 'packed' }, defaultShopPolicy, store)).toBeNull();
});

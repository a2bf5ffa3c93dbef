import { expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { isHoliday } from '../dates/holidays.ts';
import { firstOpenDay, firstOpenMinute, type OpeningHours, openWindows, type StoreCalendar } from './store-hours.ts';

const store = (hours: OpeningHours[]): StoreCalendar => ({
  hours,
  exceptions: [],
  bounds: { opens: 9 * 60, closes: 19 * 60 },
  holidays: isHoliday,
});
const twice = store([
  { days: ['mon'], opens: '14:00', closes: '18:00' },
  { days: ['mon'], opens: '08:30', closes: '12:30' },
  { days: ['tue'], opens: '19:00', closes: '22:00' },
  { days: ['holiday'], opens: '10:00', closes: '13:00' },
]);
const monday = civilDate('2026-11-23');

test('[DEC-197] a day has the windows of its weekday, within the shop’s hours, earliest first', () => {
  expect(openWindows(twice, monday)).toEqual([
    { opens: 540, closes: 750 },
    { opens: 840, closes: 1_080 },
  ]);
  expect(openWindows(twice, civilDate('2026-11-24'))).toEqual([]);
  expect(openWindows(twice, civilDate('2026-11-25'))).toEqual([]);
});

test('[DEC-197] on a holiday only the hours for holidays apply', () => {
  expect(openWindows(twice, civilDate('2027-11-01'))).toEqual([{ opens: 600, closes: 780 }]);
  expect(openWindows(store([{ days: ['mon'], opens: '09:00', closes: '19:00' }]), civilDate('2027-11-01'))).toEqual([]);
});

test('[DEC-97] a store with unknown hours uses the shop’s hours on every day except holidays', () => {
  const bounds = [{ opens: 540, closes: 1_140 }];
  expect(openWindows(store([]), civilDate('2026-11-29'))).toEqual(bounds);
  expect(openWindows(store([]), civilDate('2026-12-25'))).toEqual([]);
});

test.each([
  [749, 749],
  [750, 750],
  [751, 840],
  [839, 840],
  [1_080, 1_080],
  [1_081, null],
  [0, 540],
])('[DEC-197] from minute %d on the store opens next at %s', (minute, expected) => {
  expect(firstOpenMinute(twice, monday, minute)).toBe(expected);
});

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-24', '2026-11-30'],
  ['2026-12-22', '2026-12-24'],
])('[DEC-197] from %s on the next open day is %s', (date, expected) => {
  expect(firstOpenDay(twice, civilDate(date))).toBe(expected);
});

const christmas = [
  { date: civilDate('2026-12-24'), opens: '10:00', closes: '13:00', reason: 'Nochebuena' },
  { date: civilDate('2026-12-26'), opens: null, closes: null, reason: 'Inventario' },
  { date: civilDate('2026-12-25'), opens: '08:00', closes: '22:00', reason: 'Venta de Navidad' },
];

test.each([
  ['2026-12-23', [{ opens: 540, closes: 1_140 }]],
  ['2026-12-24', [{ opens: 600, closes: 780 }]],
  ['2026-12-25', [{ opens: 540, closes: 1_140 }]],
  ['2026-12-26', []],
  ['2026-12-27', [{ opens: 540, closes: 1_140 }]],
])('[PROD-28] a dated exception has priority over weekday hours and holidays: %s', (date, windows) => {
  expect(openWindows({ ...store([]), exceptions: christmas }, civilDate(date))).toEqual(windows);
});

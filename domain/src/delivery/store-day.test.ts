import { expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { clockWords, exceptionTable, momentWords, openingText, storeDay, todayText, weekTable } from './store-day.ts';
import type { OpeningHours, StoreTimes } from './store-hours.ts';

const hours: OpeningHours[] = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], opens: '14:00', closes: '20:30' },
  { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], opens: '08:00', closes: '13:00' },
];

const timesOf = (hours: readonly OpeningHours[]): StoreTimes => ({ hours, exceptions: [] });

/** A Tuesday at this time in Guatemala. */
const at = (clock: string, day = '2026-11-24') => new Date(`${day}T${clock}-06:00`);

test.each([
  ['00:00', false, '08:00'],
  ['07:59', false, '08:00'],
  ['08:00', true, '13:00'],
  ['12:59', true, '13:00'],
  ['13:00', false, '14:00'],
  ['20:29', true, '20:30'],
  ['20:30', false, '24:00'],
  ['23:59', false, '24:00'],
])('at %s a store that opens twice a day is open: %s, and that changes at %s', (clock, isOpen, until) => {
  const day = storeDay(timesOf(hours), at(clock), defaultShopPolicy);
  expect([day.isOpen, day.changesAt]).toEqual([isOpen, new Date(at('00:00').getTime() + minutes(until) * 60_000)]);
  expect(todayText(day)).toBe('Hoy abre de 08:00 a 13:00 y 14:00 a 20:30');
});

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

test.each([
  ['07:59', '2026-11-24', false, 'Cerrado. Abre hoy a las 8:00'],
  ['08:00', '2026-11-24', true, 'Abierto hasta las 13:00'],
  ['13:30', '2026-11-24', false, 'Cerrado. Abre hoy a las 14:00'],
  ['20:30', '2026-11-24', false, 'Cerrado. Abre mañana a las 8:00'],
  ['13:00', '2026-11-28', false, 'Cerrado. Abre el lunes 30 de noviembre a las 8:00'],
] as const)('[LIVE-02] at %s on %s a store shows whether it is open: %s', (clock, day, isOpen, text) => {
  expect(openingText(timesOf(hours), at(clock, day), defaultShopPolicy)).toEqual({ isOpen, text });
});

test('[LIVE-02] opening texts until midnight, from one in the morning, on holidays, and without hours', () => {
  const timesFrom = (opens: string, closes: string) => timesOf([{ days: ['tue'], opens, closes }]);
  const textAt = (store: StoreTimes, clock: string, policy = defaultShopPolicy) =>
    openingText(store, at(clock), policy).text;
  expect(textAt(timesFrom('09:00', '24:00'), '23:00')).toBe('Abierto hasta medianoche');
  expect(textAt(timesFrom('01:30', '24:00'), '00:10')).toBe('Cerrado. Abre hoy a la 1:30');
  const policy = { ...defaultShopPolicy, extraHolidays: [civilDate('2026-11-24')] };
  expect(textAt(timesOf(hours), '10:00', policy)).toBe('Hoy es feriado: llámanos antes de venir');
  const exceptions = [{ date: '2026-11-24', opens: null, closes: null, reason: 'Inventario' }];
  expect(textAt({ hours, exceptions }, '10:00', policy)).toBe('Cerrado. Abre mañana a las 8:00');
  expect(textAt(timesOf([{ days: [], opens: '09:00', closes: '10:00' }]), '10:00')).toBe('Cerrado');
});

test('[LIVE-02] formats the moment at which something is ready', () => {
  const today = civilDate('2026-11-24');
  expect(clockWords('13:30')).toBe('las 13:30');
  expect(momentWords(today, '12:00', today)).toBe('hoy a las 12:00');
  expect(momentWords(civilDate('2026-11-25'), '09:05', today)).toBe('mañana a las 9:05');
  expect(momentWords(civilDate('2026-11-30'), '13:00', today)).toBe('el lunes 30 de noviembre a las 13:00');
});

test('the store day of a closed day, a holiday, and a holiday that an operator added', () => {
  const sunday = storeDay(timesOf(hours), at('10:00', '2026-11-29'), defaultShopPolicy);
  expect([sunday.windows, todayText(sunday)]).toEqual([[], 'Hoy está cerrada']);
  const extraHolidays = [civilDate('2026-11-24')];
  const holiday = storeDay(timesOf(hours), at('10:00'), { ...defaultShopPolicy, extraHolidays });
  expect([holiday.isOpen, todayText(holiday)]).toEqual([false, 'Hoy es feriado: llámanos antes de venir']);
  const known = [...hours, { days: ['holiday' as const], opens: '10:00', closes: '12:00' }];
  const open = storeDay(timesOf(known), at('10:00'), { ...defaultShopPolicy, extraHolidays });
  expect([open.isOpen, todayText(open)]).toEqual([true, 'Hoy abre de 10:00 a 12:00']);
});

test('a store without its own hours uses the shop’s hours, as an operator set them', () => {
  const policy = { ...defaultShopPolicy, pickupOpensAt: 600, pickupClosesAt: 1_005 };
  expect(storeDay(timesOf([]), at('11:00'), policy).windows).toEqual([{ opens: '10:00', closes: '16:45' }]);
});

test('days with the same hours share a line', () => {
  expect(weekTable(hours)).toEqual([
    { days: 'Lunes a viernes', text: '08:00 a 13:00 y 14:00 a 20:30' },
    { days: 'Sábado', text: '08:00 a 13:00' },
    { days: 'Domingo', text: 'Cerrado' },
  ]);
  const always: OpeningHours = {
    days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'holiday'],
    opens: '09:00',
    closes: '24:00',
  };
  expect(weekTable([always])).toEqual([
    { days: 'Todos los días', text: '09:00 a 24:00' },
    { days: 'Feriados', text: '09:00 a 24:00' },
  ]);
});

test('[PROD-28] a day with special hours shows them with their reason, also on a holiday', () => {
  const closed = { date: civilDate('2026-11-24'), opens: null, closes: null, reason: 'Inventario' };
  const day = storeDay({ hours, exceptions: [closed] }, at('10:00'), defaultShopPolicy);
  expect([day.isOpen, todayText(day)]).toEqual([false, 'Hoy está cerrada (Inventario)']);
  const short = { ...closed, opens: '09:00', closes: '11:00', reason: 'Asueto' };
  const policy = { ...defaultShopPolicy, extraHolidays: [civilDate('2026-11-24')] };
  const open = storeDay({ hours, exceptions: [short] }, at('10:00'), policy);
  expect([open.isOpen, open.isHoliday, todayText(open)]).toEqual([true, false, 'Hoy abre de 09:00 a 11:00 (Asueto)']);
});

test.each([
  ['2026-11-23', false],
  ['2026-11-24', true],
  ['2027-01-08', true],
  ['2027-01-09', false],
])('[PROD-28] special hours are announced from 45 days before until their day: %s', (date, isAnnounced) => {
  const exception = { date: civilDate(date), opens: '09:00', closes: '13:00', reason: 'Inventario' };
  const texts = exceptionTable([exception], civilDate('2026-11-24')).map(({ text }) => text);
  expect(texts).toEqual(isAnnounced ? ['09:00 a 13:00'] : []);
});

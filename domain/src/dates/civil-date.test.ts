import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addYears,
  civilDate,
  civilParts,
  daysBetween,
  guatemalaDate,
  guatemalaMoment,
  guatemalaTime,
  parseCivilDate,
  weekday,
} from './civil-date.ts';

const anyDate = fc.integer({ min: -200_000, max: 200_000 }).map((days) => addDays(civilDate('2026-11-21'), days));

describe('calendar days', () => {
  test.each(['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(parseCivilDate(text)).toEqual({ ok: true, value: text });
  });

  test.each([
    '',
    '2026-11-31',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '21/11/2026',
    '2026-11-21T00:00:00Z',
    'x2026-11-21',
    '2026-11-21x',
    '0000-01-01',
  ])('refuses %j', (text) => {
    expect(parseCivilDate(text)).toEqual({ ok: false, error: { code: 'invalid_date' } });
    expect(() => civilDate(text)).toThrow(`not a calendar day: ${text}`);
  });

  test.each([
    ['2026-11-21T05:59:59.999Z', '2026-11-20', 23, 59],
    ['2026-11-21T06:00:00Z', '2026-11-21', 0, 0],
    ['2026-11-21T15:07:30-06:00', '2026-11-21', 15, 7],
    ['2026-07-01T06:00:00Z', '2026-07-01', 0, 0],
  ])('[DEC-06] %s is this day and time in Guatemala', (moment, date, hour, minute) => {
    expect(guatemalaTime(new Date(moment))).toEqual({ date, hour, minute });
    expect(guatemalaDate(new Date(moment))).toBe(date);
  });

  test('an hour of a day is converted from Guatemala’s time', () => {
    expect(guatemalaMoment(civilDate('2026-11-21'), 15).toISOString()).toBe('2026-11-21T21:00:00.000Z');
    expect(guatemalaMoment(civilDate('2026-11-21'), 0).toISOString()).toBe('2026-11-21T06:00:00.000Z');
  });

  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s plus %d days is %s', (date, days, expected) => {
    expect(addDays(civilDate(date), days)).toBe(expected);
    expect(daysBetween(civilDate(date), civilDate(expected))).toBe(days);
  });

  test.each([
    ['2026-11-21', 1, '2027-11-21'],
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['0999-05-01', 1, '1000-05-01'],
    ['1000-05-01', -1, '0999-05-01'],
  ])('%s plus %d years is %s', (date, years, expected) => {
    expect(addYears(civilDate(date), years)).toBe(expected);
  });

  test('a day has its parts and its weekday', () => {
    expect(civilParts(civilDate('2026-03-09'))).toEqual({ year: 2026, month: 3, day: 9 });
    expect(['2026-11-22', '2026-11-23', '2026-11-28'].map((date) => weekday(civilDate(date)))).toEqual([0, 1, 6]);
  });

  test('days that were added can be counted and subtracted', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -1_000, max: 1_000 }), (date, days) => {
        const moved = addDays(date, days);
        expect(addDays(moved, -days)).toBe(date);
        expect(daysBetween(date, moved)).toBe(days);
        expect(moved > date).toBe(days > 0);
        expect(guatemalaDate(guatemalaMoment(date, 0))).toBe(date);
        expect(guatemalaDate(guatemalaMoment(date, 23))).toBe(date);
      }),
    );
  });
});

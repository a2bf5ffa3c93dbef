import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, civilDate, daysBetween, weekday } from './civil-date.ts';
import { addBusinessDays, easterSunday, holidaysOf, isBusinessDay, isHoliday } from './holidays.ts';

const anyDate = fc.integer({ min: -200_000, max: 200_000 }).map((days) => addDays(civilDate('2026-11-21'), days));

describe('holidays', () => {
  // Published Easter dates, with the earliest (22 March), the latest (25 April) and both exceptions of the rule.
  test.each([
    '1818-03-22',
    '1943-04-25',
    '1954-04-18',
    '1961-04-02',
    '1981-04-19',
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2016-03-27',
    '2019-04-21',
    '2023-04-09',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2029-04-01',
    '2030-04-21',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
    '2100-03-28',
  ])('the date of Easter in %s', (date) => {
    expect(easterSunday(Number(date.slice(0, 4)))).toBe(date);
  });

  test('Easter is a Sunday between 22 March and 25 April', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1583, max: 9999 }), (year) => {
        const easter = easterSunday(year);
        expect(weekday(easter)).toBe(0);
        expect(easter.slice(5) >= '03-22' && easter.slice(5) <= '04-25').toBe(true);
      }),
    );
  });

  test('[DEC-96] the year 2026 has exactly these holidays', () => {
    const days = Array.from({ length: 365 }, (_, index) => addDays(civilDate('2026-01-01'), index));
    const fixed = ['05-01', '06-30', '08-15', '09-15', '10-20', '11-01', '12-24', '12-25', '12-31'];
    const expected = ['01-01', '04-02', '04-03', '04-04', ...fixed].map((day) => `2026-${day}`);
    expect(days.filter(isHoliday)).toEqual(expected);
  });

  test('the three holidays before the earliest and the latest Easter', () => {
    const days = [
      '1818-03-18',
      '1818-03-19',
      '1818-03-20',
      '1818-03-21',
      '1818-03-22',
      '1943-04-21',
      '1943-04-22',
      '1943-04-23',
      '1943-04-24',
      '1943-04-25',
    ];
    expect(days.filter((day) => isHoliday(civilDate(day)))).toEqual([
      '1818-03-19',
      '1818-03-20',
      '1818-03-21',
      '1943-04-22',
      '1943-04-23',
      '1943-04-24',
    ]);
  });

  test('years with three digits also have holidays', () => {
    expect(['0999-05-01', '0999-05-02'].map((date) => isHoliday(civilDate(date)))).toEqual([true, false]);
  });

  test('a day that an operator adds is a holiday', () => {
    const holidays = holidaysOf({ extraHolidays: [civilDate('2026-06-29')] });
    const dates = ['2026-06-28', '2026-06-29', '2026-06-30', '2026-07-01'].map(civilDate);
    expect(dates.map(holidays)).toEqual([false, true, true, false]);
    expect(dates.map((date) => isBusinessDay(date, holidays))).toEqual([false, false, false, true]);
  });

  test.each([
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-11-20', 1, '2026-11-21'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-22', 1, '2026-11-23'],
    ['2026-04-01', 1, '2026-04-06'],
    ['2026-12-23', 2, '2026-12-28'],
    ['2026-12-30', 1, '2027-01-02'],
  ])('[DEC-96] %s plus %d business days: %s', (date, count, expected) => {
    expect(addBusinessDays(civilDate(date), count)).toBe(expected);
  });

  test('[DEC-96] the result is the given number of business days after the date', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 40 }), (date, count) => {
        const end = addBusinessDays(date, count);
        const between = Array.from({ length: daysBetween(date, end) }, (_, index) => addDays(date, index + 1));
        expect(between.filter((day) => isBusinessDay(day))).toHaveLength(count);
        expect(isBusinessDay(end)).toBe(true);
      }),
    );
  });
});

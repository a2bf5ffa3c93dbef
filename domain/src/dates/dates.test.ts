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
import { addBusinessDays, easterSunday, isBusinessDay, isHoliday, withExtraHolidays } from './holidays.ts';
import { formatDate, formatDateText, formatWeekdayDate, formatWeekdayDateText } from './spanish-date.ts';

const anyDate = fc.integer({ min: -200_000, max: 200_000 }).map((days) => addDays(civilDate('2026-11-21'), days));

describe('calendar days', () => {
  test.each(['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31'])('takes %s', (text) => {
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
  ])('[DEC-06] %s in Guatemala', (moment, date, hour, minute) => {
    expect(guatemalaTime(new Date(moment))).toEqual({ date, hour, minute });
    expect(guatemalaDate(new Date(moment))).toBe(date);
  });

  test('moments of a day', () => {
    expect(guatemalaMoment(civilDate('2026-11-21'), 15).toISOString()).toBe('2026-11-21T21:00:00.000Z');
    expect(guatemalaMoment(civilDate('2026-11-21'), 0).toISOString()).toBe('2026-11-21T06:00:00.000Z');
  });

  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s %d days on is %s', (date, days, expected) => {
    expect(addDays(civilDate(date), days)).toBe(expected);
    expect(daysBetween(civilDate(date), civilDate(expected))).toBe(days);
  });

  test.each([
    ['2026-11-21', 1, '2027-11-21'],
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['0999-05-01', 1, '1000-05-01'],
    ['1000-05-01', -1, '0999-05-01'],
  ])('%s %d years on is %s', (date, years, expected) => {
    expect(addYears(civilDate(date), years)).toBe(expected);
  });

  test('parts and weekdays', () => {
    expect(civilParts(civilDate('2026-03-09'))).toEqual({ year: 2026, month: 3, day: 9 });
    expect(['2026-11-22', '2026-11-23', '2026-11-28'].map((date) => weekday(civilDate(date)))).toEqual([0, 1, 6]);
  });

  test('days add up', () => {
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

describe('Spanish dates', () => {
  test.each([
    ['2025-03-12', '12 de marzo de 2025', 'miércoles 12 de marzo'],
    ['2026-01-01', '1 de enero de 2026', 'jueves 1 de enero'],
    ['2026-02-06', '6 de febrero de 2026', 'viernes 6 de febrero'],
    ['2026-04-04', '4 de abril de 2026', 'sábado 4 de abril'],
    ['2026-05-31', '31 de mayo de 2026', 'domingo 31 de mayo'],
    ['2026-06-01', '1 de junio de 2026', 'lunes 1 de junio'],
    ['2026-07-07', '7 de julio de 2026', 'martes 7 de julio'],
    ['2026-08-05', '5 de agosto de 2026', 'miércoles 5 de agosto'],
    ['2026-09-15', '15 de septiembre de 2026', 'martes 15 de septiembre'],
    ['2026-10-20', '20 de octubre de 2026', 'martes 20 de octubre'],
    ['2026-11-24', '24 de noviembre de 2026', 'martes 24 de noviembre'],
    ['2026-12-31', '31 de diciembre de 2026', 'jueves 31 de diciembre'],
  ])('[DEC-06] %s', (date, long, near) => {
    expect(formatDate(civilDate(date))).toBe(long);
    expect(formatWeekdayDate(civilDate(date))).toBe(near);
    expect(formatDateText(date)).toBe(long);
    expect(formatWeekdayDateText(date)).toBe(near);
  });

  test.each([
    ['2026-11-22T05:59:00Z', '21 de noviembre de 2026'],
    ['2026-11-21T23:30:00-06:00', '21 de noviembre de 2026'],
  ])('[HIST-12] the moment %s is a day in Guatemala', (value, expected) => {
    expect(formatDateText(value)).toBe(expected);
  });

  test.each([null, undefined, '', 'mañana', '2026-02-30', '2026-11-21 10:00', 'T', '2026-13-01T00:00:00Z'])(
    '[APP-27] [DEL-31] %j has no date',
    (value) => {
      expect(formatDateText(value)).toBe('Fecha por estimar');
      expect(formatWeekdayDateText(value)).toBe('Fecha por estimar');
    },
  );
});

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
  ])('Easter %s', (date) => {
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

  test('[DEC-96] the year 2026', () => {
    const days = Array.from({ length: 365 }, (_, index) => addDays(civilDate('2026-01-01'), index));
    const fixed = ['05-01', '06-30', '08-15', '09-15', '10-20', '11-01', '12-24', '12-25', '12-31'];
    const expected = ['01-01', '04-02', '04-03', '04-04', ...fixed].map((day) => `2026-${day}`);
    expect(days.filter(isHoliday)).toEqual(expected);
  });

  test('years of three digits have holidays, too', () => {
    expect(['0999-05-01', '0999-05-02'].map((date) => isHoliday(civilDate(date)))).toEqual([true, false]);
  });

  test('an operator adds days', () => {
    const holidays = withExtraHolidays(new Set([civilDate('2026-06-29')]));
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
  ])('[DEC-96] %s and %d business days: %s', (date, count, expected) => {
    expect(addBusinessDays(civilDate(date), count)).toBe(expected);
  });

  test('[DEC-96] the answer is a business day with as many of them between', () => {
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

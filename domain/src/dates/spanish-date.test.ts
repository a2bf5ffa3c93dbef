import { describe, expect, test } from 'vitest';
import { civilDate } from './civil-date.ts';
import { formatDate, formatDateText, formatWeekdayDate, formatWeekdayDateText } from './spanish-date.ts';

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
  ])('the moment %s is a day in Guatemala', (value, expected) => {
    expect(formatDateText(value)).toBe(expected);
  });

  test.each([null, undefined, '', 'mañana', '2026-02-30', '2026-11-21 10:00', 'T', '2026-13-01T00:00:00Z'])(
    '[APP-27] [DEL-31] %j is no date',
    (value) => {
      expect(formatDateText(value)).toBe('Fecha por estimar');
      expect(formatWeekdayDateText(value)).toBe('Fecha por estimar');
    },
  );
});

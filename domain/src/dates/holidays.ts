import { addDays, type CivilDate, civilDate, civilParts, weekday } from './civil-date.ts';

export type Holidays = (date: CivilDate) => boolean;

/**
 * Month and day of the fixed holidays without deliveries (DEC-96): the holidays of the labour code, and 15 August for
 * Guatemala City, where the warehouse is. 24 and 31 December are half days by law. They count as whole days, so that no
 * date is promised for a closed afternoon. The government moves some holidays each year; an operator adds those
 * (`extraHolidays`).
 */
const fixedHolidays: ReadonlySet<string> = new Set([
  '01-01',
  '05-01',
  '06-30',
  '08-15',
  '09-15',
  '10-20',
  '11-01',
  '12-24',
  '12-25',
  '12-31',
]);

/** Returns Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). `year`: 1583 to 9999. */
export function easterSunday(year: number): CivilDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + correction + 15) % 30;
  const lateEasterCorrection = Math.floor((golden + 11 * epact) / 319);
  const weekdayShift =
    32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact + lateEasterCorrection - (yearOfCentury % 4);
  const toSunday = weekdayShift % 7;
  const marchDay = epact - lateEasterCorrection + toSunday + 22;
  const month = marchDay > 31 ? 4 : 3;
  const day = marchDay > 31 ? marchDay - 31 : marchDay;
  return civilDate(`${String(year).padStart(4, '0')}-0${month}-${String(day).padStart(2, '0')}`);
}

/** The first and the last possible day of a holiday of Holy Week. Easter Sunday is from 22 March to 25 April. */
const holyWeek = { from: '03-19', to: '04-24' } as const;

/** Returns whether a day is a public holiday: a fixed holiday, or Thursday, Friday or Saturday of Holy Week. */
export const isHoliday: Holidays = (date) => {
  const day = date.slice(5);
  if (fixedHolidays.has(day)) return true;
  // Most days need no Easter date. A product page checks dozens of days.
  if (day < holyWeek.from || day > holyWeek.to) return false;
  const easter = easterSunday(civilParts(date).year);
  return [-3, -2, -1].some((days) => addDays(easter, days) === date);
};

/** Returns the public holidays and the days that the operator added. */
export const holidaysOf =
  ({ extraHolidays }: { extraHolidays: readonly CivilDate[] }): Holidays =>
  (date) =>
    extraHolidays.includes(date) || isHoliday(date);

/** True for Monday to Saturday without public holidays (DEC-96). */
export const isBusinessDay = (date: CivilDate, holidays: Holidays = isHoliday): boolean =>
  weekday(date) !== 0 && !holidays(date);

/** Returns the `count`-th business day after `date`. `count` ≥ 0; 0 returns the day itself. */
export function addBusinessDays(date: CivilDate, count: number, holidays: Holidays = isHoliday): CivilDate {
  let day = date;
  for (let passed = 0; passed < count; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day, holidays)) passed += 1;
  }
  return day;
}

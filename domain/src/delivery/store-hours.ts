import { addDays, type CivilDate, weekday } from '../dates/civil-date.ts';
import type { Holidays } from '../dates/holidays.ts';

/** In the order of weekday numbers. `holiday` is for public holidays on any weekday. */
export const storeDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'holiday'] as const;

/** Opening hours of a store (DEC-67, DEC-197): "HH:MM" in Guatemala, `opens` before `closes`. */
export interface OpeningHours {
  days: readonly (typeof storeDays)[number][];
  opens: string;
  closes: string;
}

/** A day with special hours. They have priority over the hours of the weekday and of holidays (PROD-28 of docs/spec/desk.md). */
export interface DatedHours {
  /** 2026-12-24 */
  date: string;
  /** "HH:MM" in Guatemala, `opens` before `closes`. Both are null if the store is closed all day. */
  opens: string | null;
  closes: string | null;
  /** The text that shoppers read: "Nochebuena". */
  reason: string;
}

/** The opening hours of a store. */
export interface StoreTimes {
  /** Empty if unknown. Then the shop's hours apply on every day except holidays. */
  hours: readonly OpeningHours[];
  exceptions: readonly DatedHours[];
}

/** Minutes of a day (0 to 1,440); both bounds are included. */
export interface Window {
  opens: number;
  closes: number;
}

/** The hours in which a store hands out orders: the store's hours, within the hours of the shop (DEC-97, DEC-197). */
export interface StoreCalendar extends StoreTimes {
  bounds: Window;
  holidays: Holidays;
}

export const exceptionOn = ({ exceptions }: Pick<StoreTimes, 'exceptions'>, date: CivilDate): DatedHours | undefined =>
  exceptions.find((exception) => exception.date === date);

/** Returns the parts of these hours within the bounds, earliest first. */
const boundedBy = (hours: readonly { opens: string; closes: string }[], bounds: Window): Window[] =>
  hours
    .map(({ opens, closes }) => ({
      opens: Math.max(minuteOf(opens), bounds.opens),
      closes: Math.min(minuteOf(closes), bounds.closes),
    }))
    .filter(({ opens, closes }) => opens < closes)
    .sort((a, b) => a.opens - b.opens);

/**
 * Returns the windows of a day, earliest first. Empty if the store is closed. A dated exception has priority. On a
 * holiday only the hours named `holiday` count, so that nothing is promised for a day on which the store may be closed.
 */
export function openWindows(store: StoreCalendar, date: CivilDate): Window[] {
  const { hours, bounds, holidays } = store;
  const exception = exceptionOn(store, date);
  if (exception !== undefined) {
    const { opens, closes } = exception;
    return opens === null || closes === null ? [] : boundedBy([{ opens, closes }], bounds);
  }
  const day = holidays(date) ? 'holiday' : storeDays[weekday(date)];
  if (hours.length === 0) return day === 'holiday' ? [] : [bounds];
  return boundedBy(
    hours.filter(({ days }) => days.some((name) => name === day)),
    bounds,
  );
}

function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
}

/** In days. No series of holidays is longer, even for a store that opens once a week. */
const longestClosed = 31;

/** Returns the first open day from `date` on, including `date`. Null if the store does not open within a month. */
export function firstOpenDay(store: StoreCalendar, date: CivilDate): CivilDate | null {
  for (let day = date, passed = 0; passed < longestClosed; day = addDays(day, 1), passed += 1)
    if (openWindows(store, day).length > 0) return day;
  return null;
}

/**
 * Returns the first minute of that day, from `minute` on, at which the store is open. Null if the store does not open.
 * `minute` may have a fraction.
 */
export function firstOpenMinute(store: StoreCalendar, date: CivilDate, minute: number): number | null {
  const window = openWindows(store, date).find(({ closes }) => minute <= closes);
  return window === undefined ? null : Math.max(minute, window.opens);
}

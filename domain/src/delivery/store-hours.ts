import { addDays, type CivilDate, weekday } from '../dates/civil-date.ts';
import type { Holidays } from '../dates/holidays.ts';

/** In the order of weekday numbers. `holiday` is for public holidays on any weekday. */
export const storeDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'holiday'] as const;

/** Part of a store's data (DEC-67, DEC-197): "HH:MM" in Guatemala, `opens` before `closes`. */
export interface OpeningHours {
  days: readonly (typeof storeDays)[number][];
  opens: string;
  closes: string;
}

/** A day with hours of its own, which precede the hours of its weekday and of holidays (PROD-28 of docs/spec/desk.md). */
export interface DatedHours {
  /** 2026-12-24 */
  date: string;
  /** "HH:MM" in Guatemala, `opens` before `closes`. Null, both of them = closed all day. */
  opens: string | null;
  closes: string | null;
  /** Shoppers read it: "Nochebuena". */
  reason: string;
}

/** When a store is open. */
export interface StoreTimes {
  /** Empty = unknown: then the shop's hours apply on every day except holidays. */
  hours: readonly OpeningHours[];
  exceptions: readonly DatedHours[];
}

/** Minutes of a day (0 to 1,440); both bounds are included. */
export interface Window {
  opens: number;
  closes: number;
}

/** When a store hands out orders: during its own hours, limited to the shop's (DEC-97, DEC-197). */
export interface StoreCalendar extends StoreTimes {
  bounds: Window;
  holidays: Holidays;
}

export const exceptionOn = ({ exceptions }: Pick<StoreTimes, 'exceptions'>, date: CivilDate): DatedHours | undefined =>
  exceptions.find((exception) => exception.date === date);

/** The parts of these hours that lie within the bounds, earliest first. */
const boundedBy = (hours: readonly { opens: string; closes: string }[], bounds: Window): Window[] =>
  hours
    .map(({ opens, closes }) => ({
      opens: Math.max(minuteOf(opens), bounds.opens),
      closes: Math.min(minuteOf(closes), bounds.closes),
    }))
    .filter(({ opens, closes }) => opens < closes)
    .sort((a, b) => a.opens - b.opens);

/**
 * The windows of a day, earliest first; empty = closed. A dated exception precedes everything else. On a holiday only the hours named `holiday` count, so that nothing is
 * promised for a day on which the store may be closed.
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

/** Longer than any series of holidays, even for a store that opens once a week. */
const longestClosed = 31;

/** The first open day from `date` on, including `date`. Null for a store that does not open within a month. */
export function firstOpenDay(store: StoreCalendar, date: CivilDate): CivilDate | null {
  for (let day = date, passed = 0; passed < longestClosed; day = addDays(day, 1), passed += 1)
    if (openWindows(store, day).length > 0) return day;
  return null;
}

/**
 * The first minute of that day, from `minute` on, at which the store is open; null if there is none. `minute` may have a
 * fraction.
 */
export function firstOpenMinute(store: StoreCalendar, date: CivilDate, minute: number): number | null {
  const window = openWindows(store, date).find(({ closes }) => minute <= closes);
  return window === undefined ? null : Math.max(minute, window.opens);
}

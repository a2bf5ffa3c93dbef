import { ok, type Result, refuse } from '../result.ts';

/** A day of the calendar, "YYYY-MM-DD", without a time zone. Sorts as text. */
export type CivilDate = string & { readonly __brand: 'CivilDate' };

/** Guatemala is UTC−6 all year: it has no daylight-saving time (DEC-06). */
const guatemalaOffsetMs = -6 * 3_600_000;
export const dayMs = 86_400_000;

/** Parses "YYYY-MM-DD". The day must exist. Years 0001 to 9999. */
export function parseCivilDate(text: string): Result<CivilDate, { code: 'invalid_date' }> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return refuse({ code: 'invalid_date' });
  const date = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text && text >= '0001';
  return exists ? ok(text as CivilDate) : refuse({ code: 'invalid_date' });
}

/** Parses a date of the source code or a test. Throws where `parseCivilDate` refuses. */
export function civilDate(text: string): CivilDate {
  const parsed = parseCivilDate(text);
  if (!parsed.ok) throw new RangeError(`not a calendar day: ${text}`);
  return parsed.value;
}

/** Day and time of a moment in Guatemala. */
export interface GuatemalaTime {
  date: CivilDate;
  /** 0 to 23. */
  hour: number;
  /** 0 to 59. */
  minute: number;
}

export function guatemalaTime(moment: Date): GuatemalaTime {
  const local = new Date(moment.getTime() + guatemalaOffsetMs);
  return { date: dayOf(local), hour: local.getUTCHours(), minute: local.getUTCMinutes() };
}

/** Returns the day of a moment in Guatemala (DEC-06). */
export const guatemalaDate = (moment: Date): CivilDate => guatemalaTime(moment).date;

/** Returns the moment of `hour` o'clock (0 to 23) on a day in Guatemala. */
export const guatemalaMoment = (date: CivilDate, hour: number): Date =>
  new Date(utcMs(date) - guatemalaOffsetMs + hour * 3_600_000);

/** Adds days; `days` may be negative. */
export const addDays = (date: CivilDate, days: number): CivilDate => dayOf(new Date(utcMs(date) + days * dayMs));

/** Returns 0 for Sunday to 6 for Saturday. */
export const weekday = (date: CivilDate): number => new Date(utcMs(date)).getUTCDay();

/** Returns the whole days from `from` to `to`. Negative if `to` is earlier. */
export const daysBetween = (from: CivilDate, to: CivilDate): number => Math.round((utcMs(to) - utcMs(from)) / dayMs);

export interface CivilParts {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

export function civilParts(date: CivilDate): CivilParts {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

/** Returns the same day `years` later. 29 February becomes 28 February in a year without a 29th. */
export function addYears(date: CivilDate, years: number): CivilDate {
  const { year } = civilParts(date);
  const moved = `${String(year + years).padStart(4, '0')}${date.slice(4)}`;
  const parsed = parseCivilDate(moved);
  return parsed.ok ? parsed.value : civilDate(`${moved.slice(0, 8)}28`);
}

const utcMs = (date: CivilDate): number => Date.parse(`${date}T00:00:00Z`);

const dayOf = (utc: Date): CivilDate => civilDate(utc.toISOString().slice(0, 10));

import { addDays, type CivilDate, civilDate, guatemalaMoment, guatemalaTime } from '../dates/civil-date.ts';
import { holidaysOf } from '../dates/holidays.ts';
import { formatWeekdayDate } from '../dates/spanish-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import {
  exceptionOn,
  firstOpenDay,
  type OpeningHours,
  openWindows,
  type StoreCalendar,
  type StoreTimes,
  type storeDays,
} from './store-hours.ts';

type StoreHoursPolicy = Pick<ShopPolicy, 'pickupOpensAt' | 'pickupClosesAt' | 'extraHolidays'>;

const wholeDay = { opens: 0, closes: 24 * 60 };

/** A store's day as its page shows it. */
export interface StoreDay {
  /** False on a holiday for which the store has a dated exception. */
  isHoliday: boolean;
  /** The reason why the store has other hours today. Null on a usual day. */
  reason: string | null;
  /** "HH:MM", earliest first. Empty = closed, or a holiday with unknown hours. */
  windows: { opens: string; closes: string }[];
  isOpen: boolean;
  /** The moment of the next change of these values: opening, closing, or midnight. */
  changesAt: Date;
}

/** Returns "HH:MM" for a minute of the day. */
const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Returns a store's own hours, or the shop's if the store's are unknown. Orders are handed out within both (DEC-197). */
const visitingCalendar = ({ hours, exceptions }: StoreTimes, policy: StoreHoursPolicy): StoreCalendar => ({
  hours,
  exceptions,
  bounds: hours.length === 0 ? { opens: policy.pickupOpensAt, closes: policy.pickupClosesAt } : wholeDay,
  holidays: holidaysOf(policy),
});

/** Returns when a store is open on the day of `now`. */
export function storeDay({ hours, exceptions }: StoreTimes, now: Date, policy: StoreHoursPolicy): StoreDay {
  const { date, hour, minute } = guatemalaTime(now);
  const calendar = visitingCalendar({ hours, exceptions }, policy);
  const { holidays } = calendar;
  const windows = openWindows(calendar, date);
  const exception = exceptionOn({ exceptions }, date);
  const at = hour * 60 + minute;
  const next = windows.flatMap(({ opens, closes }) => [opens, closes]).find((edge) => edge > at);
  const dayEnd = guatemalaMoment(addDays(date, 1), 0);
  return {
    isHoliday: exception === undefined && holidays(date),
    reason: exception?.reason ?? null,
    windows: windows.map(({ opens, closes }) => ({ opens: clockText(opens), closes: clockText(closes) })),
    isOpen: windows.some(({ opens, closes }) => opens <= at && at < closes),
    changesAt: next === undefined ? dayEnd : new Date(guatemalaMoment(date, 0).getTime() + next * 60_000),
  };
}

/**
 * Returns the next opening after this minute: later today, or on the next open day. Null if the store does not open
 * within a month. `opens`: the minute of that day.
 */
export function nextOpening(
  store: StoreTimes,
  now: Date,
  policy: StoreHoursPolicy,
): { date: CivilDate; opens: number } | null {
  const { date, hour, minute } = guatemalaTime(now);
  const calendar = visitingCalendar(store, policy);
  const later = openWindows(calendar, date).find(({ opens }) => opens > hour * 60 + minute);
  if (later !== undefined) return { date, opens: later.opens };
  const day = firstOpenDay(calendar, addDays(date, 1));
  const [first] = day === null ? [] : openWindows(calendar, day);
  return day === null || first === undefined ? null : { date: day, opens: first.opens };
}

/** Returns "las 9:00" or "la 1:00" for a minute of the day. */
export const hourWords = (minute: number): string => {
  if (minute >= 24 * 60) return 'medianoche';
  const text = clockText(minute).replace(/^0/, '');
  return `${minute >= 60 && minute < 120 ? 'la' : 'las'} ${text}`;
};

const dayWords = (date: CivilDate, today: CivilDate): string => {
  if (date === today) return 'hoy';
  return date === addDays(today, 1) ? 'mañana' : `el ${formatWeekdayDate(date)}`;
};

/** Returns "las 12:00" for "12:00". */
export const clockWords = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hourWords(hour * 60 + minute);
};

/** Returns "hoy a las 12:00", "mañana a las 9:00" or "el lunes 7 de diciembre a las 10:00". `time` is "HH:MM". */
export const momentWords = (date: CivilDate, time: string, today: CivilDate): string =>
  `${dayWords(date, today)} a ${clockWords(time)}`;

/** Returns whether a store is open now, and until or from when (LIVE-02): "Abierto hasta las 19:00", "Cerrado. Abre mañana a las 9:00". */
export function openingText(store: StoreTimes, now: Date, policy: StoreHoursPolicy): { isOpen: boolean; text: string } {
  const { date, hour, minute } = guatemalaTime(now);
  const at = hour * 60 + minute;
  const calendar = visitingCalendar(store, policy);
  const windows = openWindows(calendar, date);
  const open = windows.find(({ opens, closes }) => opens <= at && at < closes);
  if (open !== undefined) return { isOpen: true, text: `Abierto hasta ${hourWords(open.closes)}` };
  // If a store has no hours for holidays, it is unknown whether the store opens today.
  if (windows.length === 0 && calendar.holidays(date) && exceptionOn(store, date) === undefined)
    return { isOpen: false, text: 'Hoy es feriado: llámanos antes de venir' };
  const next = nextOpening(store, now, policy);
  const when = next && `${dayWords(next.date, date)} a ${hourWords(next.opens)}`;
  return { isOpen: false, text: when === null ? 'Cerrado' : `Cerrado. Abre ${when}` };
}

type WeekDay = Exclude<(typeof storeDays)[number], 'holiday'>;

const weekDays: readonly WeekDay[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const dayNames: Record<WeekDay, string> = {
  mon: 'Lunes',
  tue: 'Martes',
  wed: 'Miércoles',
  thu: 'Jueves',
  fri: 'Viernes',
  sat: 'Sábado',
  sun: 'Domingo',
};

/** Returns "10:00 a 20:00" or "09:00 a 13:00 y 14:00 a 18:00", or "Cerrado" without windows. */
export const windowsText = (windows: readonly { opens: string; closes: string }[]): string =>
  windows.length === 0 ? 'Cerrado' : windows.map(({ opens, closes }) => `${opens} a ${closes}`).join(' y ');

/**
 * Returns the week as a table. Successive days with the same hours share a line: "Lunes a sábado". The hours of
 * holidays come last, if they are known.
 */
export function weekTable(hours: readonly OpeningHours[]): { days: string; text: string }[] {
  const textOf = (day: (typeof storeDays)[number]): string =>
    windowsText(hours.filter(({ days }) => days.includes(day)).toSorted((a, b) => a.opens.localeCompare(b.opens)));
  const lines: { first: WeekDay; last: WeekDay; text: string }[] = [];
  for (const day of weekDays) {
    const text = textOf(day);
    const line = lines.at(-1);
    if (line?.text === text) line.last = day;
    else lines.push({ first: day, last: day, text });
  }
  const table = lines.map(({ first, last, text }) => ({ days: daysText(first, last), text }));
  const hasHolidays = hours.some(({ days }) => days.includes('holiday'));
  return hasHolidays ? [...table, { days: 'Feriados', text: textOf('holiday') }] : table;
}

function daysText(first: WeekDay, last: WeekDay): string {
  if (first === last) return dayNames[first];
  return first === 'mon' && last === 'sun' ? 'Todos los días' : `${dayNames[first]} a ${dayNames[last].toLowerCase()}`;
}

/** Returns the sentence about today for a store's page: "Hoy abre de 10:00 a 20:00". */
export function todayText({ isHoliday, windows, reason }: Pick<StoreDay, 'isHoliday' | 'windows' | 'reason'>): string {
  const why = reason === null ? '' : ` (${reason})`;
  if (windows.length > 0) return `Hoy abre de ${windowsText(windows)}${why}`;
  return isHoliday ? 'Hoy es feriado: llámanos antes de venir' : `Hoy está cerrada${why}`;
}

/** Number of days for which a store's page announces special hours in advance. */
const announcedDays = 45;

/** Returns the days from today on with special hours, earliest first: "jueves, 24 de diciembre", "09:00 a 14:00", "Nochebuena". */
export function exceptionTable(
  exceptions: StoreTimes['exceptions'],
  today: CivilDate,
): { date: string; day: string; text: string; reason: string; opens: string | null; closes: string | null }[] {
  const last = addDays(today, announcedDays);
  return exceptions
    .filter(({ date }) => date >= today && date <= last)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map(({ date, opens, closes, reason }) => ({
      date,
      day: formatWeekdayDate(civilDate(date)),
      text: windowsText(opens === null || closes === null ? [] : [{ opens, closes }]),
      reason,
      opens,
      closes,
    }));
}

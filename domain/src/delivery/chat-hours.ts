import { addDays, guatemalaTime } from '../dates/civil-date.ts';
import { holidaysOf } from '../dates/holidays.ts';
import { formatWeekdayDate } from '../dates/spanish-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { clockWords, storeDay } from './store-day.ts';
import { firstOpenDay, openWindows } from './store-hours.ts';
import { readHours } from './store-hours-text.ts';

type ChatPolicy = Pick<
  ShopPolicy,
  'supportWhatsApp' | 'chatHours' | 'extraHolidays' | 'pickupOpensAt' | 'pickupClosesAt'
>;

/** "9:00" for "09:00" */
const shortClock = (clock: string): string => clock.replace(/^0/, '');

const clockOf = (minute: number): string => {
  const hour = Math.floor(minute / 60);
  return `${String(hour).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

/**
 * Says when a message is answered (WA-05), and until when that is true. Null without a number or hours: then nothing is promised. "Respondemos de 9:00 a 13:00 y
 * de 14:00 a 18:00" while somebody answers, otherwise the next opening.
 */
export function chatAnswer(now: Date, policy: ChatPolicy): { text: string; changesAt: Date } | null {
  const read = readHours(policy.chatHours);
  if (policy.supportWhatsApp === null || !read.ok || read.value.length === 0) return null;
  const times = { hours: read.value, exceptions: [] };
  const { windows, isOpen, changesAt } = storeDay(times, now, policy);
  if (isOpen) {
    const spans = windows.map(({ opens, closes }) => `de ${shortClock(opens)} a ${shortClock(closes)}`);
    return { text: `Respondemos ${spans.join(' y ')}`, changesAt };
  }
  const calendar = { ...times, bounds: { opens: 0, closes: 24 * 60 }, holidays: holidaysOf(policy) };
  const { date, hour, minute } = guatemalaTime(now);
  const later = openWindows(calendar, date).find(({ opens }) => opens > hour * 60 + minute);
  const day = later === undefined ? firstOpenDay(calendar, addDays(date, 1)) : date;
  const opens = later?.opens ?? (day === null ? undefined : openWindows(calendar, day)[0]?.opens);
  if (day === null || opens === undefined) return { text: 'Ahora está cerrado.', changesAt };
  const when = `el ${formatWeekdayDate(day)} desde ${clockWords(clockOf(opens))}`;
  return { text: `Ahora está cerrado. Te respondemos ${when}.`, changesAt };
}

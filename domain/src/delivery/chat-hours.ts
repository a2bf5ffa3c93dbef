import { formatWeekdayDate } from '../dates/spanish-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { hourWords, nextOpening, storeDay } from './store-day.ts';
import { readHours } from './store-hours-text.ts';

type ChatPolicy = Pick<
  ShopPolicy,
  'supportWhatsApp' | 'chatHours' | 'extraHolidays' | 'pickupOpensAt' | 'pickupClosesAt'
>;

/** "9:00" for "09:00" */
const shortClock = (clock: string): string => clock.replace(/^0/, '');

/**
 * Returns when the shop answers a message, and until when the text is valid (WA-05). Null without a number or hours.
 * The text is "Respondemos de 9:00 a 13:00 y de 14:00 a 18:00" during these hours, otherwise the next opening.
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
  const next = nextOpening(times, now, policy);
  if (next === null) return { text: 'Ahora está cerrado.', changesAt };
  const when = `el ${formatWeekdayDate(next.date)} desde ${hourWords(next.opens)}`;
  return { text: `Ahora está cerrado. Te respondemos ${when}.`, changesAt };
}

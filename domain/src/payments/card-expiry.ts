import { guatemalaDate } from '../dates/civil-date.ts';
import { ok, type Result, refuse } from '../result.ts';

export interface CardExpiry {
  /** 1 to 12. */
  month: number;
  /** Four digits. */
  year: number;
}

/** `incomplete`: the year is not typed to its end yet. */
export type CardExpiryRefusal = { code: 'empty' | 'incomplete' | 'bad_month' | 'past' };

/**
 * Reads MM/YY (also "MM / YY" or "MMYY"); the year is 2000 + YY. A card is good to the end of its month in Guatemala
 * (PAY-16).
 */
export function checkCardExpiry(input: string, now: Date): Result<CardExpiry, CardExpiryRefusal> {
  const typed = input.replace(/\s/g, '');
  if (typed === '') return refuse({ code: 'empty' });
  const match = /^(\d{2})\/?(\d{2})?$/.exec(typed);
  const month = Number(match?.[1] ?? Number.NaN);
  if (match === null || month < 1 || month > 12) return refuse({ code: 'bad_month' });
  if (match[2] === undefined) return refuse({ code: 'incomplete' });
  const expiry = { month, year: 2_000 + Number(match[2]) };
  return isExpired(expiry, now) ? refuse({ code: 'past' }) : ok(expiry);
}

/** True from the first moment after the month of the expiry, Guatemala time (PAY-16, PAY-37, DIF-38). */
export function isExpired(expiry: CardExpiry, now: Date): boolean {
  const lastMonth = `${String(expiry.year).padStart(4, '0')}-${String(expiry.month).padStart(2, '0')}`;
  return lastMonth < guatemalaDate(now).slice(0, 7);
}

/** For a field while it is typed: "1" → "1", "12" → "12", "123" → "12 / 3" (PAY-10: shown "MM / YY"). */
export function formatTypedExpiry(input: string): string {
  const digits = input.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** "MM/YY", as an order carries it (DEC-104). */
export const formatExpiry = ({ month, year }: CardExpiry): string =>
  `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;

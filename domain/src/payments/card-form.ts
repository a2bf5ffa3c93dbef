import { guatemalaDate } from '../dates/civil-date.ts';
import { ok, type Result, refuse } from '../result.ts';
import { checkCardNumber } from './card-number.ts';

export interface CardExpiry {
  /** 1 to 12. */
  month: number;
  /** Four digits. */
  year: number;
}

/** The reason why an expiry is refused. `incomplete`: the year is not complete yet. */
export type CardExpiryRefusal = { code: 'empty' | 'incomplete' | 'bad_month' | 'past' };

/**
 * Parses MM/YY (also "MM / YY" or "MMYY"); the year is 2000 + YY. A card is valid to the end of its month in Guatemala (PAY-16).
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

/** True once the month of the expiry has ended in Guatemala (PAY-16, PAY-37, DIF-38). */
export function isExpired(expiry: CardExpiry, now: Date): boolean {
  const lastMonth = `${String(expiry.year).padStart(4, '0')}-${String(expiry.month).padStart(2, '0')}`;
  return lastMonth < guatemalaDate(now).slice(0, 7);
}

/** Matches a date that was pasted or filled in by a browser: "1/39", "12/2039", "122039". */
const wholeExpiry = /^(\d[/.-]|\d\d ?[/.-]? ?(?=20\d\d$)|\d\d ?[/.-] ?)(?:20)?(\d\d)$/;

/** Formats an expiry while the shopper types: "1" → "1", "12" → "12", "123" → "12 / 3" (PAY-10: shown "MM / YY"). */
export function formatTypedExpiry(input: string): string {
  const [, month, year] = wholeExpiry.exec(input.trim()) ?? [];
  if (month !== undefined) return `${month.replace(/\D/g, '').padStart(2, '0')} / ${year}`;
  const digits = input.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Returns "MM/YY", as an order sends it (DEC-104). */
export const formatExpiry = ({ month, year }: CardExpiry): string =>
  `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;

export type CvvRefusal = { code: 'empty' | 'bad_characters' | 'too_short' | 'too_long' };

/** Accepts 3 or 4 digits (PAY-18, CONST-16). The gateway checks which of the two the card needs (DEC-173). */
export function checkCvv(input: string): Result<string, CvvRefusal> {
  const cvv = input.trim();
  if (cvv === '') return refuse({ code: 'empty' });
  if (!/^\d+$/.test(cvv)) return refuse({ code: 'bad_characters' });
  if (cvv.length < 3) return refuse({ code: 'too_short' });
  if (cvv.length > 4) return refuse({ code: 'too_long' });
  return ok(cvv);
}

/** Formats a CVV while the shopper types: digits only. Keeps one digit too many, so that a message can report it (PAY-18). */
export const formatTypedCvv = (input: string): string => input.replace(/\D/g, '').slice(0, 5);

/** Texts of every card form: single payment, installments, saved card, points card (PAY-13..19, DIF-02, DIF-03, DEC-36). */
export const cardMessages = {
  numberRequired: 'El número de tarjeta es obligatorio',
  numberInvalid: 'El número de tarjeta no es válido',
  numberHint: 'Ingresa el número de tarjeta para validar las cuotas disponibles',
  expiryRequired: 'Fecha de expiración es obligatoria',
  monthInvalid: 'Mes inválido',
  expiryPast: 'Fecha de expiración debe ser en futuro',
  holderRequired: 'Nombre del titular es obligatorio',
  cvvRequired: 'CVV es obligatorio',
  cvvTooShort: 'CVV debe tener al menos 3 digitos',
  cvvTooLong: 'CVV debe tener máximo 4 digitos',
  planRequired: 'Debe seleccionar una cantidad de cuotas',
} as const;

/** Returns the message about a card number. In this function and those below, null means that the field needs no message. */
export function cardNumberMessage(input: string): string | null {
  const checked = checkCardNumber(input);
  if (checked.ok) return null;
  return checked.error.code === 'empty' ? cardMessages.numberRequired : cardMessages.numberInvalid;
}

/** Returns the message about an expiry. An expiry without its year counts as missing, because PAY-16 has no text for that case. */
export function cardExpiryMessage(input: string, now: Date): string | null {
  const checked = checkCardExpiry(input, now);
  if (checked.ok) return null;
  const texts = {
    empty: cardMessages.expiryRequired,
    incomplete: cardMessages.expiryRequired,
    bad_month: cardMessages.monthInvalid,
    past: cardMessages.expiryPast,
  };
  return texts[checked.error.code];
}

/** Returns the message about a CVV. Letters count as too few digits (PAY-18). */
export function cvvMessage(input: string): string | null {
  const checked = checkCvv(input);
  if (checked.ok) return null;
  const texts = {
    empty: cardMessages.cvvRequired,
    bad_characters: cardMessages.cvvTooShort,
    too_short: cardMessages.cvvTooShort,
    too_long: cardMessages.cvvTooLong,
  };
  return texts[checked.error.code];
}

/** Returns the message about a missing holder (PAY-17). */
export const cardHolderMessage = (input: string): string | null =>
  input.trim() === '' ? cardMessages.holderRequired : null;

/** Returns the message about a missing plan (PAY-19). */
export const paymentPlanMessage = (plan: number | null): string | null =>
  plan === null ? cardMessages.planRequired : null;

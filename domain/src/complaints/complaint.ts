import { type CivilDate, guatemalaDate } from '../dates/civil-date.ts';
import { addBusinessDays, holidaysOf } from '../dates/holidays.ts';
import { withThousands } from '../money/money.ts';
import { orderNumberText } from '../orders/order.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** Limits of the text of a complaint, in characters (DEC-217). */
export const complaintTextMinLength = 10;
export const complaintTextMaxLength = 2_000;

/** Maximum number of complaints per day from one client, and from one e-mail address (DEC-217). */
export const complaintsPerDay = 3;

/** Business days within which a shop contacts the person who complained (docs/spec/guatemala.md, 7). */
export const complaintAnswerDays = 8;

/** Returns the last day for the answer to a complaint. */
export const complaintAnswerBy = (filedAt: Date, policy: Pick<ShopPolicy, 'extraHolidays'>): CivilDate =>
  addBusinessDays(guatemalaDate(filedAt), complaintAnswerDays, holidaysOf(policy));

/** Returns "Q-12" for 12. */
export const complaintNumberText = (number: number): string => `Q-${number}`;

/** Returns 12 for "Q-12". Null for any other text. */
export function readComplaintNumber(text: string): number | null {
  const [, digits] = /^Q-([1-9]\d{0,8})$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

export const complaintMessages = {
  name: 'Escribe tu nombre.',
  tooShort: `Cuéntanos qué pasó, en al menos ${complaintTextMinLength} caracteres.`,
  tooLong: `Escribe ${withThousands(String(complaintTextMaxLength))} caracteres como máximo.`,
  orderNumber: orderNumberText,
  tooMany: `Puedes escribir ${complaintsPerDay} quejas al día. Intenta de nuevo mañana.`,
} as const;

/** Returns the message about the text of a complaint. Null if there is no message. */
export function complaintTextMessage(text: string): string | null {
  const { length } = text.trim();
  if (length < complaintTextMinLength) return complaintMessages.tooShort;
  return length > complaintTextMaxLength ? complaintMessages.tooLong : null;
}

/** The confirmation of a complaint with its number (DEC-217). */
export const complaintFiledText = (number: string): string => `Recibimos tu queja ${number}.`;

import { type CivilDate, guatemalaDate } from '../dates/civil-date.ts';
import { addBusinessDays, holidaysOf } from '../dates/holidays.ts';
import { withThousands } from '../money/money.ts';
import { orderNumberText } from '../orders/order.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** DEC-217, in characters. */
export const complaintTextMinLength = 10;
export const complaintTextMaxLength = 2_000;

/** Complaints a day from one client, and from one e-mail address (DEC-217). */
export const complaintsPerDay = 3;

/** Business days within which a shop contacts the person who complained (docs/spec/guatemala.md, 7). */
export const complaintAnswerDays = 8;

/** The last day for answering a complaint. */
export const complaintAnswerBy = (filedAt: Date, policy: Pick<ShopPolicy, 'extraHolidays'>): CivilDate =>
  addBusinessDays(guatemalaDate(filedAt), complaintAnswerDays, holidaysOf(policy));

/** "Q-12" of 12. */
export const complaintNumberText = (number: number): string => `Q-${number}`;

/** 12 of "Q-12"; null for any other text. */
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

/** The message about the text of a complaint; null = no message. */
export function complaintTextMessage(text: string): string | null {
  const { length } = text.trim();
  if (length < complaintTextMinLength) return complaintMessages.tooShort;
  return length > complaintTextMaxLength ? complaintMessages.tooLong : null;
}

/** DEC-217. */
export const complaintFiledText = (number: string): string => `Recibimos tu queja ${number}.`;

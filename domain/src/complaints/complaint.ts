import { type CivilDate, guatemalaDate } from '../dates/civil-date.ts';
import { addBusinessDays, holidaysOf } from '../dates/holidays.ts';
import { withThousands } from '../money/money.ts';
import { orderNumberText } from '../orders/order.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** DEC-217, in characters. */
export const complaintTextMinLength = 10;
export const complaintTextMaxLength = 2_000;

/** DEC-217: of one client, and of one e-mail address. */
export const complaintsPerDay = 3;

/** Within so many business days a shop contacts who complained (docs/spec/guatemala.md, 7). */
export const complaintAnswerDays = 8;

/** The last day on which a complaint is to be answered. */
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

/** What the text of a complaint is told; null = nothing to say. */
export function complaintTextMessage(text: string): string | null {
  const { length } = text.trim();
  if (length < complaintTextMinLength) return complaintMessages.tooShort;
  return length > complaintTextMaxLength ? complaintMessages.tooLong : null;
}

/** DEC-217. */
export const complaintFiledText = (number: string): string => `Recibimos tu queja ${number}.`;

import { createHmac, randomInt } from 'node:crypto';
import { plainGiftCardCode } from '@ceiba/domain/gift-cards/gift-card-payment';

/** Without what is mistaken for something else when read aloud or typed: 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const groups = 7;

const group = (): string => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** "K7QM-2XWD-9HPA-VT4E-R3UC-JB6N-85SG": 140 bits, which nobody finds by trying, with the shop's secret or without. */
export const newGiftCardCode = (): string => Array.from({ length: groups }, group).join('-');

/** By what the shop knows a code again, however it was typed; `secret`: `gift-cards` of `shop_secrets`. */
export const giftCardKey = (secret: string, typed: string): string =>
  createHmac('sha256', secret).update(plainGiftCardCode(typed)).digest('base64url');

/** What the shop keeps of a code. */
export const keptOf = (secret: string, code: string): { codeKey: string; lastFour: string } => ({
  codeKey: giftCardKey(secret, code),
  lastFour: code.slice(-4),
});

import { hash, randomInt } from 'node:crypto';

/** Without what is mistaken for something else when read aloud or typed: 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const group = (): string => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** "K7QM-2XWD-9HPA-VT4E": 80 bits that nobody guesses. */
export const newGiftCardCode = (): string => [group(), group(), group(), group()].join('-');

/** What the shop keeps of a code, by which it knows it again: nobody finds 80 bits by their hash. */
export const keptOf = (code: string): { codeHash: string; lastFour: string } => ({
  codeHash: hash('sha256', code),
  lastFour: code.slice(-4),
});

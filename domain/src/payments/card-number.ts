import { withoutSeparators } from '../customers/typed-number.ts';
import { ok, type Result, refuse } from '../result.ts';

export const cardTypes = ['visa', 'mastercard', 'amex'] as const;
export type CardType = (typeof cardTypes)[number];

/** The names of card types for people. */
export const cardNames: Record<CardType, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

/** Returns the name of this card type for shoppers, or "Tarjeta" for an unknown type. */
export function cardName(type: string | null): string {
  const known = cardTypes.find((each) => each === type);
  return known === undefined ? 'Tarjeta' : cardNames[known];
}

/** The reasons why a number is refused, in the order of the checks. The result is the first failure. */
export type CardNumberRefusal = {
  code: 'empty' | 'bad_characters' | 'unsupported_type' | 'wrong_length' | 'bad_luhn';
};

export interface CardNumber {
  /** Digits only. */
  digits: string;
  type: CardType;
}

/** Number of digits by card type (CONST-15, PAY-12). */
const lengths: Record<CardType, readonly number[]> = { visa: [13, 16], mastercard: [16], amex: [15] };

/** The groups of digits: 4-4-4-4, for Amex 4-6-5 (PAY-11). */
const groups: Record<CardType, readonly number[]> = {
  visa: [4, 4, 4, 4],
  mastercard: [4, 4, 4, 4],
  amex: [4, 6, 5],
};

/** The groups as long as the type of a number is unknown (PAY-11). */
const typedGroups = [4, 4, 4, 4] as const;

/** Removes only separators between digits. */
export const normalizeCardNumber = withoutSeparators;

/** Returns the type by the prefix alone, even if the number is wrong (PAY-12). Also works for masked numbers (PAY-32). */
export function cardTypeOf(number: string): CardType | null {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^4/.test(number)) return 'visa';
  if (/^5[1-5]/.test(number)) return 'mastercard';
  const [prefix = ''] = /^\d{4}/.exec(number) ?? [];
  return prefix >= '2221' && prefix <= '2720' ? 'mastercard' : null;
}

export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Checks characters, type, length for the type, and the Luhn digit (PAY-12). */
export function checkCardNumber(input: string): Result<CardNumber, CardNumberRefusal> {
  const digits = normalizeCardNumber(input);
  if (digits === '') return refuse({ code: 'empty' });
  if (!/^\d+$/.test(digits)) return refuse({ code: 'bad_characters' });
  const type = cardTypeOf(digits);
  if (type === null) return refuse({ code: 'unsupported_type' });
  if (!lengths[type].includes(digits.length)) return refuse({ code: 'wrong_length' });
  if (!passesLuhn(digits)) return refuse({ code: 'bad_luhn' });
  return ok({ digits, type });
}

/** Formats a number while the shopper types: digits only, cut at 16 (Amex 15), in groups (PAY-11). */
export function formatTypedCardNumber(input: string): string {
  const digits = input.replace(/\D/g, '');
  const type = cardTypeOf(digits);
  return grouped(digits, type === null ? typedGroups : groups[type]);
}

/** Returns a number in groups, masked or not. Null if the type is unknown or the number has more digits than its type allows. */
export function formatCardNumber(input: string): string | null {
  const digits = normalizeCardNumber(input);
  const type = /^[\d*]+$/.test(digits) ? cardTypeOf(digits) : null;
  if (type === null || digits.length > Math.max(...lengths[type])) return null;
  return grouped(digits, groups[type]);
}

function grouped(digits: string, sizes: readonly number[]): string {
  const parts: string[] = [];
  let start = 0;
  for (const size of sizes) {
    parts.push(digits.slice(start, start + size));
    start += size;
  }
  return parts.filter((part) => part !== '').join(' ');
}

/**
 * True for 16 digits, or 15 for Amex. Then the page requests the card's installments (PAY-21). A 13-digit Visa is valid, but never
 * complete (DIF-29).
 */
export const isCompleteCardNumber = (input: string): boolean => {
  const checked = checkCardNumber(input);
  return checked.ok && checked.value.digits.length === (checked.value.type === 'amex' ? 15 : 16);
};

/** True for six digits, which the call for installments requires (DEC-105). */
export const isBin = (text: string): boolean => /^\d{6}$/.test(text);

/** Returns the first six digits of a number (CONST-14). Null if the number has fewer digits. */
export function binOf(input: string): string | null {
  const bin = normalizeCardNumber(input).slice(0, 6);
  return isBin(bin) ? bin : null;
}

/** Masks all digits except the BIN and the last four: "411111******1111". The type can still be read from the result (PAY-32). */
export const maskCardNumber = ({ digits }: CardNumber): string =>
  `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;

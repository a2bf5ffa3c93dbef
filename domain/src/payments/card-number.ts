import { withoutSeparators } from '../customers/typed-number.ts';
import { ok, type Result, refuse } from '../result.ts';

export const cardTypes = ['visa', 'mastercard', 'amex'] as const;
export type CardType = (typeof cardTypes)[number];

const cardNames: Record<CardType, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

/** What a shopper calls a card of this type; "Tarjeta" where it is of none of ours. */
export function cardName(type: string | null): string {
  const known = cardTypes.find((each) => each === type);
  return known === undefined ? 'Tarjeta' : cardNames[known];
}

/** In the order in which the rules are asked; the first that fails is the answer. */
export type CardNumberRefusal = {
  code: 'empty' | 'bad_characters' | 'unsupported_type' | 'wrong_length' | 'bad_luhn';
};

export interface CardNumber {
  /** Digits only. */
  digits: string;
  type: CardType;
}

/** CONST-15, PAY-12. */
const lengths: Record<CardType, readonly number[]> = { visa: [13, 16], mastercard: [16], amex: [15] };

/** PAY-11: 4-4-4-4, Amex 4-6-5. */
const groups: Record<CardType, readonly number[]> = {
  visa: [4, 4, 4, 4],
  mastercard: [4, 4, 4, 4],
  amex: [4, 6, 5],
};

/** Shown while nothing is known of a number (PAY-11). */
const typedGroups = [4, 4, 4, 4] as const;

/** Removes what stands between digits and nothing else. */
export const normalizeCardNumber = withoutSeparators;

/** By prefix alone (PAY-12), so a wrong number may still have a type. Also answers for masked numbers (PAY-32). */
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

/** PAY-12: characters, type, length of the type, Luhn. */
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

/** The form for a field while it is typed: other characters dropped, cut at 16 digits (Amex 15), grouped (PAY-11). */
export function formatTypedCardNumber(input: string): string {
  const digits = input.replace(/\D/g, '');
  const type = cardTypeOf(digits);
  return grouped(digits, type === null ? typedGroups : groups[type]);
}

/** The grouped form of a number of a known type that fits its groups, masked or not; else null. */
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

/** 16 digits, 15 for Amex: the moment to ask for installments (PAY-21). A 13-digit Visa is valid, never complete (DIF-29). */
export const isCompleteCardNumber = (input: string): boolean => {
  const checked = checkCardNumber(input);
  return checked.ok && checked.value.digits.length === (checked.value.type === 'amex' ? 15 : 16);
};

/** Six digits, as the installments call asks for them (DEC-105). */
export const isBin = (text: string): boolean => /^\d{6}$/.test(text);

/** First 6 digits (CONST-14), null while there are fewer. */
export function binOf(input: string): string | null {
  const bin = normalizeCardNumber(input).slice(0, 6);
  return isBin(bin) ? bin : null;
}

/** Keeps the bin and the last four digits: "411111******1111". The type stays readable from it (PAY-32). */
export const maskCardNumber = ({ digits }: CardNumber): string =>
  `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;

import { ok, type Result, refuse } from '../result.ts';
import type { FieldWords } from './field-words.ts';
import { withoutSeparators } from './typed-number.ts';

/** The failures in the order of the checks. The result is the first failure. */
export type PhoneRefusal = { code: 'empty' | 'bad_characters' | 'wrong_length' | 'bad_first_digit' };

export interface Phone {
  /** Eight digits, in the stored form (PROF-06). */
  national: string;
  kind: 'mobile' | 'fixed';
}

/** Number of digits of a phone number (CONST-19). */
export const phoneLength = 8;

/** Shown before the field (INFO-06). */
export const phonePrefix = '+502';

/**
 * Removes the separators that people and programs write between digits: spaces, dashes, dots, brackets, and invisible
 * characters of a copied contact.
 */
const compact = (input: string): string => withoutSeparators(input).replace(/[.()]/g, '');

/**
 * Removes the country code before a number. Without a plus or zeros, 502 is a country code only before eight digits,
 * because a number may begin with 502.
 */
const nationalPart = (input: string): string => compact(input).replace(/^(?:(?:\+|00)502(?=\d)|502(?=\d{8}$))/, '');

/** Parses a Guatemalan number without separators and country code. First digits are 2 to 7 (DEC-234). */
export function checkPhone(input: string): Result<Phone, PhoneRefusal> {
  const national = nationalPart(input);
  if (national === '') return refuse({ code: 'empty' });
  if (!/^\d+$/.test(national)) return refuse({ code: 'bad_characters' });
  if (national.length !== phoneLength) return refuse({ code: 'wrong_length' });
  if (!/^[2-7]/.test(national)) return refuse({ code: 'bad_first_digit' });
  return ok({ national, kind: /^[3-5]/.test(national) ? 'mobile' : 'fixed' });
}

/** Returns the eight digits of a possible Guatemalan number, in the stored form. From any other text, removes only the outer spaces. */
export const repairPhone = (input: string): string => {
  const checked = checkPhone(input);
  return checked.ok ? checked.value.national : input.trim();
};

/**
 * Formats a number while the shopper types: digits, a hyphen after four, no country code (INFO-06). A text that cannot
 * become a Guatemalan number, such as a longer number, stays as typed (DEC-234).
 */
export function formatTypedPhone(input: string): string {
  const digits = nationalPart(input);
  if (!/^\d{0,8}$/.test(digits)) return input;
  return digits.length > 4 ? `${digits.slice(0, 4)}-${digits.slice(4)}` : digits;
}

/** "2245 6789". */
export const displayPhone = ({ national }: Phone): string => `${national.slice(0, 4)} ${national.slice(4)}`;

/** "+50222456789" (E.164). */
export const internationalPhone = ({ national }: Phone): string => `${phonePrefix}${national}`;

/** The exact texts of INFO-05, without accents. The texts of PROF-14 (`profile-words.ts`) have accents (DIF-04, DIF-05). */
export const contactPhone = {
  required: 'Un numero de telefono es necesario para la verificacion.',
  invalid: 'El numero de telefono debe contener exactamente 8 digitos.',
} as const;

/** Second line below the documented message, for a complete number that is not Guatemalan (DEC-234). */
export const foreignPhoneText = 'Ese número no es de Guatemala: escribe uno de 8 dígitos donde podamos llamarte.';

/** Returns whether a number is complete: eight digits or more, perhaps with the plus of a country code. */
const isWholeNumber = (input: string): boolean => /^\+?\d{8,}$/.test(compact(input));

/**
 * Returns the message about an invalid number. The message may have a second line after a line end (DEC-234). Null for
 * a valid number. An empty text is invalid.
 */
export function phoneRefusalText(input: string, invalid: string): string | null {
  if (checkPhone(input).ok) return null;
  return isWholeNumber(input) ? `${invalid}\n${foreignPhoneText}` : invalid;
}

/** Returns the message about a typed number. Null if the number is valid. */
export const phoneMessage = (input: string, { required, invalid }: FieldWords): string | null =>
  input.trim() === '' ? required : phoneRefusalText(input, invalid);

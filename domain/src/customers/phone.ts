import { ok, type Result, refuse } from '../result.ts';
import type { FieldWords } from './field-words.ts';
import { withoutSeparators } from './typed-number.ts';

/** In the order in which the rules are asked; the first that fails is the answer. */
export type PhoneRefusal = { code: 'empty' | 'bad_characters' | 'wrong_length' | 'bad_first_digit' };

export interface Phone {
  /** Eight digits, as stored (PROF-06). */
  national: string;
  kind: 'mobile' | 'fixed';
}

/** CONST-19. */
export const phoneLength = 8;

/** Shown before the field (INFO-06). */
export const phonePrefix = '+502';

/** What people and programs write between digits: spaces, dashes, dots, brackets, and invisible characters of a copied contact. */
const compact = (input: string): string => withoutSeparators(input).replace(/[.()]/g, '');

/**
 * The country code before a number. A number may itself begin with 502: without a plus or zeros, it is the code only where eight digits
 * follow.
 */
const nationalPart = (input: string): string => compact(input).replace(/^(?:(?:\+|00)502(?=\d)|502(?=\d{8}$))/, '');

/** Reads a Guatemalan number: separators and the country code are dropped; first digits 2 to 7 exist (DEC-234). */
export function checkPhone(input: string): Result<Phone, PhoneRefusal> {
  const national = nationalPart(input);
  if (national === '') return refuse({ code: 'empty' });
  if (!/^\d+$/.test(national)) return refuse({ code: 'bad_characters' });
  if (national.length !== phoneLength) return refuse({ code: 'wrong_length' });
  if (!/^[2-7]/.test(national)) return refuse({ code: 'bad_first_digit' });
  return ok({ national, kind: /^[3-5]/.test(national) ? 'mobile' : 'fixed' });
}

/** The eight digits of a number that a Guatemalan line can have, as stored; any other text without outer spaces. */
export const repairPhone = (input: string): string => {
  const checked = checkPhone(input);
  return checked.ok ? checked.value.national : input.trim();
};

/**
 * The form of a field while it is typed: digits, hyphen after four; a country code is dropped (INFO-06). A text that is no number or no
 * part of one, as a longer number is, stays as it was typed (DEC-234).
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

/** INFO-05 has no accents, PROF-14 (`profile-words.ts`) has; both verbatim (DIF-04, DIF-05). */
export const contactPhone = {
  required: 'Un numero de telefono es necesario para la verificacion.',
  invalid: 'El numero de telefono debe contener exactamente 8 digitos.',
} as const;

/** Second line below the documented message, where the number is whole but of no Guatemalan line (DEC-234). */
export const foreignPhoneText = 'Ese número no es de Guatemala: escribe uno de 8 dígitos donde podamos llamarte.';

/** A whole number: eight digits or more, perhaps with the plus of a country code. */
const isWholeNumber = (input: string): boolean => /^\+?\d{8,}$/.test(compact(input));

/** What a number that is none is told; a second line follows after a line end (DEC-234). Null = nothing to say; an empty text is none. */
export function phoneRefusalText(input: string, invalid: string): string | null {
  if (checkPhone(input).ok) return null;
  return isWholeNumber(input) ? `${invalid}\n${foreignPhoneText}` : invalid;
}

/** Null = nothing to say. */
export const phoneMessage = (input: string, { required, invalid }: FieldWords): string | null =>
  input.trim() === '' ? required : phoneRefusalText(input, invalid);

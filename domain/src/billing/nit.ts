import { withoutSeparators } from '../customers/typed-number.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The failures in the order of the checks. The result is the first failure. */
export type NitRefusal = {
  code: 'empty' | 'bad_characters' | 'leading_zero' | 'too_short' | 'too_long' | 'blocked' | 'bad_check_digit';
};

/** Lengths include the check character (CONST-17). */
const shortest = 7;
export const nitMaxLength = 9;

/** The check digit of this number is valid, but the number is refused (BILL-16). */
const blockedNit = '123456789';

/** Returns the number without spaces and dashes, with K in upper case. */
export const normalizeNit = (input: string): string => withoutSeparators(input).toUpperCase();

/** Parses a NIT (BILL-16) and normalises it: "576937-k" → "576937K". "CF" is not a NIT. */
export function checkNit(input: string): Result<string, NitRefusal> {
  const nit = normalizeNit(input);
  if (nit === '') return refuse({ code: 'empty' });
  if (!/^\d*[\dK]$/.test(nit)) return refuse({ code: 'bad_characters' });
  if (nit.startsWith('0')) return refuse({ code: 'leading_zero' });
  if (nit.length < shortest) return refuse({ code: 'too_short' });
  if (nit.length > nitMaxLength) return refuse({ code: 'too_long' });
  if (nit === blockedNit) return refuse({ code: 'blocked' });
  return nitCheckCharacter(nit.slice(0, -1)) === nit.slice(-1) ? ok(nit) : refuse({ code: 'bad_check_digit' });
}

/** Returns the check character for `digits`: weights 2, 3, 4… from the right, modulo 11; 10 is K, 11 is 0. */
export function nitCheckCharacter(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
  const check = 11 - (sum % 11);
  if (check === 10) return 'K';
  return check === 11 ? '0' : String(check);
}

/** Messages about a NIT (BILL-08, PROF-20). */
export const nitMessages = {
  required: 'Debe de ingresar el NIT',
  invalid: 'NIT inválido',
  tooLong: 'El NIT debe contener como maximo 9 digitos',
} as const;

/** Returns the message for the checkout's field. Null if there is no message (BILL-08). */
export function nitMessage(input: string): string | null {
  const checked = checkNit(input);
  if (checked.ok) return null;
  return checked.error.code === 'empty' ? nitMessages.required : nitMessages.invalid;
}

/** Returns the message for the profile's field. It mentions the length (PROF-20). */
export const profileNitMessage = (input: string): string | null =>
  normalizeNit(input).length > nitMaxLength ? nitMessages.tooLong : nitMessage(input);

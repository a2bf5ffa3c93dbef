import { withoutSeparators } from '../customers/typed-number.ts';
import { ok, type Result, refuse } from '../result.ts';

export type DpiRefusal = { code: 'empty' | 'bad_characters' | 'wrong_length' };

/** Number of digits of a DPI (CONST-18). */
export const dpiLength = 13;

/** Returns the number without spaces and dashes. */
export const normalizeDpi = (input: string): string => withoutSeparators(input);

/** Accepts 13 digits and checks nothing else (BILL-18). The registry decides whether the person exists. */
export function checkDpi(input: string): Result<string, DpiRefusal> {
  const dpi = normalizeDpi(input);
  if (dpi === '') return refuse({ code: 'empty' });
  if (!/^\d+$/.test(dpi)) return refuse({ code: 'bad_characters' });
  return dpi.length === dpiLength ? ok(dpi) : refuse({ code: 'wrong_length' });
}

/** Messages about a DPI (DEC-37, PROF-16). */
export const dpiMessages = {
  required: 'El número de DPI es necesario para continuar.',
  badFormat: 'El DPI debe tener el formato válido',
  wrongLength: 'El DPI debe contener exactamente 13 dígitos.',
} as const;

/** Returns the message for the checkout's field. Null if there is no message (DEC-37). */
export function dpiMessage(input: string): string | null {
  const checked = checkDpi(input);
  if (checked.ok) return null;
  return checked.error.code === 'empty' ? dpiMessages.required : dpiMessages.wrongLength;
}

/** Returns the message for the profile's field. It distinguishes a wrong character from a wrong length (PROF-16). */
export function profileDpiMessage(input: string): string | null {
  const checked = checkDpi(input);
  return !checked.ok && checked.error.code === 'bad_characters' ? dpiMessages.badFormat : dpiMessage(input);
}

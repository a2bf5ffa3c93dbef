import { withoutSeparators } from '../customers/typed-number.ts';
import { ok, type Result, refuse } from '../result.ts';

/** A normalized passport number: 3 to 20 letters and digits (DEC-189). */
const passportForm = /^[A-Za-z0-9]{3,20}$/;

/** Returns the number without spaces and dashes. */
export const normalizePassport = (input: string): string => withoutSeparators(input);

/** Accepts 3 to 20 letters and digits (DEC-189). More cannot be checked, because no registry has foreign passports. */
export function checkPassport(input: string): Result<string, { code: 'empty' | 'bad_format' }> {
  const passport = normalizePassport(input);
  if (passport === '') return refuse({ code: 'empty' });
  return passportForm.test(passport) ? ok(passport) : refuse({ code: 'bad_format' });
}

/** Messages about a passport (BILL-12, DEC-189). */
export const passportMessages = {
  required: 'Debe de ingresar el número de pasaporte',
  badFormat: 'Ingresa el pasaporte con 3 a 20 letras y números.',
} as const;

/** Returns the message for the checkout's field. Null if there is no message. */
export function passportMessage(input: string): string | null {
  const checked = checkPassport(input);
  if (checked.ok) return null;
  return checked.error.code === 'empty' ? passportMessages.required : passportMessages.badFormat;
}

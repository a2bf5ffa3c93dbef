import { ok, type Result, refuse } from '../result.ts';
import type { FieldWords } from './field-words.ts';

export type EmailRefusal = { code: 'empty' | 'invalid' };

/** Maximum length of a whole address, in characters (RFC 5321). */
export const emailMaxLength = 254;
/** Maximum length of the part before the @, and of one label of a domain, in characters (RFC 5321 and 1035). */
const longestLocalPart = 64;
const longestLabel = 63;

const localPart = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainPart = /^(?:[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*\.)+\p{L}{2,}$/u;

/**
 * Removes from an address the characters that are often copied with it: invisible ones, "mailto:", brackets, a name
 * before the address, a last comma or dot. Returns lower case.
 */
export const repairEmail = (input: string): string =>
  input
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .replace(/^(?:[^<>@]*<)?(?:mailto:)?|>?[>.,;]$/gi, '')
    .toLowerCase();

/**
 * Accepts an address that a mail server could have. Returns the repaired address (`repairEmail`), which is compared and
 * stored.
 */
export function checkEmail(input: string): Result<string, EmailRefusal> {
  const email = repairEmail(input);
  if (email === '') return refuse({ code: 'empty' });
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0));
  const domain = email.slice(at + 1);
  const isLong =
    email.length > emailMaxLength ||
    local.length > longestLocalPart ||
    domain.split('.').some((label) => label.length > longestLabel);
  const isValid = !isLong && localPart.test(local) && domainPart.test(domain);
  return isValid ? ok(email) : refuse({ code: 'invalid' });
}

/** Messages of the contact form (INFO-02, DEC-33). The profile's messages are in `profile-words.ts`. */
export const contactEmail = {
  required: 'El campo de correo electronico es obligatorio y no puede estar vacio.',
  invalid: 'Por favor, introduce una direccion de correo electronico valida. Ejemplo: nombre@correo.com',
} as const;
/** The API's messages about the field `email` (DEC-194). */
export const sentEmail = {
  required: 'Ingresa el correo electrónico.',
  invalid: 'Ingresa un correo electrónico válido.',
} as const;

/** Messages about the e-mail address of the account. */
export const ownEmailTexts = {
  same: 'Ese ya es el correo de tu cuenta.',
  notOwn: 'Usa el correo de tu cuenta.',
} as const;

/** Returns the message about a typed address. Null if the address is valid. */
export function emailMessage(input: string, { required, invalid }: FieldWords): string | null {
  const checked = checkEmail(input);
  if (checked.ok) return null;
  return checked.error.code === 'empty' ? required : invalid;
}

import { repairEmail } from './email.ts';
import { personMessage } from './person-name.ts';
import { repairPhone } from './phone.ts';
import { repairLine, repairLines } from './plain-text.ts';

/** Repairs and messages for typed texts that do not depend on the rule of a field (record 0100). */

const repairs = {
  line: repairLine,
  lines: repairLines,
  email: repairEmail,
  phone: repairPhone,
  name: repairLine,
} as const;

export type TextKind = keyof typeof repairs;

/** Repairs a text according to its kind. */
export const repaired = (kind: TextKind, text: string): string => repairs[kind](text);

/**
 * Returns the message about a text that is too long for its field, with the number of surplus characters (DEC-234).
 * Null if the text fits.
 */
export function lengthMessage(text: string, maxLength: number): string | null {
  const surplus = [...text].length - maxLength;
  return surplus > 0 ? `Escribe hasta ${maxLength} caracteres: sobran ${surplus}.` : null;
}

/**
 * Returns the message that does not depend on the rule of the field: the text is too long (DEC-234), or is not a name.
 * Null if there is no message.
 */
export function refusalOf(value: unknown, kind: TextKind | undefined, maxLength: number): string | null {
  const text = String(value);
  return lengthMessage(text, maxLength) ?? (kind === 'name' ? personMessage(text) : null);
}

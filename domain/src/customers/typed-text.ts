import { repairEmail } from './email.ts';
import { personMessage } from './person-name.ts';
import { repairPhone } from './phone.ts';
import { repairLine, repairLines } from './plain-text.ts';

/** Rules of a text that is typed into a field: how it is repaired, and the messages that are not of its own rule (record 0100). */

const repairs = {
  line: repairLine,
  lines: repairLines,
  email: repairEmail,
  phone: repairPhone,
  name: repairLine,
} as const;

export type TextKind = keyof typeof repairs;

/** A text as its kind is repaired. */
export const repaired = (kind: TextKind, text: string): string => repairs[kind](text);

/** The message of a text that is longer than its field takes, with the surplus (DEC-234). Null = the text fits. */
export function lengthMessage(text: string, maxLength: number): string | null {
  const surplus = [...text].length - maxLength;
  return surplus > 0 ? `Escribe hasta ${maxLength} caracteres: sobran ${surplus}.` : null;
}

/** The message that a field shows besides those of its own rule: the text is too long (DEC-234), or is no name. Null = none. */
export function refusalOf(value: unknown, kind: TextKind | undefined, maxLength: number): string | null {
  const text = String(value);
  return lengthMessage(text, maxLength) ?? (kind === 'name' ? personMessage(text) : null);
}

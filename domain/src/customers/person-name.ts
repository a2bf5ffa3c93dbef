/** What a name that is no name is told. */
export const personNameMessage = 'Usa solo letras, espacios, puntos, guiones y apóstrofos.';

/**
 * Whether a text could be somebody's name: letters, spaces, apostrophes, hyphens, and dots at the end of a word. It stands in
 * mails to an address that nobody has confirmed, and mail programs make links of what looks like one.
 */
export const isPersonName = (text: string): boolean => namePattern.test(text.trim());

const namePattern = /^\p{L}[\p{L}\p{M}'’ -]*(?:\.(?:[ -][\p{L}\p{M}'’ -]*)?)*$/u;

/** Null = nothing to say; `required`: what an empty field is told. */
export function nameMessage(text: string, required: string): string | null {
  if (text.trim() === '') return required;
  return isPersonName(text) ? null : personNameMessage;
}

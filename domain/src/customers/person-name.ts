import { plainTextMessage, repairLine } from './plain-text.ts';

/** The message about a text that is not a name. */
export const personNameMessage = 'Usa solo letras, espacios, puntos, guiones y apóstrofos.';

/** Letters, spaces, apostrophes (and the similar keys of keyboards), hyphens and dots, never two dots in a row. */
const namePattern = /^\p{L}(?:[\p{L}\p{M}'’‘ʼ´` -]|\.(?!\.))*$/u;

/**
 * Returns the message about a person's name after its repair (`repairLine`). Null if the text may be a name. An empty
 * text is not a name.
 */
export const personMessage = (text: string): string | null =>
  plainTextMessage(text) ?? (namePattern.test(repairLine(text)) ? null : personNameMessage);

/** Returns the message about a typed name. Null if the name is valid. `required`: the message for an empty field. */
export const nameMessage = (text: string, required: string): string | null =>
  repairLine(text) === '' ? required : personMessage(text);

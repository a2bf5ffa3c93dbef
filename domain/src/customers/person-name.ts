import { plainTextMessage, repairLine } from './plain-text.ts';

/** What a name that is no name is told. */
export const personNameMessage = 'Usa solo letras, espacios, puntos, guiones y apóstrofos.';

/** Letters, spaces, apostrophes (and what keyboards have beside them), hyphens and dots, never two dots in a row. */
const namePattern = /^\p{L}(?:[\p{L}\p{M}'’‘ʼ´` -]|\.(?!\.))*$/u;

/** What somebody's name is told. It judges the repaired name (`repairLine`); null = it could be one. An empty text is none. */
export const personMessage = (text: string): string | null =>
  plainTextMessage(text) ?? (namePattern.test(repairLine(text)) ? null : personNameMessage);

/** Null = nothing to say; `required`: what an empty field is told. */
export const nameMessage = (text: string, required: string): string | null =>
  repairLine(text) === '' ? required : personMessage(text);

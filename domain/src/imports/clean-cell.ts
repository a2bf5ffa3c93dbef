/**
 * Invisible characters that make two equal codes differ: soft hyphens, zero-width spaces, direction marks, byte order marks. The
 * zero-width joiners (U+200C, U+200D) stay, because emojis and some scripts need them.
 */
const invisible =
  /\u034F|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/** Spaces that look like an ordinary one. */
const spaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/** Texts that need no cleaning: most cells of a file. */
const plain = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/** The text as a person reads it: composed accents (NFC), ordinary spaces, no invisible characters, no spaces around it. */
export const cleanCell = (text: string): string =>
  plain.test(text) ? text : text.normalize('NFC').replace(invisible, '').replace(spaces, ' ').trim();

/** Texts that spreadsheets show for a formula without a result, in English and Spanish, from Excel, Sheets and LibreOffice. */
const sheetError =
  /^(?:#(?:N\/[AD]|¡?(?:REF|DIV\/0|VALUE|VALOR|NUM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC|FIELD|CAMPO|BLOCKED|BLOQUEADO|CONNECT|UNKNOWN|ERROR|CIRC)!|¿?(?:NAME|NOMBRE)\?|GETTING_DATA|OBTENIENDO_DATOS)|Err:\d{3}|#{3,})$/i;

/** True if the text is a spreadsheet error instead of a value. */
export const isSheetError = (text: string): boolean => sheetError.test(text);

/**
 * Invisible characters that make equal codes look different to a program: soft hyphens, zero-width spaces, direction
 * marks, byte order marks. The zero-width joiners (U+200C, U+200D) stay, because emojis and some scripts need them.
 */
const invisible =
  /\u034F|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/** Characters that look like an ordinary space. */
const spaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/** Matches texts that need no cleaning: most cells of a file. */
const plain = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/** Returns the text as a person reads it: composed accents (NFC), ordinary spaces, no invisible characters, no outer spaces. */
export const cleanCell = (text: string): string =>
  plain.test(text) ? text : text.normalize('NFC').replace(invisible, '').replace(spaces, ' ').trim();

/** Matches the texts that spreadsheets show for a failed formula: Excel, Sheets and LibreOffice, English and Spanish. */
const sheetError =
  /^(?:#(?:N\/[AD]|¡?(?:REF|DIV\/0|VALUE|VALOR|NUM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC|FIELD|CAMPO|BLOCKED|BLOQUEADO|CONNECT|UNKNOWN|ERROR|CIRC)!|¿?(?:NAME|NOMBRE)\?|GETTING_DATA|OBTENIENDO_DATOS)|Err:\d{3}|#{3,})$/i;

/** True if the text is a spreadsheet error instead of a value. */
export const isSheetError = (text: string): boolean => sheetError.test(text);

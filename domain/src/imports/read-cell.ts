import { parseCivilDate } from '../dates/civil-date.ts';
import { withoutCurrency } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';

/**
 * The format of ambiguous values in a file. Without a declaration, a value with only one meaning is parsed, and an
 * ambiguous value is refused. Values are never guessed (BULK-05).
 */
export interface CellFormat {
  /** The mark before decimals. */
  decimal?: '.' | ',' | undefined;
  /** The order of `05/06/2026`: day or month first. */
  dates?: 'dmy' | 'mdy' | undefined;
}

/** The parsed value of a cell. Amounts are in centavos, moments are `YYYY-MM-DD HH:MM` in Guatemala. */
export type CellValue = string | number | boolean | null | readonly CellValue[] | { readonly [key: string]: CellValue };

/** The reason why a cell cannot be parsed. `text` is for the person who corrects the file. */
export interface CellFault {
  code:
    | 'INVALID_NUMBER'
    | 'AMBIGUOUS_NUMBER'
    | 'INVALID_DATE'
    | 'AMBIGUOUS_DATE'
    | 'INVALID_VALUE'
    | 'TEXT_TOO_LONG'
    | 'OUT_OF_RANGE';
  text: string;
}

export type CellResult<T extends CellValue = CellValue> = Result<T, CellFault>;

export const fault = (code: CellFault['code'], text: string): { ok: false; error: CellFault } => refuse({ code, text });

const ambiguousNumber = (text: string) =>
  fault(
    'AMBIGUOUS_NUMBER',
    `«${text}» se puede leer de dos maneras: declara el separador decimal del archivo (decimal).`,
  );

/**
 * Parses a number into `-1234.5`. Thousands are groups of three, separated by the other mark or not at all. `1,234` is
 * ambiguous until the decimal mark is declared. Without a declaration the mark is a point, and `1234,5` is not a
 * number.
 */
export function readNumber(text: string, { decimal }: CellFormat): CellResult<string> {
  const match = /^(-?)(\d[\d.,]*)$/.exec(text.trim());
  if (match === null) return fault('INVALID_NUMBER', `«${text}» no es un número.`);
  const [, sign = '', digits = ''] = match;
  if (decimal === undefined && /^\d{1,3}[.,]\d{3}$/.test(digits) && !digits.startsWith('0'))
    return ambiguousNumber(text);
  const mark = decimal ?? '.';
  const [whole = '', fraction, ...more] = digits.split(mark);
  const thousands = mark === '.' ? ',' : '.';
  const groups = whole.split(thousands);
  const isGrouped =
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group)));
  if (more.length > 0 || !isGrouped || whole === '' || (fraction !== undefined && !/^\d+$/.test(fraction))) {
    return fault('INVALID_NUMBER', `«${text}» no es un número con «${mark}» antes de los decimales (decimal).`);
  }
  return ok(`${sign}${groups.join('')}${fraction === undefined ? '' : `.${fraction}`}`);
}

/** Parses a whole number from `least` to `most`. */
export function readWhole(text: string, format: CellFormat, least: number, most: number): CellResult<number> {
  const read = readNumber(text, format);
  if (!read.ok) return read;
  if (!/^-?\d+(?:\.0+)?$/.test(read.value)) return fault('INVALID_NUMBER', `«${text}» no es un número entero.`);
  const value = Number(read.value);
  return value >= least && value <= most
    ? ok(value === 0 ? 0 : value)
    : fault('OUT_OF_RANGE', `Debe ser un número entero de ${least} a ${most}.`);
}

/** Q100,000,000: above any price. */
const maxCentavos = 10_000_000_000;

/** Parses `1234.5`, `Q1,234.50`, `Q. 1,234.50` or `GTQ 1,234.50` into centavos, at least `least`. */
export function readAmount(text: string, format: CellFormat, least = 1): CellResult<number> {
  const read = readNumber(withoutCurrency(text), format);
  if (!read.ok) return read;
  const [whole = '', decimals = ''] = read.value.split('.');
  if (/[^0]/.test(decimals.slice(2))) return fault('INVALID_NUMBER', `«${text}» tiene más de dos decimales.`);
  const value = Number(`${whole}${decimals.slice(0, 2).padEnd(2, '0')}`);
  return value >= least && value <= maxCentavos
    ? ok(value)
    : fault('OUT_OF_RANGE', least > 0 ? 'Debe ser un monto mayor que cero.' : 'Debe ser un monto de cero o más.');
}

/** Parses a number with decimals between two limits, such as a latitude. */
export function readDecimal(text: string, format: CellFormat, least: number, most: number): CellResult<number> {
  // A number with more than three decimals cannot have thousands, even with a declaration.
  const plain = format.decimal === undefined && /^-?\d{1,3}\.\d+$/.test(text.trim());
  const read = readNumber(text, plain ? { decimal: '.' } : format);
  if (!read.ok) return read;
  const value = Number(read.value);
  return value >= least && value <= most ? ok(value) : fault('OUT_OF_RANGE', `Debe estar entre ${least} y ${most}.`);
}

/** Parses a day such as `2026-11-21` or `21/11/2026` into `YYYY-MM-DD`. `05/06/2026` is ambiguous until the order is declared. */
export function readDay(text: string, { dates }: CellFormat): CellResult<string> {
  const trimmed = text.trim();
  const [, first = '', second = '', year = ''] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(trimmed) ?? [];
  const isoOf = (day: string, month: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const readings =
    year === ''
      ? [trimmed]
      : [...(dates === 'mdy' ? [] : [isoOf(first, second)]), ...(dates === 'dmy' ? [] : [isoOf(second, first)])];
  const days = new Set(readings.flatMap((reading) => (parseCivilDate(reading).ok ? [reading] : [])));
  const [day] = days;
  if (day === undefined) return fault('INVALID_DATE', `«${text}» no es una fecha como 2026-11-21 o 21/11/2026.`);
  if (days.size > 1) {
    return fault(
      'AMBIGUOUS_DATE',
      `«${text}» se puede leer de dos maneras: declara el orden de las fechas del archivo (dates).`,
    );
  }
  return ok(day);
}

/** Parses a day with or without a time into `YYYY-MM-DD HH:MM` in Guatemala. Without a time, the result is the start of the day. */
export function readMoment(text: string, format: CellFormat): CellResult<string> {
  const [, day = '', time = '00:00'] = /^([^\sT]+)(?:[T ]+(\d{1,2}:\d{2})(?::00)?)?$/.exec(text.trim()) ?? [];
  const read = readDay(day === '' ? text : day, format);
  if (!read.ok) return read;
  if (!/^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(time))
    return fault('INVALID_DATE', `«${text}» no tiene una hora como 08:00.`);
  return ok(`${read.value} ${time.padStart(5, '0')}`);
}

/** The last minute of a day in cells. It includes all of its seconds. */
export const lastMinute = '23:59';

/** True if a cell contains a day without a time. */
export const isDateOnly = (text: string): boolean => !text.includes(':');

/** Parses the moment at which something ends. A day without a time ends with its last minute. `23:59:59` has the same meaning. */
export function readUntil(text: string, format: CellFormat): CellResult<string> {
  const read = readMoment(text.replace(/(?<=[T ]23:59):59(?:\.9+)?$/, ''), format);
  return read.ok && isDateOnly(text) ? ok(read.value.replace(/\d\d:\d\d$/, lastMinute)) : read;
}

const yesWords = new Set(['si', 'sí', 's', 'x', '1', 'true', 'verdadero']);
const noWords = new Set(['no', 'n', '0', 'false', 'falso']);

/** Parses "sí" and "no", and the texts into which spreadsheets turn them. */
export function readYesNo(text: string): CellResult<boolean> {
  const word = text.trim().toLowerCase();
  if (yesWords.has(word)) return ok(true);
  return noWords.has(word) ? ok(false) : fault('INVALID_VALUE', `«${text}» no es «sí» ni «no».`);
}

/** Parses a text without outer blanks, of 1 to `most` characters. Refuses control characters, except line breaks if `hasLines`. */
export function readText(text: string, most: number, hasLines = false): CellResult<string> {
  const trimmed = text.trim().replaceAll('\r\n', '\n');
  if (trimmed.length > most) return fault('TEXT_TOO_LONG', `Tiene ${trimmed.length} letras; caben ${most}.`);
  const isPlain = !/\p{Cc}/u.test(hasLines ? trimmed.replaceAll(/[\n\t]/g, '') : trimmed);
  return isPlain && trimmed !== '' ? ok(trimmed) : fault('INVALID_VALUE', 'Tiene caracteres que no se pueden mostrar.');
}

import { cleanCell, isSheetError } from '@ceiba/domain/imports/clean-cell';
import { plainOfHtml } from '@ceiba/domain/imports/html-text';
import type { CellFormat, CellValue } from '@ceiba/domain/imports/read-cell';
import type { Column, Kind } from './import-kind.ts';
import type { CellError, ReadRow } from './import-rows.store.ts';
import type { FileRow } from './read-file.ts';
import type { FileCell } from './read-sheet.ts';

/** The word that clears a value of the shop. An empty cell leaves the value unchanged (BULK-08). */
const clearWord = '[borrar]';

/** The column with the errors in a returned file. */
export const errorHeading = 'Error';

/** Maximum length of a cell in its error. */
const quotedLength = 200;
export const shortened = (text: string, most = quotedLength): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

export interface RowContext {
  headings: readonly (Column | undefined)[];
  /** The headings as the file writes them. */
  names: readonly string[];
  format: CellFormat;
  now: Date;
}

/** Removes the apostrophe by which an export prevents formulas in spreadsheets (`escape_formulas` of csv-stringify). */
const unescaped = (cell: FileCell): FileCell =>
  typeof cell === 'number' ? cell : cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '');

const readCell = (column: Column, cell: FileCell, format: CellFormat) => {
  // A number of a spreadsheet cannot be read in two ways.
  if (typeof cell === 'number') return column.read(String(cell), { ...format, decimal: '.' });
  return column.read(cell, format);
};

/** Reads a key that a person types alone. */
export const readKey = (column: Column, text: string) => column.read(cleanCell(text), { decimal: '.' });

/** Reads every cell of a row, and returns all its faults. */
export function readRow(kind: Kind, { headings, names, format, now }: RowContext, { row, cells }: FileRow): ReadRow {
  const given: Record<string, CellValue> = {};
  const errors: CellError[] = [];
  const asWritten: Record<string, FileCell> = {};
  const give = ({ name, partOf }: Column, value: CellValue): void => {
    if (partOf === undefined) given[name] = value;
    else given[partOf.name] = { ...Object(given[partOf.name]), [partOf.part]: value };
  };
  cells.map(unescaped).forEach((cell, at) => {
    const column = headings[at];
    const text = cleanCell(String(cell));
    if (column === undefined) {
      // Reported once, because a row may have 100,000 such cells.
      if (text !== '' && (names[at] ?? '').trim() === '' && !errors.some(({ column: of }) => of === '')) {
        errors.push({
          column: '',
          value: shortened(text),
          code: 'UNKNOWN_COLUMN',
          text: 'La fila tiene una celda más que los encabezados.',
        });
      }
      return;
    }
    asWritten[column.name] = cell;
    // Editors of other systems write an empty description as `<p></p>`.
    if (text === '' || (text.startsWith('<') && plainOfHtml(text) === '')) return;
    const fail = (code: string, says: string): void =>
      void errors.push({
        column: column.name,
        value: shortened(text),
        code,
        // The error's text may also quote the whole cell.
        text:
          text.length > quotedLength
            ? shortened(
                says.replaceAll(text, () => shortened(text)),
                500,
              )
            : says,
      });
    if (text.toLowerCase() === clearWord) {
      if (column.isClearable === true) give(column, column.cleared ?? null);
      else fail('NOT_CLEARABLE', 'Esta columna no se puede borrar.');
      return;
    }
    if (isSheetError(text)) {
      fail(
        'SHEET_ERROR',
        `La celda tiene el error ${text} de la hoja de cálculo: corrige su fórmula o escribe el valor.`,
      );
      return;
    }
    const read = readCell(column, typeof cell === 'number' ? cell : text, format);
    if (read.ok) give(column, read.value);
    else fail(read.error.code, read.error.text);
  });
  for (const name of kind.key) {
    const isRequired = kind.columns.find((column) => column.name === name)?.isRequired === true;
    if (isRequired && given[name] === undefined && !errors.some(({ column }) => column === name)) {
      errors.push({ column: name, value: '', code: 'REQUIRED', text: 'Falta: sin ella no se sabe de qué se trata.' });
    }
  }
  if (errors.length > 0) return { row_no: row, key: [], cells: asWritten, given, errors };
  const whole = { ...given, ...kind.derive?.(given) };
  const identified = kind.identify?.(whole, now) ?? { key: kind.key.map((name) => String(whole[name])), given: whole };
  return { row_no: row, ...identified, cells: asWritten, errors };
}

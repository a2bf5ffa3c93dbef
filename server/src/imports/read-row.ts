import type { CellFormat, CellValue } from '@ceiba/domain/imports/read-cell';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Column, Kind } from './import-kind.ts';
import type { CellError, ReadRow } from './import-rows.store.ts';
import type { FileRow } from './read-file.ts';
import type { FileCell } from './read-sheet.ts';

/** What empties a cell of the shop; an empty cell of a file leaves it (BULK-08). */
const clearWord = '[borrar]';

/** The column in which a file comes back with what is wrong. */
export const errorHeading = 'Error';

export interface HeadingFault {
  column: string;
  code: 'UNKNOWN_COLUMN' | 'DUPLICATE_COLUMN' | 'MISSING_COLUMN';
  text: string;
}

/** Characters of a cell that are told with what is wrong with it. */
const told = 200;
const shortened = (text: string, most = told): string => (text.length > most ? `${text.slice(0, most)}…` : text);

const plain = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s-]+/g, '_');

/** What `separator` would have to say of a file whose headings were read as one. */
const separatorOf = (heading: string): 'semicolon' | 'tab' | undefined =>
  heading.includes(';') ? 'semicolon' : heading.includes('\t') ? 'tab' : undefined;

/** The column of each heading; undefined: the one that errors came back in, or one without a name and with nothing below it. */
export function readHeadings(
  kind: Kind,
  headings: readonly string[],
): Result<readonly (Column | undefined)[], { code: 'IMPORT_COLUMNS'; faults: HeadingFault[] }> {
  const faults: HeadingFault[] = [];
  const known = kind.columns.filter(({ isDerived = false }) => !isDerived);
  const seen = new Set<string>();
  const columns = headings.map((heading) => {
    const name = plain(heading);
    if (name === plain(errorHeading) || name === '') return undefined;
    const column = known.find((one) => one.name === name);
    if (column === undefined) {
      const names = known.map((one) => one.name).join(', ');
      const separator = headings.length > 1 ? undefined : separatorOf(heading);
      const hint =
        separator === undefined ? '' : ` Parece que otro signo separa las columnas: declara separator ${separator}.`;
      faults.push({
        column: shortened(heading),
        code: 'UNKNOWN_COLUMN',
        text: `No hay una columna «${shortened(heading)}». Las columnas son: ${names}.${hint}`,
      });
    } else if (seen.has(name)) {
      faults.push({
        column: shortened(heading),
        code: 'DUPLICATE_COLUMN',
        text: `La columna «${shortened(heading)}» está dos veces.`,
      });
    }
    seen.add(name);
    return column;
  });
  for (const name of kind.key) {
    const isOptional = known.find((one) => one.name === name)?.isRequired !== true;
    if (!isOptional && !seen.has(name)) {
      faults.push({ column: name, code: 'MISSING_COLUMN', text: `Falta la columna «${name}».` });
    }
  }
  return faults.length === 0 ? ok(columns) : refuse({ code: 'IMPORT_COLUMNS', faults });
}

export interface RowContext {
  headings: readonly (Column | undefined)[];
  /** As the file writes them. */
  names: readonly string[];
  format: CellFormat;
  now: Date;
}

/** Without the apostrophe by which an export keeps a spreadsheet from taking a text for a formula (`escape_formulas` of csv-stringify). */
const unescaped = (cell: FileCell): FileCell =>
  typeof cell === 'number' ? cell : cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '');

const readCell = (column: Column, cell: FileCell, format: CellFormat) => {
  // A number of a spreadsheet is no text that could be read in two ways.
  if (typeof cell === 'number') return column.read(String(cell), { ...format, decimal: '.' });
  return column.read(cell, format);
};

/** Reads every cell of a row, and says all that is wrong with them. */
export function readRow(kind: Kind, { headings, names, format, now }: RowContext, { row, cells }: FileRow): ReadRow {
  const given: Record<string, CellValue> = {};
  const errors: CellError[] = [];
  const asWritten: Record<string, FileCell> = {};
  cells.map(unescaped).forEach((cell, at) => {
    const column = headings[at];
    const text = String(cell).trim();
    if (column === undefined) {
      // Once: a row may have 100,000 of them.
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
    if (text === '') return;
    const fail = (code: string, says: string): void =>
      void errors.push({
        column: column.name,
        value: shortened(text),
        code,
        // It may say the cell, too.
        text:
          text.length > told
            ? shortened(
                says.replaceAll(text, () => shortened(text)),
                500,
              )
            : says,
      });
    if (text.toLowerCase() === clearWord) {
      if (column.isClearable === true) given[column.name] = column.cleared ?? null;
      else fail('NOT_CLEARABLE', 'Esta columna no se puede borrar.');
      return;
    }
    const read = readCell(column, cell, format);
    if (read.ok) given[column.name] = read.value;
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

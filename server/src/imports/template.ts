import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { stringify } from 'csv-stringify/sync';
import type { Tx } from '../platform/db/database.ts';
import { csvMark } from '../platform/operations/csv-mark.ts';
import { findDeclaredAttributes } from '../products/products.store.ts';
import type { Column, Given, Kind } from './import-kind.ts';
import { attributeHeading } from './product-kinds.ts';
import { findExample, listNames, namesSomething } from './template.store.ts';

/** A column of a template, with all allowed cells if they can be listed. */
export interface TemplateColumn {
  column: Column;
  /** Null if any text of the column's form is allowed, or there are too many names for a list. */
  values: readonly string[] | null;
}

/**
 * An empty file of a kind (BULK-10): its headings, an example, and the allowed cells of each column. Made from the
 * declarations by which an import checks its rows, and from the shop's names.
 */
export interface Template {
  kind: Kind;
  /** Columns that the file has. */
  columns: readonly TemplateColumn[];
  /** Columns that change an object's name. The file lacks them, but a person may add them. */
  extras: readonly TemplateColumn[];
  /** Cells in the order of `columns`. */
  example: readonly string[];
  /** True if the example is a row of the shop. Importing the example then changes nothing, until the row changes. */
  isPresent: boolean;
}

interface Asked {
  kind: Kind;
  /** The path of a category whose attributes each become a column. */
  category?: string | undefined;
  /**
   * The reader's permissions. Columns that need another permission are omitted. Undefined for an operator, who has all
   * permissions.
   */
  permissions?: ReadonlySet<Permission> | undefined;
  now: Date;
}

type Declared = Awaited<ReturnType<typeof findDeclaredAttributes>>[number];

/** Words that an attribute accepts, and an example: one of the words, or a value of its type. */
const valuesOfAttribute = ({ type, choices }: Declared): { words?: readonly string[]; example: string } => {
  if (type === 'flag') return { words: ['Sí', 'No'], example: 'Sí' };
  if (type === 'choice') return { words: choices, example: choices[0] ?? '' };
  return { example: type === 'number' ? '10' : 'Texto' };
};

const acceptedByType = { text: 'un texto', number: 'un número', flag: 'Sí o No', choice: 'una palabra de su lista' };

/** The column of an attribute that the category declares (PROD-07). */
const attributeColumn = (kind: Kind, declared: Declared): Column[] => {
  const { code, name, unit, type, isRequired } = declared;
  const column = kind.partOf?.(attributeHeading(code));
  if (column === undefined) return [];
  const unitText = unit === '' ? '' : `, en ${unit} (sin escribir la unidad)`;
  return [
    {
      ...column,
      about: `${name}.`,
      accepts: `${acceptedByType[type]}${unitText}`,
      isRequired,
      ...valuesOfAttribute(declared),
    },
  ];
};

/** The columns of the template. For a category with attributes, each attribute has a column. */
const columnsOf = ({ kind, permissions }: Asked, declared: readonly Declared[]): readonly Column[] => {
  const parts = declared.flatMap((one) => attributeColumn(kind, one));
  const whole = parts[0]?.partOf?.name;
  return kind.columns
    .filter(({ isDerived = false }) => !isDerived)
    .filter(({ permission }) => permission === undefined || permissions === undefined || permissions.has(permission))
    .flatMap((column) => (column.name === whole ? parts : [column]));
};

const valuesOf = async (tx: Tx, { words, refersTo }: Column): Promise<readonly string[] | null> => {
  if (words !== undefined) return words;
  return refersTo?.values === undefined || refersTo.isLong === true ? null : listNames(tx, refersTo.values);
};

/** Returns the cell of a row of the shop. Finds a part by its code in the whole value. */
const presentCell = ({ name, write, partOf }: Column, row: Given): string => {
  const value = row[partOf?.name ?? name];
  if (partOf === undefined) return value === null || value === undefined ? '' : write(value);
  const part = Array.isArray(value) ? value.find((one) => Object(one).code === partOf.part) : undefined;
  return part === undefined ? '' : String(Object(part).value);
};

const isReadable = (of: TemplateColumn | undefined, cell: string): boolean =>
  of?.column.read(cell, { decimal: '.' }).ok === true;

/** Returns an example's cell if the row of the shop has no value. A required name is the first allowed name. */
const inventedCell = async (tx: Tx, { name, example, isRequired, refersTo }: Column, { category }: Asked) => {
  if (name === 'categoria' && category !== undefined) return category;
  if (refersTo?.values === undefined || (isRequired !== true && refersTo.isExample !== true)) return example ?? '';
  return (await listNames(tx, refersTo.values, 1))[0] ?? example ?? '';
};

/**
 * Creates the template of a kind. Refuses a category that does not exist, and a category for a kind without attributes.
 */
export async function makeTemplate(
  tx: Tx,
  asked: Asked,
): Promise<Result<Template, { code: 'UNKNOWN_CATEGORY'; text: string }>> {
  const { kind, category, now } = asked;
  const reference = kind.columns.find(({ name }) => name === 'categoria')?.refersTo;
  if (category !== undefined && (kind.partOf === undefined || reference === undefined))
    return refuse({ code: 'UNKNOWN_CATEGORY', text: 'Solo la plantilla de productos es por categoría.' });
  if (category !== undefined && reference !== undefined && !(await namesSomething(tx, reference, category)))
    return refuse({ code: 'UNKNOWN_CATEGORY', text: `${reference.what} «${category}» no existe.` });
  const declared = category === undefined ? [] : await findDeclaredAttributes(tx, category);
  const all: TemplateColumn[] = [];
  for (const column of columnsOf(asked, declared)) all.push({ column, values: await valuesOf(tx, column) });
  const columns = all.filter(({ column }) => column.isChange !== true);
  const row = await findExample(tx, kind, { category: category ?? null, now });
  const present = row && columns.map(({ column }) => presentCell(column, row));
  // A row that no file wrote may have a cell that no file can have, such as a picture of the demo shop.
  const isPresent = present?.every((cell, at) => cell === '' || isReadable(columns[at], cell)) === true;
  const example = isPresent ? present : await Promise.all(columns.map(({ column }) => inventedCell(tx, column, asked)));
  return ok({ kind, columns, extras: all.filter(({ column }) => column.isChange === true), example, isPresent });
}

// Names and examples come from the shop, so a spreadsheet must never read them as a formula. `readRow` removes the apostrophe.
const csvOf = (rows: readonly (readonly string[])[]): string =>
  csvMark + stringify([...rows], { escape_formulas: true });

/** The template as CSV: UTF-8 with BOM, commas, its headings and its example. */
export const templateCsv = ({ columns, example }: Template): string =>
  csvOf([columns.map(({ column }) => column.name), example]);

/**
 * The allowed values as CSV: below each heading with a list, one value per line. The values have a separate file,
 * because an import could not tell a comment in the template from a row.
 */
export const valuesCsv = ({ columns }: Template): string => {
  const listed = columns.flatMap(({ column, values }) => (values === null ? [] : [{ name: column.name, values }]));
  const longest = Math.max(0, ...listed.map(({ values }) => values.length));
  return csvOf([
    listed.map(({ name }) => name),
    ...Array.from({ length: longest }, (_, at) => listed.map(({ values }) => values[at] ?? '')),
  ]);
};

/** Returns whether a kind is filled in a spreadsheet. Pictures come in a ZIP, where each file's name is its product's code. */
export const hasSheet = ({ name }: Kind): boolean => name !== 'pictures';

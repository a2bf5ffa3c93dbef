import type { AuditedCall } from '@ceiba/contract/desk/audit-changes';
import type { ImportKind } from '@ceiba/contract/desk/import-kinds';
import { lineOfHtml, plainOfHtml } from '@ceiba/domain/imports/html-text';
import type { CellFormat, CellResult, CellValue } from '@ceiba/domain/imports/read-cell';
import {
  fault,
  lastMinute,
  readAmount,
  readDecimal,
  readMoment,
  readText,
  readUntil,
  readWhole,
  readYesNo,
} from '@ceiba/domain/imports/read-cell';
import { centavos, toDecimalText } from '@ceiba/domain/money/money';
import { ok } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { PictureRecipe } from '../media/picture-recipe.ts';
import type { Tx } from '../platform/db/database.ts';
import type { EntityChange } from '../platform/entities/put-entity.ts';
import type { Notice } from './notices.ts';

/**
 * Declares a kind of import and export: its columns with their reading and writing, the key, the present rows, and how
 * new or changed rows are written. A row of a file is `r`, with `r.key text[]` and `r.given jsonb`. SQL comes only from
 * these declarations, never from a file.
 */
export interface Column {
  /** The column's heading. */
  name: string;
  read(text: string, format: CellFormat): CellResult;
  /** Describes in Spanish the cells that `read` accepts: "un número entero de 0 a 60". Made from the same limits. */
  accepts: string;
  /** All texts that `read` accepts, if they are few. */
  words?: readonly string[];
  /** The meaning of the column, in Spanish. Every column of an importable kind has a meaning. */
  about?: string;
  /** The cell of the template's example if the shop has no row yet. The examples of a kind together are a valid row. */
  example?: string;
  /** Writes a cell that `read` accepts in any format: decimal point, ISO dates. */
  write(value: CellValue): string;
  /** SQL for the present value, from the kind's source. */
  now: string;
  /** True if the column is the end of a period. A day without a time then means the last minute of that day. */
  isUntil?: boolean;
  /** True if a new row needs the column. */
  isRequired?: boolean;
  /** `[borrar]` is accepted and means `cleared` (null). */
  isClearable?: boolean;
  cleared?: CellValue;
  /** Fixed for existing objects. */
  isFixed?: boolean;
  /** The cell names an object that must exist. */
  refersTo?: Reference;
  /** The permission that a file with this column needs, besides the permissions of its kind (record 0083). */
  permission?: Permission;
  /** The cell is a part of another column's value, for example one of a product's attributes. */
  partOf?: { name: string; part: string };
  /** True if no file has the column. `derive` of its kind computes it. */
  isDerived?: boolean;
  /** The column changes an existing object, for example its name. No export has the column, and it creates no object. */
  isChange?: boolean;
  /** SQL for the present value of the row that `r` names, if this differs from `now`. */
  currentValueSql?: string;
  /** The place where the value is written: the table's column, SQL for the value, and the default of a new row. */
  set?: { column: string; value?: (text: string) => string; otherwise?: string };
}

/** An object of the shop that a cell names. `what`: the object in errors ("La marca"). */
export interface Reference {
  /** SQL that is false if no object has the name `text`, an SQL text. */
  exists: (text: string) => string;
  what: string;
  /** SQL for the allowed names, as `value`, in their order. Undefined if the names cannot be listed. */
  values?: string;
  /** True if the shop has too many objects for a list. */
  isLong?: boolean;
  /** True if a template's example names the first object, as for a required column. */
  isExample?: boolean;
}

/**
 * A reference to a column of a table. `where`: limits the existing objects. `offered`: SQL for the names that a
 * template offers.
 */
export const reference = (
  what: string,
  table: string,
  column: string,
  {
    type,
    where,
    offered,
    ...options
  }: { type?: 'integer'; where?: string; offered?: string } & Pick<Reference, 'isLong' | 'isExample'> = {},
): Reference => ({
  what,
  exists: (text) =>
    `(select from ${table} where ${column} = ${text}${type === undefined ? '' : `::${type}`}${where === undefined ? '' : ` and ${where}`})`,
  values: `select ${column}::text as value from ${table} where ${[where, offered].filter((one) => one !== undefined).join(' and ') || 'true'} order by ${column}`,
  ...options,
});

type Options = Partial<Omit<Column, 'name' | 'read' | 'write' | 'now' | 'accepts'>> & {
  column?: string;
  otherwise?: string;
};

/** SQL for a row's given value as a text. */
export const given = (name: string): string => `(r.given ->> '${name}')`;

const column = (
  name: string,
  now: string,
  { column: target, otherwise, ...options }: Options,
  parts: Pick<Column, 'read' | 'write' | 'cleared' | 'accepts' | 'words'> & { value: (text: string) => string },
): Column => ({
  name,
  now,
  read: parts.read,
  accepts: parts.accepts,
  write: parts.write,
  ...(parts.words === undefined ? {} : { words: parts.words }),
  ...(parts.cleared === undefined ? {} : { cleared: parts.cleared }),
  ...(target === undefined
    ? {}
    : { set: { column: target, value: parts.value, ...(otherwise === undefined ? {} : { otherwise }) } }),
  ...options,
});

const countText = (count: number): string => count.toLocaleString('en-US');
const shown = (value: CellValue): string => String(value);
const isList = (value: CellValue): value is readonly CellValue[] => Array.isArray(value);

/** A column of text with one line or several. `isCode`: the text is a code, which is not decoded as HTML. */
export const textColumn = (
  name: string,
  now: string,
  most: number,
  options: Options & { hasLines?: boolean; isCode?: boolean } = {},
): Column => {
  const { hasLines = false, isCode = false, ...others } = options;
  const plain = hasLines ? plainOfHtml : lineOfHtml;
  return column(name, now, others, {
    read: (text) => readText(isCode ? text : plain(text), most, hasLines),
    accepts: `un texto de hasta ${countText(most)} letras${hasLines ? ', en una o varias líneas' : ''}`,
    write: shown,
    value: (text) => text,
  });
};

/** A column of text with a given form. `what` describes the form in Spanish. */
export const formColumn = (name: string, now: string, form: RegExp, what: string, options: Options = {}): Column =>
  column(name, now, options, {
    read: (text) => (form.test(text.trim()) ? ok(text.trim()) : fault('INVALID_VALUE', `«${text}» no es ${what}.`)),
    accepts: what,
    write: shown,
    value: (text) => text,
  });

export const wholeColumn = (name: string, now: string, least: number, most: number, options: Options = {}): Column =>
  column(name, now, options, {
    read: (text, format) => readWhole(text, format, least, most),
    accepts: `un número entero de ${countText(least)} a ${countText(most)}`,
    write: shown,
    value: (text) => `${text}::integer`,
  });

/** In centavos. */
export const amountColumn = (name: string, now: string, options: Options & { least?: number } = {}): Column => {
  const { least = 1, ...others } = options;
  return column(name, now, others, {
    read: (text, format) => readAmount(text, format, least),
    accepts: `un número ${least > 0 ? 'mayor que cero' : 'de cero o más'} con dos decimales a lo más, como 1499.50`,
    write: (value) => (typeof value === 'number' ? toDecimalText(centavos(value)) : shown(value)),
    value: (text) => `${text}::bigint`,
  });
};

export const decimalColumn = (name: string, now: string, least: number, most: number, options: Options = {}): Column =>
  column(name, now, options, {
    read: (text, format) => readDecimal(text, format, least, most),
    accepts: `un número de ${countText(least)} a ${countText(most)}, con decimales si los tiene`,
    write: shown,
    value: (text) => `${text}::double precision`,
  });

export const yesNoColumn = (name: string, now: string, options: Options = {}): Column =>
  column(name, now, options, {
    read: readYesNo,
    accepts: 'sí o no',
    words: ['sí', 'no'],
    write: (value) => (value === true ? 'sí' : 'no'),
    value: (text) => `${text}::boolean`,
  });

/** SQL for a moment in the form of cells: `YYYY-MM-DD HH:MM` of Guatemala. */
const cellMoment = (moment: string): string =>
  `to_char(${moment} at time zone 'America/Guatemala', 'YYYY-MM-DD HH24:MI')`;
export const momentOf = (text: string): string => `(${text}::timestamp at time zone 'America/Guatemala')`;

/** A column with a moment. `now`: SQL for its present value. */
export const momentColumn = (name: string, now: string, options: Options = {}): Column =>
  column(name, cellMoment(now), options, {
    read: readMoment,
    accepts: 'un día y una hora de Guatemala, como 2026-11-21 08:00; sin hora, desde que empieza el día',
    write: shown,
    value: momentOf,
  });

/** SQL for a moment in the form of calls, in a jsonb: `"2026-11-30T14:00:00.000Z"`. */
export const calledMoment = (moment: string): string =>
  `to_jsonb(to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** SQL for an end that includes all seconds of the given minute. */
export const untilOf = (text: string): string =>
  `(${momentOf(text)} + case when ${text} like '%${lastMinute}' then interval '59.999 seconds' else interval '0' end)`;

/** A column with the time at which something ends. `now`: SQL for its present value. */
export const untilColumn = (name: string, now: string, options: Options = {}): Column =>
  column(
    name,
    cellMoment(now),
    { isUntil: true, ...options },
    {
      read: readUntil,
      accepts: 'un día y una hora de Guatemala, como 2026-11-21 18:00; sin hora, hasta que termina el día',
      write: shown,
      value: untilOf,
    },
  );

/** A column with a day. `now`: SQL for its present value. */
export const dayColumn = (name: string, now: string, options: Options = {}): Column =>
  column(name, `${now}::text`, options, {
    read: (text, format) => {
      const read = readMoment(text, format);
      return read.ok ? ok(read.value.slice(0, 10)) : read;
    },
    accepts: 'un día, como 2026-11-21',
    write: shown,
    value: (text) => `${text}::date`,
  });

/** A column with one of a few words, each with its value in the database. */
export const choiceColumn = (
  name: string,
  now: string,
  words: Readonly<Record<string, string>>,
  options: Options & { type?: string } = {},
): Column => {
  const { type = 'text', ...others } = options;
  // A map, because files choose the words, and an object also has `constructor`.
  const storedBy = new Map(Object.entries(words));
  const wordOf = (stored: CellValue) => Object.keys(words).find((word) => words[word] === stored) ?? shown(stored);
  return column(name, now, others, {
    read: (text) => {
      const stored = storedBy.get(text.trim().toLowerCase());
      return stored === undefined
        ? fault('INVALID_VALUE', `«${text}» no es uno de ${Object.keys(words).join(', ')}.`)
        : ok(stored);
    },
    accepts: 'una palabra de su lista',
    // A choice may have several words for one value. Exports write the first word.
    words: Object.keys(words).filter((word) => wordOf(words[word] ?? '') === word),
    write: wordOf,
    value: (text) => `${text}::${type}`,
  });
};

/** A column with texts between `|`. `now`: SQL for a text[]. */
export const listColumn = (name: string, now: string, options: Options = {}): Column =>
  column(name, `to_jsonb(${now})`, options, {
    cleared: [],
    accepts: 'textos separados por «|»',
    read: (text) =>
      ok([
        ...new Set(
          lineOfHtml(text)
            .split('|')
            .map((part) => part.trim())
            .filter((part) => part !== ''),
        ),
      ]),
    write: (value) => (isList(value) ? value.map(shown).join('|') : shown(value)),
    value: (text) => `(select coalesce(array_agg(e), '{}') from jsonb_array_elements_text(${text}::jsonb) e)`,
  });

/** The address of a stored picture. `typed`: the upload command up to its arguments. */
export const storedPictureColumn = (now: string, typed: string, options: Options = {}): Column =>
  formColumn(
    'imagen',
    now,
    /^\/media\/[0-9a-f]{32}\/\d+\.(?:avif|webp|jpg)$/,
    `la dirección de una imagen guardada (/media/…): súbela con «ceiba ${typed} --picture ARCHIVO»`,
    options,
  );

/** SQL for the key in a stored picture's address. */
export const pictureKeyIn = (text: string): string => `substring(${text} from '^/media/([0-9a-f]{32})/')`;

/** A column with a value in its own form, stored as JSON. */
export const jsonColumn = (
  name: string,
  now: string,
  parts: Pick<Column, 'read' | 'write' | 'accepts'>,
  options: Options = {},
): Column => column(name, now, options, { cleared: [], ...parts, value: (text) => `${text}::jsonb` });

/** A rule for a whole row. `isBroken`: SQL over `m.was` and `m.is` (jsonb: before and after the change) and `r`. */
export interface Check {
  column: string;
  code: string;
  text: string;
  /** SQL for a text that replaces `text` and names the error of this row. */
  says?: string;
  isBroken: string;
  /**
   * True if the check reads other rows of the file, so it runs after all rows are stored. `m.is` and `m.was` are the
   * values of its row.
   */
  isLate?: boolean;
}

/** A value that only one row may have. `value`: SQL over `r`, `m.was` and `m.is` of each row after the change. Null never conflicts. */
interface Unique {
  column: string;
  value: string;
}

/** Rows of a run that are written together, from the first number to the last. */
export interface Portion {
  runId: string;
  from: number;
  to: number;
}

/** A row whose target has changed since it was read (BULK-09). */
export interface Conflict {
  row_no: number;
  /** By heading. Null if the row did not exist. */
  before: Given | null;
  /** The compared values. Null if the row no longer exists. */
  now: Given | null;
  /** In Spanish. Set if something other than a changed value prevents writing the row. */
  why?: string;
}

/** Numbers of rows whose price changes by more than 40 %, and is below the cost (PROD-10). */
export interface PriceDoubts {
  large: number;
  belowCost: number;
}

/** When a price list begins, and who applied it. `startsAt` null: at once. `reason`: why prices change much or are below the cost (PROD-10). */
export interface PriceListStart {
  startsAt: Date | null;
  reason: string | null;
  by: string;
}

/** Values that a row gives, by heading. Null clears a value. */
export type Given = Readonly<Record<string, CellValue>>;

export interface Kind {
  /** The name that operators type: `products`. */
  name: ImportKind;
  /** The singular: `product`. */
  one: string;
  columns: readonly Column[];
  /** Names of the columns that identify a row, in the order of `r.key`. */
  key: readonly string[];
  /** SQL for the present values of row `r`, as jsonb `now`. No row if the object does not exist. */
  current: string;
  /**
   * SQL for the present values of all rows, as jsonb `now`, in a stable order. Undefined if the kind is not exported.
   */
  all?: string;
  /** SQL for existing codes, as `key`, to search for similar codes. Only if the key is a code that files invent. */
  known?: string;
  checks: readonly Check[];
  /**
   * Values that two rows of one file may not share, besides the key. `checks` looks for values that other rows of the
   * shop already use.
   */
  uniques?: readonly Unique[];
  /** `isBroken`: SQL over `r`, `m.was` and `m.is`. True if the row cannot be written because of a similar name in the shop. `why`: in Spanish. */
  similarNames?: { isBroken: string; why: string };
  /** Statements that lock what a portion changes, in the order common to all writers. $1 to $3 are the portion. */
  lock?: string | readonly string[];
  /**
   * Conditions as in `similarNames` that can only become true after the check, such as a price that another person has
   * planned since.
   */
  brokenLater?: readonly { isBroken: string; why: string }[];
  /**
   * Statements that mark wrong rows of a whole file, where a check of each row would read the file too often. $1 is the
   * run.
   */
  marks?: readonly string[];
  /**
   * Set if the rows of the file form a price list (BULK-12). `begin` runs when a person applies the list, `finish`
   * after all rows are written.
   */
  list?: {
    begin(tx: Tx, runId: string, of: PriceListStart): Promise<void>;
    finish(tx: Tx, runId: string): Promise<void>;
  };
  /** Counts the new and changed rows whose price needs a reason, if they begin at `startsAt`; null: at once (PROD-10). */
  doubts?(tx: Tx, runId: string, startsAt: Date | null): Promise<PriceDoubts>;
  /** The checks that read no other row of the file are made again when it is written: another writer may have broken them since. */
  isRechecked?: boolean;
  /** True if large files are applied in portions, each in its own transaction. */
  isPortioned?: boolean;
  /** True if rows of the file depend on each other, so the file is one portion. */
  isUndivided?: boolean;
  /** Writes the new and changed rows of a portion. `columns`: the columns of the file, and derived columns. Returns the refused rows. */
  apply(tx: Tx, portion: Portion, columns: readonly Column[]): Promise<Conflict[]>;
  /** True if `apply` itself finds conflicts, without the values that were read. */
  judgesConflicts?: boolean;
  /** The key and the compared values, if the key is more than its columns. */
  identify?(given: Given, now: Date): { key: string[]; given: Given };
  /** SQL over `r.given` and `t.now` of the whole values, if a file may give only parts. Default: `r.given`. */
  completed?: string;
  /** The column of a heading for a part of another column's value. Undefined if the heading is for no part. */
  partOf?(heading: string): Column | undefined;
  /** The headings that `partOf` reads, as errors name them. */
  partForm?: string;
  /**
   * The row of the shop that a template shows as its example: SQL for its key as `key` ($1 is a category's path, or
   * null), and values that are given with it. Default: the first row of `all`.
   */
  sample?: { key: string; given?: (now: Date) => Given };
  /**
   * SQL condition over `m.was` and `r`: the row creates something although its target exists. Such a row counts as new.
   */
  isNew?: string;
  /** Returns warnings about the compared rows of a run, besides errors. */
  notices?(tx: Tx, runId: string): Promise<Notice[]>;
  /** Values computed from the given values. No file contains them. */
  derive?(given: Given): Record<string, CellValue>;
  /** Tables that are analysed for the planner after a large import. */
  tables: readonly string[];
  /** The recipe of a row's picture, and the width in its column `imagen`. `key` as in `Kind.key`. */
  picture?(key: readonly string[]): { recipe: PictureRecipe; width: number };
  /** The entity of the audit, if it differs from the kind's name. */
  entity?: string;
  /** Calls of the desk with the same audit rows as the kind's rows. */
  calls?: readonly [AuditedCall, ...AuditedCall[]];
  /** SQL that deletes the row of `r.key` if this is allowed. */
  remove?: string;
  /**
   * Deletes like a call of the desk, instead of `remove`. `take` returns the change for the audit. Undefined if there
   * is no such row.
   */
  removal?: { call: AuditedCall; take(tx: Tx, key: readonly string[]): Promise<EntityChange | undefined> };
}

/** SQL for the rows of a portion that must be written. */
export const rowsToWrite = (outcomes = `'new', 'changed'`): string =>
  `(select * from import_rows where run_id = $1 and row_no between $2 and $3 and outcome in (${outcomes}))`;

export const valuesOf = ({ runId, from, to }: Portion): readonly unknown[] => [runId, from, to];

/** SQL for a jsonb object of the columns. */
export const objectOf = (columns: readonly Column[]): string =>
  `jsonb_build_object(${columns.map(({ name, now }) => `'${name}', ${now}`).join(', ')})`;

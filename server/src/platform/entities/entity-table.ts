import type { EntityDeclaration, EntityField, EntityRow } from '@ceiba/contract/desk/entity';
import type { Field, FieldValue } from '@ceiba/contract/desk/fields';
import type { DatedHours, OpeningHours } from '@ceiba/domain/delivery/store-hours';
import { readExceptions, readHours, writeExceptions, writeHours } from '@ceiba/domain/delivery/store-hours-text';
import { fromQuetzales } from '@ceiba/domain/money/money';
import type { Result } from '@ceiba/domain/result';
import type { Tx } from '../db/database.ts';
import type { Refusal, StaffCaller } from '../http/route.ts';
import type { Sql } from '../lists/sql.ts';

/** SQL that computes a read-only column from row `t`. */
interface Computed {
  computed: string;
}

/** A column with another value than its field, such as the number of a product that people name by its sku. */
interface Translated {
  column: string;
  /** SQL for the field's value, over row `t`. */
  read: string;
  /** SQL for the column's value, given the SQL of the typed value. Rules compare this value. */
  write: (typed: string) => string;
}

/** The inputs of a rule, as SQL: a field after the change, the field before it (null for a new row), and the row's key. */
interface RuleParts<N extends string> {
  is: (field: N) => string;
  was: (field: N) => string;
  key: string;
}

export interface EntityRule<N extends string> {
  field: N;
  /** The message, in Spanish. */
  text: string;
  isBroken(parts: RuleParts<N>): string;
  /** True if rows of one file may depend on each other. Then the import kind makes this check after all rows are stored. */
  isLateInFiles?: true;
}

interface EntityConstraint<N extends string> {
  field: N;
  constraint: string;
  text: string;
  /** True if the constraint concerns only one row. Any other constraint concerns a unique value, which a file must not repeat either. */
  isCheck?: true;
  /** True if the constraint refuses periods that overlap (OVERLAPPING_PERIOD). */
  isPeriod?: true;
  /** The other fields of a unique index, for the check of a file: the value is unique among rows that are equal in them. */
  among?: readonly N[];
  /** True if capitals and accents make no difference. */
  isFolded?: true;
}

type Name<E extends EntityDeclaration> = keyof E['fields'] & string;

type ColumnOf<F> = F extends { editable: 'never' } ? string | Computed : string | Translated;

type ComputedDefault<E extends EntityDeclaration> = {
  [N in Name<E>]: E['fields'][N] extends { default: 'computed' } ? N : never;
}[Name<E>];

/** The values of a change, in the API's units. */
export type EntityValues = Readonly<Record<string, FieldValue | undefined>>;

/** The table that stores an entity's rows. All its SQL is constant text and contains no input of a request. */
export interface TableParts<E extends EntityDeclaration> {
  table: string;
  key: { column: string; type: 'text' | 'integer' | 'bigint' };
  /** The table's column for each field. */
  columns: { readonly [N in Name<E>]: ColumnOf<E['fields'][N]> };
  /** SQL for the defaults that the database computes from the entered values. `of` returns the SQL of an entered value. */
  defaults?: { readonly [N in ComputedDefault<E>]: (of: (field: Name<E>) => string) => string };
  /** Constraints of the database, each with the field that it concerns. `isCheck`: the constraint concerns only one row. */
  constraints?: readonly EntityConstraint<Name<E>>[];
  rules?: readonly EntityRule<Name<E>>[];
  /** SQL for the text that the list's search reads, over row `t`. For a table of a million rows, a condition that can use an index. */
  search?: string | ((words: string) => Sql);
  /** Reason why a row may not be removed now, in Spanish. Null if it may. For entities with `canRemove`. */
  stays?(row: EntityRow<E>): string | null;
  /** The verbs, besides editing, that are possible for a row now. */
  actionsOf?(row: EntityRow<E>): readonly string[];
  /**
   * A hook that runs before a row is written, in the same transaction. It refuses the change, or adds values that people do not
   * enter. `before` is the locked row. Undefined for a new row. `staff` is the person who writes. Prefer a constraint, a rule or a trigger, because these also
   * apply to imports and commands.
   */
  before?(
    tx: Tx,
    change: { values: EntityValues; before: EntityRow<E> | undefined; staff: StaffCaller },
  ): Promise<Result<EntityValues, Refusal<'VALIDATION_ERROR' | 'IN_USE'>>>;
}

/** An entity with its table. Field names are plain strings here. */
export interface EntityTable {
  entity: EntityDeclaration;
  table: string;
  key: TableParts<EntityDeclaration>['key'];
  columns: Readonly<Record<string, string | Computed | Translated>>;
  defaults: Readonly<Record<string, (of: (field: string) => string) => string>>;
  constraints: NonNullable<TableParts<EntityDeclaration>['constraints']>;
  rules: readonly EntityRule<string>[];
  search: TableParts<EntityDeclaration>['search'];
  actionsOf: (row: Readonly<Record<string, unknown>>) => readonly string[];
  stays: (row: Readonly<Record<string, unknown>>) => string | null;
  before: TableParts<EntityDeclaration>['before'];
}

/** Binds a declaration to its table. A field without a column, or a computed default without SQL, does not compile. */
export const tableOf = <E extends EntityDeclaration>(entity: E, parts: TableParts<E>): EntityTable => {
  // Rules and the hook only read rows of this table, so the rows' fields can be plain strings below this line.
  const loose = parts as TableParts<EntityDeclaration>;
  return {
    entity,
    table: loose.table,
    key: loose.key,
    columns: loose.columns,
    defaults: loose.defaults ?? {},
    constraints: loose.constraints ?? [],
    rules: loose.rules ?? [],
    search: loose.search,
    actionsOf: (loose.actionsOf as EntityTable['actionsOf']) ?? (() => []),
    stays: (loose.stays as EntityTable['stays']) ?? (() => null),
    before: loose.before,
  };
};

const sqlTypes = {
  text: 'text',
  whole: 'integer',
  decimal: 'double precision',
  money: 'bigint',
  percent: 'integer',
  day: 'date',
  moment: 'timestamptz',
  flag: 'boolean',
  choice: 'text',
  reference: 'bigint',
  blocks: 'jsonb',
  hours: 'jsonb',
  exceptions: 'jsonb',
} as const satisfies Record<Field['kind'], string>;

/** Returns the SQL type of a field's column. */
export const sqlTypeOf = (field: Field): string =>
  field.kind === 'reference' && field.isCode ? 'text' : sqlTypes[field.kind];

/** Returns the SQL of a field over row `t`. Percentages are stored in basis points. */
export const readSql = (table: EntityTable, name: string): string => {
  const column = table.columns[name] ?? 'null';
  const sql = typeof column === 'string' ? `t.${column}` : `(${'read' in column ? column.read : column.computed})`;
  return table.entity.fields[name]?.kind === 'percent' ? `(${sql} / 100.0)::double precision` : sql;
};

/** SQL for the value that a field's column gets for a typed value. */
export const writeSql = ({ columns }: EntityTable, name: string, typed: string): string => {
  const column = columns[name];
  return typeof column === 'object' && 'write' in column ? column.write(typed) : typed;
};

const basisPoints = (value: FieldValue | undefined): number | null => {
  const read = typeof value === 'number' ? fromQuetzales(value) : undefined;
  return read?.ok ? read.value : null;
};

/** Returns the JSON of opening hours. The call's body was validated before. */
const storedTimes = (kind: 'hours' | 'exceptions', value: FieldValue | undefined): string => {
  const text = String(value ?? '');
  const read = kind === 'hours' ? readHours(text) : readExceptions(text);
  return JSON.stringify(read.ok ? read.value : []);
};

/** Converts a field's value to its column: amounts in centavos, percentages in basis points. */
export const storedValue = ({ kind }: EntityField, value: FieldValue | undefined): unknown => {
  if (kind === 'hours' || kind === 'exceptions') return storedTimes(kind, value);
  if (kind === 'blocks') return value === undefined || value === null ? null : JSON.stringify(value);
  return kind === 'money' || kind === 'percent' ? basisPoints(value) : (value ?? null);
};

const isEver = (value: unknown): boolean => value !== Number.POSITIVE_INFINITY && value !== Number.NEGATIVE_INFINITY;

/** Converts a database value to the API's form. */
const answeredValue = ({ kind }: EntityField, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  // Lists sort a missing choice as an empty text.
  if (kind === 'choice' && value === '') return null;
  if (kind === 'money') return Number(value) / 100;
  if (kind === 'reference') return String(value);
  // The constraints of these columns allow only such values.
  if (kind === 'hours') return writeHours(value as OpeningHours[]);
  if (kind === 'exceptions') return writeExceptions(value as DatedHours[]);
  if (kind === 'moment') return value instanceof Date ? value.toISOString() : isEver(value) ? value : null;
  return kind === 'day' && value === '-infinity' ? null : value;
};

/** Converts a database row to the API's form. */
export const answeredRow = ({ entity }: EntityTable, row: Readonly<Record<string, unknown>>) => ({
  ...(entity.key === 'id' && { id: String(row['id']) }),
  ...Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, answeredValue(field, row[name])])),
  version: Number(row['version']),
});

/** Returns the fields of a removed row for the audit. All fields, because no later row of the audit shows the removed values. */
export const removedFields = (
  { entity: { fields } }: EntityTable,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> => Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));

/** Returns the condition of a list's search. */
export const searchOf = ({ search }: EntityTable): ((words: string) => Sql) | undefined =>
  search === undefined || typeof search === 'function'
    ? search
    : (words) => (p) => `position(folded(${p(words)}) in folded(${search})) > 0`;

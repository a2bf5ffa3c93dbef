import type { EntityDeclaration, EntityField, EntityRow } from '@ceiba/contract/desk/entity';
import type { Field, FieldValue } from '@ceiba/contract/desk/fields';
import { fromQuetzales } from '@ceiba/domain/money/money';
import type { Result } from '@ceiba/domain/result';
import type { Tx } from '../db/database.ts';
import type { Refusal } from '../http/route.ts';
import type { Sql } from '../lists/sql.ts';

/** SQL that the database computes over row `t`; nobody types it. */
interface Computed {
  computed: string;
}

/** The inputs of a rule, as SQL: a field after the change, the field before it (null for a new row), and the row's key. */
interface RuleParts<N extends string> {
  is: (field: N) => string;
  was: (field: N) => string;
  key: string;
}

interface EntityRule<N extends string> {
  field: N;
  /** Spanish. */
  text: string;
  /** The code of a file's row that breaks it; by default INVALID_VALUE. */
  code?: string;
  isBroken(parts: RuleParts<N>): string;
}

type Name<E extends EntityDeclaration> = keyof E['fields'] & string;

type ColumnOf<F> = F extends { editable: 'never' } ? string | Computed : string;

type ComputedDefault<E extends EntityDeclaration> = {
  [N in Name<E>]: E['fields'][N] extends { default: 'computed' } ? N : never;
}[Name<E>];

/** Values of a change as calls have them. */
export type EntityValues = Readonly<Record<string, FieldValue | undefined>>;

/** Where the rows of an entity are. All SQL in it is constant text: nothing of a request is part of it. */
export interface TableParts<E extends EntityDeclaration> {
  table: string;
  key: { column: string; type: 'text' | 'integer' | 'bigint' };
  /** The table's column of each field. */
  columns: { readonly [N in Name<E>]: ColumnOf<E['fields'][N]> };
  /** SQL of the defaults that the database computes, over SQL of what was given. */
  defaults?: { readonly [N in ComputedDefault<E>]: (of: (field: Name<E>) => string) => string };
  /** Constraints of the database, with the field that each is about. `isCheck`: it judges the row alone. */
  constraints?: readonly { field: Name<E>; constraint: string; text: string; isCheck?: true }[];
  rules?: readonly EntityRule<Name<E>>[];
  /** SQL of the text that its search looks through, over row `t`. */
  search?: string;
  /** Verbs besides editing that may be done with a row now. */
  actionsOf?(row: EntityRow<E>): readonly string[];
  /**
   * The one hook, before a row is written, within the transaction: refuses the change, or adds values that nobody types. `before` is the
   * locked row; undefined of a new one. The last resort: a constraint, a rule or a trigger holds for files and commands, too.
   */
  before?(
    tx: Tx,
    change: { values: EntityValues; before: EntityRow<E> | undefined },
  ): Promise<Result<EntityValues, Refusal<'VALIDATION_ERROR' | 'IN_USE'>>>;
}

/** An entity with its table; field names are plain texts from here on. */
export interface EntityTable {
  entity: EntityDeclaration;
  table: string;
  key: TableParts<EntityDeclaration>['key'];
  columns: Readonly<Record<string, string | Computed>>;
  defaults: Readonly<Record<string, (of: (field: string) => string) => string>>;
  constraints: NonNullable<TableParts<EntityDeclaration>['constraints']>;
  rules: readonly EntityRule<string>[];
  search: string | undefined;
  actionsOf: (row: Readonly<Record<string, unknown>>) => readonly string[];
  before: TableParts<EntityDeclaration>['before'];
}

/** Binds a declaration to its table. A field without a column, or a computed default without SQL, does not compile. */
export const tableOf = <E extends EntityDeclaration>(entity: E, parts: TableParts<E>): EntityTable => {
  // Rules and the hook read rows that the columns of this very table made: from here on their fields are names.
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
    before: loose.before,
  };
};

const sqlTypes = {
  text: 'text',
  whole: 'integer',
  money: 'bigint',
  percent: 'integer',
  day: 'date',
  moment: 'timestamptz',
  flag: 'boolean',
  choice: 'text',
  texts: 'text[]',
} as const satisfies Record<Field['kind'], string>;

/** The SQL type of a field's column. */
export const sqlTypeOf = ({ kind }: Field): string => sqlTypes[kind];

/** SQL of a field over row `t`. A percentage is stored in basis points. */
export const readSql = (table: EntityTable, name: string): string => {
  const column = table.columns[name] ?? 'null';
  const sql = typeof column === 'string' ? `t.${column}` : `(${column.computed})`;
  return table.entity.fields[name]?.kind === 'percent' ? `(${sql} / 100.0)::double precision` : sql;
};

const basisPoints = (value: FieldValue | undefined): number | null => {
  const read = typeof value === 'number' ? fromQuetzales(value) : undefined;
  return read?.ok ? read.value : null;
};

/** The value of a field as its column takes it: amounts in centavos, percentages in basis points. */
export const storedValue = ({ kind }: EntityField, value: FieldValue | undefined): unknown =>
  kind === 'money' || kind === 'percent' ? basisPoints(value) : (value ?? null);

const isEver = (value: unknown): boolean => value !== Number.POSITIVE_INFINITY && value !== Number.NEGATIVE_INFINITY;

/** A value of the database as calls answer it. */
const answeredValue = ({ kind }: EntityField, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  if (kind === 'money') return Number(value) / 100;
  if (kind === 'moment') return value instanceof Date ? value.toISOString() : isEver(value) ? value : null;
  return kind === 'day' && !isEver(value) ? null : value;
};

/** A row of the database as calls answer it. */
export const answeredRow = ({ entity }: EntityTable, row: Readonly<Record<string, unknown>>) => ({
  ...(entity.key === 'id' && { id: String(row['id']) }),
  ...Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, answeredValue(field, row[name])])),
  version: Number(row['version']),
});

/** The condition of a list's search. */
export const searchOf = ({ search }: EntityTable): ((words: string) => Sql) | undefined =>
  search === undefined ? undefined : (words) => (p) => `position(folded(${p(words)}) in folded(${search})) > 0`;

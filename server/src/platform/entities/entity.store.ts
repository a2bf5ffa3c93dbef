import { type EntityDeclaration, fieldsWhere, isEditable, isTyped } from '@ceiba/contract/desk/entity';
import type { FieldValue } from '@ceiba/contract/desk/fields';
import type { Tx } from '../db/database.ts';
import {
  answeredRow,
  type EntityTable,
  type EntityValues,
  readSql,
  sqlTypeOf,
  storedValue,
  writeSql,
} from './entity-table.ts';

/** The SQL statements of an entity, built once from its table. */
interface Statements {
  find: string;
  lock: string;
  insert: string;
  update: string;
  remove: string;
  /** The fields of `insert` and `update`, in the order of their parameters. In `update` they follow the key ($1). */
  inserted: readonly string[];
  updated: readonly string[];
}

const statementsByTable = new WeakMap<EntityTable, Statements>();

const columnOf = ({ columns }: EntityTable, name: string): string => {
  const column = columns[name];
  if (typeof column === 'string') return column;
  if (column === undefined || !('write' in column)) throw new RangeError(`${name} is computed and cannot be written`);
  return column.column;
};

const isOwn = ({ entity: { fields }, key, columns }: EntityTable): boolean =>
  Object.keys(fields).some((name) => columns[name] === key.column);

/**
 * Returns the SQL for all read columns of row `t`: every field and the version. If the database numbers the rows, also the `id`
 * as a text.
 */
const selection = (table: EntityTable): string => {
  const fields = Object.keys(table.entity.fields).map((name) => `${readSql(table, name)} as "${name}"`);
  const own = table.entity.key === 'id' ? [`t.${table.key.column}::text as id`] : [];
  return [...own, ...fields, 't.version'].join(', ');
};

/** Returns the SQL of a field's stored value: an amount in centavos, a percentage in basis points. */
const storedSql = ({ columns }: EntityTable, name: string): string => {
  const column = columns[name] ?? 'null';
  if (typeof column === 'string') return `t.${column}`;
  return 'write' in column ? `t.${column.column}` : `(${column.computed})`;
};

/** Returns the SQL of the number of the first rule that a written row breaks. `w` is the row before the change. */
const brokenRule = (table: EntityTable): string => {
  const rules = table.rules.map(({ isBroken }, at) => {
    const is = (name: string): string => storedSql(table, name);
    const was = (name: string): string => `w.${columnOf(table, name)}`;
    return `when ${isBroken({ is, was, key: `t.${table.key.column}` })} then ${at}`;
  });
  return rules.length === 0 ? 'null::integer' : `case ${rules.join(' ')} end`;
};

const written = (table: EntityTable, before: string, change: string): string =>
  `with w as (${before}), t as (${change})
   select ${selection(table)}, ${brokenRule(table)} as "__broken" from t left join w on true`;

const insertedNames = (table: EntityTable): string[] => [
  ...fieldsWhere(table.entity, isTyped).map(([name]) => name),
  // A key may be a field that nobody enters. The table's hook then supplies its value.
  ...(isOwn(table) && table.entity.fields[table.entity.key]?.editable === 'never' ? [table.entity.key] : []),
];

const statementsOf = (table: EntityTable): Statements => {
  const known = statementsByTable.get(table);
  if (known !== undefined) return known;
  const { entity, table: name, key, defaults } = table;
  const inserted = insertedNames(table);
  const updated = fieldsWhere(entity, isEditable).map(([each]) => each);
  const typeOf = (field: string): string => {
    const declared = entity.fields[field];
    return declared === undefined ? 'text' : sqlTypeOf(declared);
  };
  const given = (field: string): string => `$${inserted.indexOf(field) + 1}::${typeOf(field)}`;
  const values = inserted.map((field) => {
    const otherwise = defaults[field];
    const typed = writeSql(table, field, given(field));
    return otherwise === undefined ? typed : `coalesce(${typed}, ${otherwise(given)})`;
  });
  const sets = updated.map(
    (field, at) => `${columnOf(table, field)} = ${writeSql(table, field, `$${at + 2}::${typeOf(field)}`)}`,
  );
  const own = `t.${key.column} = $1::${key.type}`;
  const fresh: Statements = {
    inserted,
    updated,
    find: `select ${selection(table)} from ${name} t where ${own}`,
    lock: `select ${selection(table)} from ${name} t where ${own} for no key update of t`,
    insert: written(
      table,
      `select * from ${name} where false`,
      `insert into ${name} as t (${inserted.map((field) => columnOf(table, field)).join(', ')}) values (${values.join(', ')}) returning t.*`,
    ),
    update: written(
      table,
      `select * from ${name} t where ${own}`,
      `update ${name} t set ${sets.join(', ')} where ${own} returning t.*`,
    ),
    remove: `delete from ${name} t where ${own}`,
  };
  statementsByTable.set(table, fresh);
  return fresh;
};

/** A row of an entity, in the form of its API answers. */
export type FoundEntity = Readonly<Record<string, unknown>> & { readonly version: number };

type Row = Readonly<Record<string, unknown>> & { __broken?: number | null };

/** Returns false for a key that the column's type cannot store, because no row can have such a key. */
const isKey = ({ key }: EntityTable, text: string): boolean =>
  key.type === 'text' ? !/[\p{Cc}\p{Cs}]/u.test(text) : /^\d{1,9}$/.test(text);

const select = async (
  tx: Tx,
  table: EntityTable,
  verb: 'find' | 'lock',
  key: string,
): Promise<FoundEntity | undefined> => {
  if (!isKey(table, key)) return undefined;
  const text = statementsOf(table)[verb];
  const [row] = await tx.run<Row>({ name: `${table.entity.name}.${verb}`, text, values: [key] });
  return row && answeredRow(table, row);
};

export const findEntity = (tx: Tx, table: EntityTable, key: string) => select(tx, table, 'find', key);
export const lockEntity = (tx: Tx, table: EntityTable, key: string) => select(tx, table, 'lock', key);

/** Like `findEntity`, for a row that must exist. Throws if the row does not exist. */
export async function getEntity(tx: Tx, table: EntityTable, key: string): Promise<FoundEntity> {
  const row = await findEntity(tx, table, key);
  if (row === undefined) throw new Error(`${table.entity.name} ${key} vanished`);
  return row;
}

/** A written row, and the number of the first rule that the row breaks. If it breaks a rule, the caller rolls the transaction back. */
export interface WrittenEntity {
  row: FoundEntity;
  broken: number | null;
}

const stored = ({ entity }: EntityTable, names: readonly string[], values: EntityValues): unknown[] =>
  names.map((name) => {
    const field = entity.fields[name];
    return field === undefined ? null : storedValue(field, values[name]);
  });

const write = async (
  tx: Tx,
  table: EntityTable,
  verb: 'insert' | 'update',
  values: readonly unknown[],
): Promise<WrittenEntity> => {
  const text = statementsOf(table)[verb];
  const [row] = await tx.run<Row>({ name: `${table.entity.name}.${verb}`, text, values });
  if (row === undefined) throw new Error(`a row of ${table.entity.name} was not written`);
  return { row: answeredRow(table, row), broken: row.__broken ?? null };
};

const isGiven = (value: FieldValue | 'computed' | undefined): value is FieldValue =>
  value !== undefined && value !== 'computed';

/** Returns the values of a new row, with the defaults of its declaration. */
const withDefaults = ({ fields }: EntityDeclaration, values: EntityValues): EntityValues => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, { default: otherwise }]) =>
      (values[name] === undefined || values[name] === null) && isGiven(otherwise) ? [[name, otherwise]] : [],
    ),
  ),
});

export const insertEntity = (tx: Tx, table: EntityTable, values: EntityValues): Promise<WrittenEntity> =>
  write(tx, table, 'insert', stored(table, statementsOf(table).inserted, withDefaults(table.entity, values)));

/** Writes all fields that may change. The caller has locked the row, and also passes the fields that do not change. */
export const updateEntity = (tx: Tx, table: EntityTable, key: string, values: EntityValues): Promise<WrittenEntity> =>
  write(tx, table, 'update', [key, ...stored(table, statementsOf(table).updated, values)]);

export const deleteEntity = async (tx: Tx, table: EntityTable, key: string): Promise<void> => {
  await tx.run({ name: `${table.entity.name}.remove`, text: statementsOf(table).remove, values: [key] });
};

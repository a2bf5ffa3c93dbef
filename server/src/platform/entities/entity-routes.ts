import { type EntityDeclaration, fieldsWhere, isEditable, listOf } from '@ceiba/contract/desk/entity';
import { partsOfCalls } from '@ceiba/contract/desk/entity-calls';
import type { Field } from '@ceiba/contract/desk/fields';
import type { ListDeclaration } from '@ceiba/contract/desk/list';
import { ok, refuse } from '@ceiba/domain/result';
import { changedFields } from '../audit/record-change.ts';
import { versionConflict } from '../audit/version-conflict.ts';
import { brokenRuleOf, type Database, type Tx } from '../db/database.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../http/route.ts';
import { changeRoute } from '../http/staff-route.ts';
import { listRoutes } from '../lists/list-routes.ts';
import type { ListSource } from '../lists/list-source.ts';
import {
  deleteEntity,
  type FoundEntity,
  findEntity,
  insertEntity,
  lockEntity,
  updateEntity,
  type WrittenEntity,
} from './entity.store.ts';
import { answeredRow, type EntityTable, type EntityValues, readSql, removedFields, searchOf } from './entity-table.ts';

/** Returns the SQL of a field in a list. If the list can be sorted by the field, the SQL is never null. A flag becomes the text `true` or `false`. */
const listSql = (table: EntityTable, name: string, field: Field): string => {
  const sql = readSql(table, name);
  if (field.kind === 'flag' || field.kind === 'reference') return `(${sql})::text`;
  if (!field.isOptional) return sql;
  if (field.kind === 'moment' || field.kind === 'day') return `coalesce(${sql}, '-infinity')`;
  return field.kind === 'text' || field.kind === 'choice' ? `coalesce(${sql}, '')` : sql;
};

/** Returns the rows of an entity's list. */
export const sourceOf = (table: EntityTable): ListSource<ListDeclaration> => {
  const { entity, table: name, key } = table;
  const list = listOf(entity);
  const columns = Object.fromEntries(
    fieldsWhere(entity, ({ kind }) => kind !== 'blocks').map(([field, declared]) => [
      field,
      listSql(table, field, declared),
    ]),
  );
  const search = searchOf(table);
  return {
    list,
    from: `from ${name} t`,
    key: { sql: `t.${key.column}`, type: key.type === 'text' ? 'text' : 'bigint' },
    columns,
    filters: Object.fromEntries(Object.keys(list.filters).map((filter) => [filter, columns[filter] ?? 'null'])),
    isOfShop: true,
    ...(search !== undefined && { search }),
  };
};

/** Converts a row of a list to the API's form. */
const listedRow = (table: EntityTable, row: Record<string, unknown>): object => {
  const flags = Object.entries(table.entity.fields).filter(([, { kind }]) => kind === 'flag');
  const shown = answeredRow(table, {
    ...row,
    ...Object.fromEntries(flags.map(([name]) => [name, row[name] === 'true'])),
  });
  return Object.fromEntries(Object.entries(shown).filter(([name]) => table.entity.fields[name]?.kind !== 'blocks'));
};

const detail = ({ entity, actionsOf, stays }: EntityTable, row: FoundEntity) => ({
  ...row,
  actions: [...actionsOf(row), ...(entity.canRemove && stays(row) === null ? ['remove'] : [])],
});

type Broken = Refusal<'VALIDATION_ERROR' | 'IN_USE' | 'OVERLAPPING_PERIOD'>;

const atField = (code: Broken['code'], field: string, text: string) =>
  refuse<Broken>({ code, message: text, metadata: { fields: { [field]: text } } });

/** Writes a row. A broken constraint or rule becomes a refusal of its field. After a broken constraint, no further statement can run. */
async function writeOrRefuse(table: EntityTable, write: () => Promise<WrittenEntity>) {
  try {
    const { row, broken } = await write();
    const rule = broken === null ? undefined : table.rules[broken];
    return rule === undefined ? ok(row) : atField('VALIDATION_ERROR', rule.field, rule.text);
  } catch (error) {
    const name = brokenRuleOf(error);
    const known = table.constraints.find(({ constraint }) => constraint === name);
    if (known === undefined) throw error;
    const code = known.isPeriod ? 'OVERLAPPING_PERIOD' : known.isCheck ? 'VALIDATION_ERROR' : 'IN_USE';
    return atField(code, known.field, known.text);
  }
}

/** Returns the values as the entity's hook changes them, or unchanged without a hook. */
const prepared = async (
  tx: Tx,
  { before: hook }: EntityTable,
  values: EntityValues,
  { before, staff }: { before: FoundEntity | undefined; staff: StaffCaller },
) =>
  // `before` is a row of the same table, whose declaration gave the hook its type.
  hook === undefined ? ok(values) : hook(tx, { values, before: before as never, staff });

const pickFields = (entity: EntityDeclaration, row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(fieldsWhere(entity, isEditable).map(([name]) => [name, row[name]]));

/** Refuses a change that was based on another version of the row (OFF-21). `asked`: the fields to change. */
const staleRefusal = async (
  tx: Tx,
  table: EntityTable,
  { key, row, asked }: { key: string; row: FoundEntity; asked: object },
) =>
  refuse(
    await versionConflict(tx, {
      entity: table.entity.name,
      entityId: key,
      current: detail(table, row),
      conflicts: { asked },
    }),
  );

/**
 * Locks a row for an action other than editing. Refuses if the row is missing or was changed in the meantime. `conflicts`: the
 * fields that the action sets.
 */
export async function lockForEdit(
  tx: Tx,
  table: EntityTable,
  { key, version, conflicts }: { key: string; version: number; conflicts: readonly string[] },
) {
  const row = await lockEntity(tx, table, key);
  if (row === undefined) return refuse({ code: 'NOT_FOUND' as const });
  const asked = Object.fromEntries(conflicts.map((name) => [name, true]));
  return row.version === version ? ok(row) : staleRefusal(tx, table, { key, row, asked });
}

/** Creates the routes of an entity: list, CSV, read, create, change and, where allowed, remove. */
export const entityRoutes = (table: EntityTable, { db }: { db: Database }): Route[] => {
  const { entity } = table;
  const { list, csv, get, create, change, remove } = partsOfCalls(entity);
  const { key } = entity;
  const keyIn = (params: Readonly<Record<string, string>>): string => params[key] ?? '';
  const idOf = (row: FoundEntity): string => String(row[key]);
  const removal = changeRoute(remove, db, async ({ tx, params, body: { version } }) => {
    const locked = await lockForEdit(tx, table, { key: keyIn(params), version, conflicts: [] });
    if (!locked.ok) return locked;
    const reason = table.stays(locked.value);
    if (reason !== null) return refuse({ code: 'IN_USE', message: reason });
    const gone = await writeOrRefuse(table, async () => {
      await deleteEntity(tx, table, keyIn(params));
      return { row: locked.value, broken: null };
    });
    if (!gone.ok) return gone;
    const removed = { entity: entity.name, entityId: keyIn(params), before: removedFields(table, locked.value) };
    return ok({ answer: { status: 200, data: answerOf(table, locked.value) }, change: removed });
  });
  return [
    ...listRoutes({
      db,
      source: sourceOf(table),
      page: list,
      csv,
      more: { version: 't.version', ...(key === 'id' && { id: `t.${table.key.column}` }) },
      toRow: (row: Record<string, unknown>, _staff: StaffCaller) => listedRow(table, row),
    }),
    route(get, async ({ params }) => {
      const row = await findEntity(db.write, table, keyIn(params));
      return row === undefined ? refuse({ code: 'NOT_FOUND' }) : ok({ status: 200, data: answerOf(table, row) });
    }),
    changeRoute(create, db, async ({ tx, body, staff }) => {
      const values = await prepared(tx, table, body as EntityValues, { before: undefined, staff });
      if (!values.ok) return values;
      const newRow = await writeOrRefuse(table, () => insertEntity(tx, table, values.value));
      if (!newRow.ok) return newRow;
      const added = { entity: entity.name, entityId: idOf(newRow.value), after: body };
      return ok({ answer: { status: 201, data: answerOf(table, newRow.value) }, change: added });
    }),
    changeRoute(change, db, async ({ tx, params, body: { version, ...asked }, staff }) => {
      const row = await lockEntity(tx, table, keyIn(params));
      if (row === undefined) return refuse({ code: 'NOT_FOUND' });
      if (row.version !== version) return staleRefusal(tx, table, { key: keyIn(params), row, asked });
      const before = pickFields(entity, row);
      const values = await prepared(tx, table, { ...before, ...asked } as EntityValues, { before: row, staff });
      if (!values.ok) return values;
      const saved = await writeOrRefuse(table, () => updateEntity(tx, table, keyIn(params), values.value));
      if (!saved.ok) return saved;
      const fields = changedFields(before, pickFields(entity, saved.value));
      const changed = { entity: entity.name, entityId: keyIn(params), ...fields };
      const isSame = Object.keys(fields.after).length === 0;
      return ok({ answer: { status: 200, data: answerOf(table, saved.value) }, change: isSame ? null : changed });
    }),
    ...(entity.canRemove ? [removal] : []),
  ];
};

/** Converts a row to the form of the entity's API answers. The table's columns determine the type. */
export const answerOf = (table: EntityTable, row: FoundEntity) => detail(table, row) as never;

import { changingCallsOf, type EntityOperation } from '@ceiba/contract/desk/entities/all';
import { fieldsWhere, isEditable, isTyped } from '@ceiba/contract/desk/entity';
import { faultOf } from '@ceiba/contract/desk/fields';
import { ok, refuse } from '@ceiba/domain/result';
import { type Change, changedFields } from '../audit/record-change.ts';
import type { Tx } from '../db/database.ts';
import { deleteEntity, insertEntity, lockEntity, updateEntity } from './entity.store.ts';
import { type EntityTable, type EntityValues, removedFields } from './entity-table.ts';

/** A change, as the same call of the desk writes it to the audit. */
export type EntityChange = Change & { operation: EntityOperation };

/** Refuses values that the desk's form would refuse, too. `text` is Spanish. */
const unfit = (text: string) => refuse({ code: 'unfit' as const, text });

const faultIn = ({ entity }: EntityTable, values: EntityValues): string | undefined =>
  fieldsWhere(entity, isTyped)
    .filter(([name]) => values[name] !== undefined)
    .map(([name, field]) => faultOf(field, values[name]))
    .find((text) => text !== null) ?? undefined;

const editableOf = ({ entity }: EntityTable, row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(fieldsWhere(entity, isEditable).map(([name]) => [name, row[name]]));

/**
 * Creates a row of an entity, or changes the row with this `key`, as the desk's calls do. Fields that the call leaves out do not
 * change. Returns the change for the audit. Null if nothing changed. After a refusal, the caller must roll the transaction back.
 */
export async function putEntity(tx: Tx, table: EntityTable, key: string | null, values: EntityValues) {
  const fault = faultIn(table, values);
  if (fault !== undefined) return unfit(fault);
  const [create, change] = changingCallsOf(table.entity);
  const entity = table.entity.name;
  const locked = key === null ? undefined : await lockEntity(tx, table, key);
  const before = locked && editableOf(table, locked);
  const written =
    locked === undefined || key === null
      ? await insertEntity(tx, table, values)
      : await updateEntity(tx, table, key, { ...(before as EntityValues), ...values });
  const broken = written.broken === null ? undefined : table.rules[written.broken];
  if (broken !== undefined) return unfit(broken.text);
  const entityId = String(written.row[table.entity.key]);
  if (before === undefined) return ok<EntityChange>({ operation: create, entity, entityId, after: values });
  const changed = changedFields(before, editableOf(table, written.row));
  const isSame = Object.keys(changed.after).length === 0;
  return ok<EntityChange | null>(isSame ? null : { operation: change, entity, entityId, ...changed });
}

/** Removes a row as the desk's call does. Returns the change for the audit. Undefined if there is no such row. */
export async function takeEntity(
  tx: Tx,
  table: EntityTable,
  key: string,
  operation: Extract<EntityOperation, `remove${string}`>,
): Promise<EntityChange | undefined> {
  const row = await lockEntity(tx, table, key);
  if (row === undefined) return undefined;
  await deleteEntity(tx, table, key);
  return { operation, entity: table.entity.name, entityId: key, before: removedFields(table, row) };
}

import { allEntities } from '@ceiba/contract/desk/entities/all';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { placeOfReturn } from '../returns/desk-returns.store.ts';

export interface AuditEntry {
  id: string;
  at: Date;
  actor: { kind: 'staff' | 'token' | 'command' | 'job'; id: string | null; name: string };
  requestId: string | null;
  operation: string;
  entity: string;
  entityId: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string | null;
}

/** Maximum number of history rows in one answer. */
const historyRows = 50;

const isUncounted = (e: string): string => `is_till_uncounted(${e}.entity, ${e}.entity_id, ${e}.after, ${e}.at)`;

/** SQL for the state before and after a change, without amounts of a till that was not counted yet (CASH-05). */
export const beforeOf = (e: string): string => `case when ${isUncounted(e)} then '{}'::jsonb else ${e}.before end`;
export const afterOf = (e: string): string => `case when not ${isUncounted(e)} then ${e}.after
  when ${e}.entity = 'tills' then '{}'::jsonb else ${e}.after - 'amount' end`;

const selectHistory = statement(
  'audit.of-entity',
  `select id::text, at, actor_kind as kind, actor_id as "actorId", actor_name as name, request_id as "requestId", operation, entity,
     entity_id as "entityId", ${beforeOf('e')} as before, ${afterOf('e')} as after, reason
   from audit_entries e where (entity = $1 and entity_id = $2 or $1 = 'shipments' and entity = 'orders' and entity_id = split_part($2, '-', 1)
       and (operation in ('cancelOrder', 'replaceOrderLine', 'holdOrder', 'releaseOrder') or operation = 'correctOrder'
         and exists (select from jsonb_array_elements(after -> 'promises') p where p ->> 'n' = split_part($2, '-', 2))))
     and id < coalesce($3::bigint, 9223372036854775807)
   order by e.id desc limit $4`,
  { before: column<Record<string, unknown>>(), after: column<Record<string, unknown>>() },
);

/**
 * Returns changes of an entity, the latest first. `before` and `next` are ids of rows. `next` is null without older
 * rows. The history of a shipment includes changes of its order that hold it, cancel its units, replace its product or
 * promise it for another day. Such a change has one row, at the order.
 */
export async function findHistory(
  tx: Tx,
  { entity, entityId, before }: { entity: string; entityId: string; before: string | null },
): Promise<{ rows: AuditEntry[]; next: string | null }> {
  const found = await selectHistory(tx, [entity, entityId, before, historyRows + 1]);
  const rows = found
    .slice(0, historyRows)
    .map(({ kind, actorId, name, ...entry }) => ({ ...entry, actor: { kind, id: actorId, name } }));
  return { rows, next: found.length > historyRows ? (rows.at(-1)?.id ?? null) : null };
}

/** Names of entities whose rows every reader may know, whatever their stores (`isForAll`). */
const namesForAll = allEntities.flatMap(({ name, isForAll }) => (isForAll ? [`'${name}'`] : [])).join(', ');

// Limits entities to a person's stores and orders, like the entities' pages. Entities such as couriers, jobs and roles
// belong to the whole shop. People with such a limit see no other entities.
const selectSeen = statement(
  'audit.entity-of-person',
  `select case
     when $1 = 'orders' and $2 ~ '^\\d{9}$' then exists (select from orders o join order_rows w on w.order_id = o.id
       where o.number = $2::bigint and ($3::text[] is null or w.stores && $3) and ($4::uuid is null or o.assignee_id = $4))
     when $1 = 'returns' and $2 ~ '^D-\\d{1,9}$' then exists (select from returns r join orders o on o.id = r.order_id
       where r.number = substr($2, 3)::bigint and ($3::text[] is null or ${placeOfReturn} = any ($3)) and ($4::uuid is null or o.assignee_id = $4))
     when $4::uuid is not null then false
     when $1 in ('jobs', 'roles', ${namesForAll}) then true
     when $1 = 'shipments' and $2 ~ '^\\d{9}-\\d{1,3}$' then exists (select from orders o join shipments s on s.order_id = o.id
       where o.number = split_part($2, '-', 1)::bigint and s.n = split_part($2, '-', 2)::integer and s.place = any ($3))
     when $1 = 'manifests' and $2 ~ '^M-\\d{1,15}$' then exists (select from manifests where id = substr($2, 3)::bigint and store_code = any ($3))
     when $1 = 'transfers' and $2 ~ '^T-\\d{1,9}$' then exists (select from transfers where number = substr($2, 3)::integer
       and (from_store = any ($3) or to_store = any ($3)))
     when $1 = 'stock-counts' and $2 ~ '^K-\\d{1,9}$' then exists (select from stock_counts where number = substr($2, 3)::integer and store_code = any ($3))
     when $1 = 'supplier-notes' and $2 ~ '^P-\\d{1,9}$' then exists (select from supplier_notes where number = substr($2, 3)::integer and store_code = any ($3))
     when $1 = 'purchases' and $2 ~ '^C-\\d{1,9}$' then exists (select from purchases where id = substr($2, 3)::integer and store_code = any ($3))
     when $1 = 'picks' and $2 ~ '^\\d{1,15}$' then exists (select from picks where id = $2::bigint and store_code = any ($3))
     when $1 = 'stock' then $2 = any ($3)
     when $1 = 'staff' then exists (select from staff_members where id::text = $2 and stores <@ $3::text[])
     when $1 = 'tills' then exists (select from tills where id::text = $2 and store_code = any ($3))
     else false end as "isTheirs"`,
  { isTheirs: neverNull() },
);

/**
 * Returns whether an entity, as its calls name it, belongs to one of these stores. With `assignee`, it must also belong
 * to an order of that person. For staff who may see only part of the audit.
 */
export const isEntityOf = async (
  tx: Tx,
  { entity, entityId }: { entity: string; entityId: string },
  { stores, assignee }: { stores: readonly string[] | null; assignee: string | null },
): Promise<boolean> => (await selectSeen(tx, [entity, entityId, stores, assignee]))[0]?.isTheirs === true;

const allowPruning = statement('audit.allow-pruning', `select set_config('ceiba.audit_prune', 'on', true)`);

// Deletes seals together with their rows. The last of these seals stays, because the chain continues from it.
const prune = statement(
  'audit.prune',
  `with kept as (
     select coalesce(max(id), 0) as through from audit_seals
     where id < coalesce((select min(seal) from audit_entries where at >= $1), 9223372036854775807) and at < $1),
   gone as (delete from audit_entries e using kept where e.seal <= kept.through and e.at < $1 returning 1),
   unsealed as (delete from audit_seals s using kept where s.id < kept.through returning 1)
   select (select count(*) from gone) as pruned, through::text from kept`,
);

/**
 * Deletes whole seals whose rows were written and sealed before `before`. Returns the number of rows, and the last
 * seal's ID. `0` means that nothing was deleted. PostgreSQL refuses to delete rows younger than five years (OFF-11).
 */
export async function pruneAudit(tx: Tx, before: Date): Promise<{ pruned: number; through: string }> {
  await allowPruning(tx, []);
  const [row] = await prune(tx, [before]);
  return row ?? { pruned: 0, through: '0' };
}

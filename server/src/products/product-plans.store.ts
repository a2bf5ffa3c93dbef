import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';
import type { StoredPlan } from './products.store.ts';

const insert = statement(
  'products.insert-plan',
  `insert into product_plans (product_id, state, acts_at, planned_by, planned_at) values ($1, $2, $3, $4, $5)`,
);

/** Writes a plan of a locked product. */
export const insertPlan = async (
  tx: Tx,
  productId: number,
  { state, at, by }: { state: StoredPlan['state']; at: Date; by: string },
  now: Date,
): Promise<void> => {
  await insert(tx, [productId, state, at, by, now]);
};

const remove = statement('products.delete-plan', 'delete from product_plans where id = $1::bigint and product_id = $2');

export const deletePlan = async (tx: Tx, productId: number, planId: string): Promise<void> => {
  await remove(tx, [planId, productId]);
};

// Locks the product first. If another node is carrying out the plan, this transaction waits for the product.
const takeDue = statement(
  'products.take-due-plan',
  `with due as materialized (
     select n.id, p.sku from product_plans n join products p on p.id = n.product_id
     where n.acts_at <= $1 order by n.acts_at, n.id limit 1 for no key update of p)
   delete from product_plans n using due where n.id = due.id returning due.sku, n.state, n.planned_by as "plannedBy"`,
  { state: column<StoredPlan['state']>() },
);

/** Takes the earliest due plan, and locks its product. Undefined if no plan is due. */
export const takeDuePlan = async (tx: Tx, now: Date) => (await takeDue(tx, [now]))[0];

const notify = statement(
  'products.note-failed-plan',
  `insert into desk_notices (kind, entity_id, detail, permission)
   values ('plan', $1, jsonb_build_object('title', $2::text, 'faults', $3::text), 'catalog.publish')`,
);

/** Notifies the people who publish that a planned publication failed. `faults`: the reasons, in Spanish. */
export const noteFailedPlan = async (tx: Tx, of: { sku: string; title: string; faults: string }): Promise<void> => {
  await notify(tx, [of.sku, of.title, of.faults]);
};

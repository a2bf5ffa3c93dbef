import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

const columns = `n.id::text as id, n.starts_at, n.regular_price, n.sales_price, n.discount_ends_at, n.planned_by, n.reason, n.why, n.list_id,
  (select u.file_name from runs u where u.id = n.list_id) as list_name`;

/** SQL for a row's sales price at the time `at`. An expired offer is ignored. */
export const salesPriceAfter = (row: string, at: string): string =>
  `case when ${row}.discount_ends_at <= ${at} then ${row}.regular_price else ${row}.sales_price end`;
export const endAfter = (row: string, at: string): string =>
  `case when ${row}.discount_ends_at > ${at} then ${row}.discount_ends_at end`;

const selectPlans = statement(
  'price-plans.of-product',
  `select ${columns} from price_plans n where n.product_id = $1 order by n.failed_at is not null, n.starts_at, n.id`,
  { id: neverNull() },
);

/** A planned price as it is stored. Amounts are centavos. `why`: the reason of a failed plan. */
export type PlanRow = RowOf<typeof selectPlans>;

/** Lists the plans of a product, the next plan first and failed plans last. */
export const listPlans = (tx: Tx, productId: number): Promise<PlanRow[]> => selectPlans(tx, [productId]);

const selectOverlapping = statement(
  'price-plans.overlapping',
  `select ${columns} from price_plans n
   where n.product_id = $1 and n.failed_at is null
     and price_plan_period(n.starts_at, n.discount_ends_at) && price_plan_period($2, $3)
   order by n.starts_at, n.id limit 1`,
  { id: neverNull() },
);

/**
 * Returns the first plan of a locked product whose period overlaps with the given period. If `until` is null, the
 * period is only the time `from`.
 */
export const findOverlapping = async (
  tx: Tx,
  productId: number,
  { from, until }: { from: Date; until: Date | null },
): Promise<PlanRow | undefined> => (await selectOverlapping(tx, [productId, from, until]))[0];

/**
 * SQL condition: product `p` has, at a time, the offer that a plan or list started. An offer that somebody changed
 * since is ignored.
 */
export const duringBegunOffer = (p: string, at: string): string =>
  `exists (select from begun_offers b where b.product_id = ${p}.id and b.ends_at > ${at} and b.ends_at = ${p}.discount_ends_at
    and b.sales_price = ${p}.sales_price and ${p}.sales_price < ${p}.regular_price)`;

/** SQL of the prices that product `p` has before a moment `at`: those of its last plan that begins earlier, or else its own. */
export const priceBefore = (p: string, at: string): string => `(
  select n.regular_price, ${salesPriceAfter('n', at)} as sales_price from (
    select f.regular_price, f.sales_price, f.discount_ends_at, f.starts_at from price_plans f
    where f.product_id = ${p}.id and f.failed_at is null and f.starts_at < ${at}
    union all select ${p}.regular_price, ${p}.sales_price, ${p}.discount_ends_at, null
    order by starts_at desc nulls last limit 1) n)`;

const selectPriceAt = statement(
  'price-plans.price-at',
  `select ${duringBegunOffer('p', '$2::timestamptz')} as "isDuringOffer", p.discount_ends_at, n.regular_price, n.sales_price
   from products p cross join lateral ${priceBefore('p', '$2::timestamptz')} n
   where p.id = $1`,
  { isDuringOffer: neverNull(), regularPrice: column<Centavos>(), salesPrice: column<Centavos>() },
);

/**
 * Returns the price that a product has before a plan starts, and whether the start is within the offer of another plan.
 */
export async function findPriceAt(tx: Tx, productId: number, at: Date) {
  const [found] = await selectPriceAt(tx, [productId, at]);
  if (found === undefined) throw new Error('the product is locked');
  return found;
}

const insert = statement(
  'price-plans.insert',
  `insert into price_plans (product_id, starts_at, regular_price, sales_price, discount_ends_at, reason, planned_by, planned_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Writes a plan of a locked product. The constraint `price_plans_apart` refuses a plan that overlaps with another. */
export const insertPlan = async (
  tx: Tx,
  productId: number,
  plan: {
    at: Date;
    regularPrice: Centavos;
    salesPrice: Centavos;
    discountEndsAt: Date | null;
    reason: string | null;
    by: string;
  },
  now: Date,
): Promise<void> => {
  const { at, regularPrice, salesPrice, discountEndsAt, reason, by } = plan;
  await insert(tx, [productId, at, regularPrice, salesPrice, discountEndsAt, reason, by, now]);
};

const selectOwner = statement(
  'price-plans.product-of-plan',
  'select p.id, p.sku from price_plans n join products p on p.id = n.product_id where n.id = $1::bigint',
);

/** Returns the product of a plan. Undefined if the plan does not exist. */
export const findProductOfPlan = async (tx: Tx, id: string) => (await selectOwner(tx, [id]))[0];

const lockOne = statement('price-plans.lock-product', 'select id from products where id = $1 for no key update');

/** Locks a product. Every writer of its plans does so. */
export const lockPlannedProduct = async (tx: Tx, productId: number): Promise<void> => {
  await lockOne(tx, [productId]);
};

const remove = statement('price-plans.delete', 'delete from price_plans where id = $1::bigint and list_id is null');

/** Deletes a plan of a single product. Plans of price lists stay. */
export const deletePlan = async (tx: Tx, id: string): Promise<void> => {
  await remove(tx, [id]);
};

const moveFormer = statement(
  'price-plans.move-former',
  `with moved as (
     insert into price_plans (product_id, starts_at, regular_price, sales_price, discount_ends_at)
     select product_id, starts_at, regular_price, sales_price, discount_ends_at from planned_prices where starts_at > $1
     order by product_id, starts_at on conflict do nothing returning product_id, starts_at)
   delete from planned_prices f using moved m where f.product_id = m.product_id and f.starts_at = m.starts_at returning f.product_id`,
);

/**
 * Moves plans that a node of the previous release wrote into its own table. A plan that overlaps with another stays
 * there until its start. Returns the number of moved plans.
 */
export const moveFormerPlans = async (tx: Tx, now: Date): Promise<number> => (await moveFormer(tx, [now])).length;

const lockDue = statement(
  'price-plans.lock-due',
  `select id from products where id in (
     select product_id from price_plans where failed_at is null and list_id is null and starts_at <= $1 order by starts_at, id limit $2)
   order by id for no key update`,
);

/**
 * Locks the products of at most `most` plans that start until a time, in the order of their IDs. A later statement
 * reads the plans.
 */
export const lockDueProducts = async (tx: Tx, until: Date, most: number): Promise<number[]> =>
  (await lockDue(tx, [until, most])).map(({ id }) => id);

const archivedText = 'El producto está archivado.';

const failArchived = statement(
  'price-plans.fail-archived',
  `with failed as (
     update price_plans n set failed_at = $2, why = $3 from products p
     where n.product_id = any ($1::bigint[]) and p.id = n.product_id and n.failed_at is null and n.list_id is null and n.starts_at <= $4
       and p.archived_at is not null
     returning p.sku, p.title)
   insert into desk_notices (kind, entity_id, detail, permission)
   select 'price', sku, jsonb_build_object('title', title, 'faults', $3::text), 'prices.edit' from failed returning id`,
);

/**
 * Marks plans of archived products that start until a time as failed, and notifies the people who may edit prices.
 * Returns their number.
 */
export const failPlansOfArchived = async (
  tx: Tx,
  ids: readonly number[],
  { now, until }: { now: Date; until: Date },
): Promise<number> => (await failArchived(tx, [ids, now, archivedText, until])).length;

// If several plans of a product are due after an outage, only the latest one is written. All of them count as applied.
const applyDue = statement(
  'price-plans.apply-due',
  `with gone as (
     delete from price_plans n where n.product_id = any ($1::bigint[]) and n.failed_at is null and n.list_id is null and n.starts_at <= $4
     returning n.*),
   latest as (
     select distinct on (g.product_id) g.product_id, g.planned_by, g.reason, g.regular_price, ${salesPriceAfter('g', '$2')} as sales_price,
       ${endAfter('g', '$2')} as discount_ends_at
     from gone g order by g.product_id, g.starts_at desc),
   fields as (
     select p.sku, l.planned_by, l.reason, price_fields(p.regular_price, p.sales_price, p.discount_ends_at) as was,
       price_fields(l.regular_price, l.sales_price, l.discount_ends_at) as now
     from latest l join products p on p.id = l.product_id),
   written as (
     update products p set regular_price = l.regular_price, sales_price = l.sales_price, discount_ends_at = l.discount_ends_at, updated_at = $2
     from latest l where p.id = l.product_id),
   marked as (
     insert into begun_offers (product_id, sales_price, ends_at)
     select product_id, sales_price, discount_ends_at from latest where discount_ends_at is not null order by product_id
     on conflict (product_id) do update set sales_price = excluded.sales_price, ends_at = excluded.ends_at),
   noted as (
     insert into audit_entries (at, actor_kind, actor_id, actor_name, operation, entity, entity_id, before, after, reason)
     select clock_timestamp(), 'job', $3, 'Precio planeado' || case when planned_by = '' then '' else ' por ' || planned_by end, 'changeProduct',
       'products', sku, fields_apart(was, now), fields_apart(now, was), reason
     from fields where was <> now)
   select count(*) as applied from gone`,
  { applied: neverNull() },
);

/**
 * Writes the plans of locked products that start until a time, with their audit entries. Returns the number of plans.
 */
export const applyDuePlans = async (
  tx: Tx,
  ids: readonly number[],
  { now, until, job }: { now: Date; until: Date; job: string },
): Promise<number> => (await applyDue(tx, [ids, now, job, until]))[0]?.applied ?? 0;

const forgetOffers = statement(
  'price-plans.forget-begun-offers',
  `delete from begun_offers where product_id = any (array(select product_id from begun_offers where ends_at <= $1 order by ends_at limit $2))
   returning product_id`,
);

/** Deletes at most `most` expired offers of plans. Returns their number. */
export const forgetBegunOffers = async (tx: Tx, now: Date, most: number): Promise<number> =>
  (await forgetOffers(tx, [now, most])).length;

/** SQL for the state of plan `n`. */
export const planStateSql = `case when n.failed_at is null then 'planned' else 'failed' end`;

const beginFormer = statement(
  'price-plans.begin-former',
  `with due as materialized (
     select product_id, starts_at from planned_prices where starts_at <= $1 order by product_id, starts_at limit $2),
   locked as materialized (
     select id from products where id in (select product_id from due) order by id for no key update),
   gone as (
     delete from planned_prices n using due d
     where n.product_id = d.product_id and n.starts_at = d.starts_at returning n.*),
   begun as (
     update products p set regular_price = l.regular_price, sales_price = l.sales_price, discount_ends_at = l.discount_ends_at,
       updated_at = $1
     from gone l
     where l.starts_at = (select max(g.starts_at) from gone g where g.product_id = l.product_id) and p.id = l.product_id and p.id in (select id from locked))
   select count(*) as begun from gone`,
  { begun: neverNull() },
);

/**
 * Applies the latest due plan of each product from the previous release's table, at most `most`. Returns the number of
 * plans.
 */
export const beginFormerPlans = async (tx: Tx, now: Date, most: number): Promise<number> =>
  (await beginFormer(tx, [now, most]))[0]?.begun ?? 0;

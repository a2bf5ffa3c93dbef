import type { PriceList } from '@ceiba/contract/desk/price-plans';
import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import { endAfter, priceBefore, salesPriceAfter } from './price-plans.store.ts';

const insert = statement(
  'price-lists.begin',
  'insert into price_lists (run_id, starts_at, reason, planned_by) values ($1, $2, $3, $4)',
);

/**
 * Creates the price list of an import. The caller writes the rows next. If `startsAt` is null, the prices apply
 * immediately.
 */
export const beginPriceList = async (
  tx: Tx,
  runId: string,
  { startsAt, reason, by }: { startsAt: Date | null; reason: string | null; by: string },
): Promise<void> => {
  await insert(tx, [runId, startsAt, reason, by]);
};

const finish = statement(
  'price-lists.finish',
  `update price_lists set state = case when starts_at is null then 'applied' else 'planned' end,
     settled_at = case when starts_at is null then clock_timestamp() end
   where run_id = $1 and state = 'writing'`,
);

/** Marks a price list as complete after all its rows were written. */
export const finishPriceList = async (tx: Tx, runId: string): Promise<void> => {
  await finish(tx, [runId]);
};

/**
 * SQL of the rows of a file that was checked and not applied yet, with the prices before them: those at the row's own start, else at the start of
 * the list ($2), else now. An earlier plan may change a price until then (PROD-10).
 */
const draftRows = `select p.sku, p.title, b.regular_price as was_regular, b.sales_price as was_sales,
    (m.is ->> 'precio')::bigint as regular, coalesce(m.is ->> 'oferta', m.is ->> 'precio')::bigint as sales, null as outcome,
    break_even_price(p.id) as break_even
  from import_rows r join products p on p.sku = r.key[1]
    cross join lateral (select coalesce(r.before, '{}') || r.given as is,
      coalesce(nullif(r.key[2], '')::timestamp at time zone 'America/Guatemala', $2::timestamptz, now()) as at) m
    cross join lateral ${priceBefore('p', 'm.at')} b
  where r.run_id = $1 and r.outcome in ('new', 'changed') and not exists (select from price_lists l where l.run_id = $1)`;

/**
 * SQL for the price, offer and offer end that a list gives product `p` at the time `at`. If `at` is null, the list
 * applies immediately. Fields that the file did not give stay. An offer that has expired at that time is ignored.
 */
export const listPrices = (given: string, p: string, at: string): string => `(
  select m.price, case when m.ends_at <= ${at} then null else m.offer end as offer, case when m.ends_at <= ${at} then null else m.ends_at end as ends_at
  from (
    select case when ${given} ? 'regular_price' then (${given} ->> 'regular_price')::bigint else ${p}.regular_price end as price,
      case when ${given} ? 'offer' then (${given} ->> 'offer')::bigint
        when ${p}.sales_price < ${p}.regular_price and (${p}.discount_ends_at <= ${at}) is not true then ${p}.sales_price end as offer,
      case when ${given} ? 'ends_at' then (${given} ->> 'ends_at')::timestamptz
        when ${given} -> 'offer' = 'null' or ${p}.discount_ends_at <= ${at} then null else ${p}.discount_ends_at end as ends_at) m)`;

/**
 * SQL of the rows of a price list. Until it is applied, the prices before are those at its start, and the fields that the file did not give are the
 * present ones. An applied list is not compared with costs, which have moved since.
 */
const listRows = `select p.sku, p.title, case when h.is_ahead then b.regular_price else w.was_regular_price end,
    case when h.is_ahead then b.sales_price else w.was_sales_price end, case when h.is_ahead then n.price else w.regular_price end,
    case when h.is_ahead then coalesce(n.offer, n.price) else w.sales_price end, w.outcome, case when h.is_ahead then break_even_price(p.id) end
  from price_lists l join price_list_rows w on w.run_id = l.run_id join products p on p.id = w.product_id
    cross join lateral (select l.state = 'planned' as is_ahead) h cross join lateral ${listPrices('w.given', 'p', 'l.starts_at')} n
    cross join lateral ${priceBefore('p', 'l.starts_at')} b
  where l.run_id = $1`;

/** SQL of whether a price changes by more than 40 %. The rule equals `largePriceChange` of the domain; a test compares the two (PROD-10). */
export const isLargeChange = (was: string, is: string): string => `abs(${is} - ${was}) * 100 > ${was} * 40`;

// The second rule equals `priceBelowCost` of the domain; the same test compares the two (PROD-10).
const changes = `(
  select c.*, ${isLargeChange('c.was_sales', 'c.sales')} or ${isLargeChange('c.was_regular', 'c.regular')} as is_large,
    coalesce((c.sales is distinct from c.was_sales and c.sales < c.break_even)
      or (c.regular is distinct from c.was_regular and c.regular < c.break_even), false) as is_below_cost,
    (c.sales - c.was_sales) * 100.0 / c.was_sales as change
  from (${draftRows} union all ${listRows}) c)`;

const selectList = statement(
  'price-lists.by-run',
  `select u.id, u.state as "runState", l.state, l.starts_at, l.reason, coalesce(l.planned_by, '') as by, l.why, l.settled_at,
     u.file_name as name, coalesce(l.settled_at > $3, false) as "isRecent", c.*
   from runs u left join price_lists l on l.run_id = u.id
     cross join lateral (
       select count(*)::int as rows, (count(*) filter (where c.sales > c.was_sales))::int as raised,
         (count(*) filter (where c.sales < c.was_sales))::int as lowered, (count(*) filter (where c.is_large))::int as large,
         (count(*) filter (where c.is_below_cost))::int as "belowCost",
         (count(*) filter (where c.outcome = 'reverted'))::int as reverted, (count(*) filter (where c.outcome = 'changed'))::int as changed,
         (count(*) filter (where c.outcome = 'unpriced'))::int as unpriced
       from ${changes} c) c
   where u.id = $1 and u.kind = 'import prices'`,
  {
    state: column<Exclude<PriceList['state'], 'draft'>>(),
    by: neverNull(),
    isRecent: neverNull(),
    rows: neverNull(),
    raised: neverNull(),
    lowered: neverNull(),
    large: neverNull(),
    belowCost: neverNull(),
    reverted: neverNull(),
    changed: neverNull(),
    unpriced: neverNull(),
  },
);

export type PriceListRow = RowOf<typeof selectList>;

/**
 * Returns an import of prices with its price list, and counts of its rows. `state` null: it was not applied yet. `since`: lists that were settled
 * before it have lost their rows. `startsAt`: the start that somebody wants for a list that was not applied yet; null: at once.
 */
export const findPriceList = async (
  tx: Tx,
  runId: string,
  { since, startsAt }: { since: Date; startsAt: Date | null },
): Promise<PriceListRow | undefined> => (await selectList(tx, [runId, startsAt, since]))[0];

/** Counts the rows of a checked file whose price needs a reason, if they begin at `startsAt`; null: at once (PROD-10). */
export async function countPriceDoubts(tx: Tx, runId: string, startsAt: Date | null) {
  const list = await findPriceList(tx, runId, { since: new Date(0), startsAt });
  return { large: list?.large ?? 0, belowCost: list?.belowCost ?? 0 };
}

const selectRows = statement(
  'price-lists.rows',
  `select c.sku, c.title, c.was_sales as before, c.sales as after, round(c.change, 1) as percent, coalesce(c.is_large, false) as "isLarge",
     c.is_below_cost as "isBelowCost", c.outcome
   from ${changes} c where not $3::boolean or c.outcome in ('changed', 'unpriced')
   order by abs(c.change) desc nulls last, c.sku limit $4 offset $5`,
  {
    sku: neverNull(),
    title: neverNull(),
    before: column<Centavos>(),
    after: column<Centavos>(),
    percent: column<number>(),
    isLarge: neverNull(),
    isBelowCost: neverNull(),
    outcome: column<'reverted' | 'changed' | 'unpriced'>(),
  },
);

/**
 * Lists the prices of a price list, the largest change first. `isKept`: only the prices that a revert did not restore.
 */
export const listPriceRows = (
  tx: Tx,
  runId: string,
  { isKept, most, after }: { isKept: boolean; most: number; after: number },
) => selectRows(tx, [runId, null, isKept, most, after]);

const selectNext = statement(
  'price-lists.next-start',
  `select min(starts_at) as starts_at from price_lists where state = 'planned' and starts_at <= $1 and run_id <> all ($2::uuid[])`,
);

/** Returns the start of the earliest due price list that is not in `others`. Undefined if no list is due. */
export const findNextListStart = async (tx: Tx, now: Date, others: readonly string[]): Promise<Date | undefined> =>
  (await selectNext(tx, [now, others]))[0]?.startsAt ?? undefined;

const take = statement(
  'price-lists.take-due',
  `select l.run_id, l.planned_by, l.reason, u.file_name from price_lists l join runs u on u.id = l.run_id
   where l.state = 'planned' and l.starts_at <= $1 and l.run_id <> all ($2::uuid[]) order by l.starts_at, l.run_id limit 1 for update of l skip locked`,
);

/**
 * Locks the earliest due price list that is not in `others`. Undefined if no list is due, or another node has locked
 * it.
 */
export const takeDueList = async (tx: Tx, now: Date, others: readonly string[]) => (await take(tx, [now, others]))[0];

const lock = statement('price-lists.lock', 'select state from price_lists where run_id = $1 for update', {
  state: column<Exclude<PriceList['state'], 'draft'>>(),
});

/** Locks a price list and returns its state. Undefined if the list does not exist. */
export const lockPriceList = async (tx: Tx, runId: string) => (await lock(tx, [runId]))[0]?.state;

const lockProducts = statement(
  'price-lists.lock-products',
  `select p.sku, p.archived_at is not null as "isArchived" from products p
   where p.id in (select product_id from price_list_rows where run_id = $1) order by p.id for no key update`,
  { isArchived: neverNull() },
);

/** Locks the products of a price list in the order of their IDs. Returns the SKUs of the archived products. */
export const lockListProducts = async (tx: Tx, runId: string): Promise<string[]> =>
  (await lockProducts(tx, [runId])).flatMap(({ sku, isArchived }) => (isArchived ? [sku] : []));

const dropPlans = statement('price-lists.delete-plans', 'delete from price_plans where list_id = $1');

const settle = statement(
  'price-lists.settle',
  'update price_lists set state = $2, why = $3, settled_at = $4 where run_id = $1',
);

/** Stores the final state of a planned price list and deletes its plans. `why`: the reason of a failure, in Spanish. */
export const settleList = async (
  tx: Tx,
  runId: string,
  { state, why = null, now }: { state: 'applied' | 'failed' | 'canceled'; why?: string | null; now: Date },
): Promise<void> => {
  await dropPlans(tx, [runId]);
  await settle(tx, [runId, state, why, now]);
};

const selectBroken = statement(
  'price-lists.broken',
  `select p.sku from price_list_rows w join products p on p.id = w.product_id cross join lateral ${listPrices('w.given', 'p', '$2::timestamptz')} n
   where w.run_id = $1 and (n.price is null or n.offer >= n.price or (n.ends_at is not null and n.offer is null)) order by p.id`,
);

/**
 * Lists the SKUs of locked products that the list would leave without a price, or with an offer that is not below the
 * price.
 */
export const listBrokenProducts = async (tx: Tx, runId: string, now: Date): Promise<string[]> =>
  (await selectBroken(tx, [runId, now])).map(({ sku }) => sku);

const remember = statement(
  'price-lists.remember',
  `update price_list_rows w set was_regular_price = p.regular_price, was_sales_price = p.sales_price,
     was_discount_ends_at = p.discount_ends_at, regular_price = n.price, sales_price = coalesce(n.offer, n.price), discount_ends_at = n.ends_at
   from products p, price_list_rows g cross join lateral ${listPrices('g.given', 'p', '$2::timestamptz')} n
   where w.run_id = $1 and p.id = w.product_id and g.run_id = w.run_id and g.product_id = w.product_id`,
);

const write = statement(
  'price-lists.apply',
  `update products p set regular_price = w.regular_price, sales_price = w.sales_price, discount_ends_at = w.discount_ends_at, updated_at = $2
   from price_list_rows w where w.run_id = $1 and p.id = w.product_id`,
);

const markOffers = statement(
  'price-lists.mark-offers',
  `insert into begun_offers (product_id, sales_price, ends_at)
   select product_id, sales_price, discount_ends_at from price_list_rows where run_id = $1 and discount_ends_at is not null order by product_id
   on conflict (product_id) do update set sales_price = excluded.sales_price, ends_at = excluded.ends_at`,
);

const audit = statement(
  'price-lists.audit',
  `insert into audit_entries (at, actor_kind, actor_id, actor_name, operation, entity, entity_id, before, after, reason)
   select clock_timestamp(), 'job', $2, $3, 'changeProduct', 'products', p.sku, fields_apart(f.was, f.now), fields_apart(f.now, f.was), $4
   from price_list_rows w join products p on p.id = w.product_id
     cross join lateral (select price_fields(w.was_regular_price, w.was_sales_price, w.was_discount_ends_at) as was,
       price_fields(w.regular_price, w.sales_price, w.discount_ends_at) as now) f
   where w.run_id = $1 and f.was <> f.now`,
);

/** Writes the prices of a list to its locked products, with an audit entry for each product. */
export async function writeList(
  tx: Tx,
  runId: string,
  { now, job, by, reason }: { now: Date; job: string; by: string; reason: string | null },
): Promise<void> {
  await remember(tx, [runId, now]);
  await write(tx, [runId, now]);
  await markOffers(tx, [runId]);
  await audit(tx, [runId, job, by, reason]);
}

const notify = statement(
  'price-lists.note-failed',
  `insert into desk_notices (kind, entity_id, detail, permission)
   values ('price', $1, jsonb_build_object('title', $2::text, 'faults', $3::text, 'list', true), 'prices.edit')`,
);

/** Notifies the people who may edit prices that a price list was not applied. `why`: the reason, in Spanish. */
export const noteFailedList = async (tx: Tx, runId: string, name: string, why: string): Promise<void> => {
  await notify(tx, [runId, name, why]);
};

const beginRevertText = statement(
  'price-lists.begin-revert',
  `update price_lists set state = 'reverting', reverted_by = $2::jsonb where run_id = $1`,
);

/** Marks a list whose prices a job will restore, and stores the person who requested the revert. */
export const markReverting = async (
  tx: Tx,
  runId: string,
  by: { id: string | null; name: string; reason: string },
): Promise<void> => {
  await beginRevertText(tx, [runId, JSON.stringify(by)]);
};

const selectReverting = statement(
  'price-lists.reverting',
  `select reverted_by as by from price_lists where run_id = $1 and state = 'reverting' for update`,
  { by: neverNull<{ id: string | null; name: string; reason: string }>() },
);

/** Locks a list that is being reverted. Undefined if the list is not being reverted. */
export const lockReverting = async (tx: Tx, runId: string) => (await selectReverting(tx, [runId]))[0]?.by;

const lockPortion = statement(
  'price-lists.lock-portion',
  `select p.id from products p where p.id in (
     select product_id from price_list_rows where run_id = $1 and outcome is null order by product_id limit $2)
   order by p.id for no key update`,
);

/** Locks at most `most` of the next products of a list that is being reverted. */
export const lockRevertPortion = async (tx: Tx, runId: string, most: number): Promise<number[]> =>
  (await lockPortion(tx, [runId, most])).map(({ id }) => id);

// A price counts as unchanged also after the offer of the list has expired. An offer that expired before the revert is
// not restored.
const revert = statement(
  'price-lists.revert',
  `with judged as materialized (
     select w.product_id, p.sku, w.was_regular_price as regular, ${salesPriceAfter('b', '$3')} as sales,
       ${endAfter('b', '$3')} as ends_at,
       case when (p.regular_price, p.sales_price, p.discount_ends_at)
             is distinct from (w.regular_price, ${salesPriceAfter('w', '$3')}, ${endAfter('w', '$3')})
           and (p.regular_price, p.sales_price, p.discount_ends_at) is distinct from (w.regular_price, w.sales_price, w.discount_ends_at) then 'changed'
         when w.was_regular_price is null and p.is_published then 'unpriced' else 'reverted' end as outcome,
       price_fields(p.regular_price, p.sales_price, p.discount_ends_at) as now
     from price_list_rows w join products p on p.id = w.product_id
       cross join lateral (select w.was_regular_price as regular_price, w.was_sales_price as sales_price, w.was_discount_ends_at as discount_ends_at) b
     where w.run_id = $1 and w.product_id = any ($2::bigint[]) and w.outcome is null),
   done as (
     update price_list_rows w set outcome = j.outcome from judged j where w.run_id = $1 and w.product_id = j.product_id),
   written as (
     update products p set regular_price = j.regular, sales_price = j.sales, discount_ends_at = j.ends_at, updated_at = $3
     from judged j where p.id = j.product_id and j.outcome = 'reverted'),
   noted as (
     insert into audit_entries (at, actor_kind, actor_id, actor_name, operation, entity, entity_id, before, after, reason)
     select clock_timestamp(), 'staff', $4, $5, 'revertPriceList', 'products', j.sku, fields_apart(j.now, f.now), fields_apart(f.now, j.now), $6
     from judged j cross join lateral (select price_fields(j.regular, j.sales, j.ends_at) as now) f
     where j.outcome = 'reverted' and f.now <> j.now)
   select count(*) as judged from judged`,
);

/**
 * Restores the prices of locked products, except prices that somebody changed after the list. Writes the outcome of
 * each row.
 */
export const revertPortion = async (
  tx: Tx,
  runId: string,
  ids: readonly number[],
  { now, by }: { now: Date; by: { id: string | null; name: string; reason: string } },
): Promise<void> => {
  await revert(tx, [runId, ids, now, by.id, by.name, by.reason]);
};

const endRevertText = statement(
  'price-lists.end-revert',
  `update price_lists set state = 'reverted' where run_id = $1`,
);

export const endRevert = async (tx: Tx, runId: string): Promise<void> => {
  await endRevertText(tx, [runId]);
};

const forget = statement(
  'price-lists.forget-rows',
  `delete from price_list_rows where ctid = any (array(
     select w.ctid from price_lists l join price_list_rows w on w.run_id = l.run_id
     where l.settled_at < $1 and l.state not in ('writing', 'planned', 'reverting') limit $2))
   returning product_id`,
);

/**
 * Deletes at most `most` rows of lists that were applied, failed or canceled before a time. Returns the number of
 * deleted rows.
 */
export const forgetListRows = async (tx: Tx, before: Date, most: number): Promise<number> =>
  (await forget(tx, [before, most])).length;

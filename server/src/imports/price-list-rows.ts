import type { Tx } from '../platform/db/database.ts';
import { listPrices } from '../price-plans/price-lists.store.ts';
import { duringBegunOffer } from '../price-plans/price-plans.store.ts';
import { given, momentOf, rowsToWrite, untilOf } from './import-kind.ts';

/** SQL for the values that row `r` gives, as in `price_list_rows.given`. */
const givenPrices = `(case when r.given ? 'precio' then jsonb_build_object('regular_price', ${given('precio')}::bigint) else '{}' end
    || case when r.given ? 'oferta' then jsonb_build_object('offer', ${given('oferta')}::bigint) else '{}' end
    || case when r.given ? 'oferta_hasta' then jsonb_build_object('ends_at', ${untilOf(given('oferta_hasta'))}) else '{}' end)`;

const start = momentOf(`nullif(r.key[2], '')`);
const isPlanned = `r.key[2] <> ''`;
/** SQL for the start of the run's price list. Null if the list applies immediately, or there is no list. */
const listStart = '(select starts_at from price_lists where run_id = $1)';

/** SQL for the rows of a portion that change a product's own price, with its prices before and after. */
const priced = `(
  select o.id, g.given, n.price, coalesce(n.offer, n.price) as sales, n.ends_at, o.regular_price as was_price, o.sales_price as was_sales,
    o.discount_ends_at as was_ends_at
  from ${rowsToWrite()} r join products o on o.sku = r.key[1]
    cross join lateral (select ${givenPrices} as given) g
    cross join lateral ${listPrices('g.given', 'o', listStart)} n
  where r.key[2] = '')`;

const noteRows = `insert into price_list_rows (run_id, product_id, given, regular_price, sales_price, discount_ends_at, was_regular_price,
    was_sales_price, was_discount_ends_at)
  select l.run_id, n.id, n.given, n.price, n.sales, n.ends_at, n.was_price, n.was_sales, n.was_ends_at
  from ${priced} n join price_lists l on l.run_id = $1 order by n.id`;

const setPrices = `update products p set regular_price = n.price, sales_price = n.sales, discount_ends_at = n.ends_at, updated_at = now()
  from ${priced} n where p.id = n.id and ${listStart} is null`;

const portionOfList = `${rowsToWrite()} r join products p on p.sku = r.key[1] join price_lists l on l.run_id = $1
    join price_list_rows w on w.run_id = $1 and w.product_id = p.id`;

const planList = `insert into price_plans (product_id, starts_at, regular_price, sales_price, discount_ends_at, list_id, reason, planned_by)
  select p.id, l.starts_at, w.regular_price, w.sales_price, w.discount_ends_at, l.run_id, l.reason, l.planned_by
  from ${portionOfList} where r.key[2] = '' and l.starts_at is not null order by p.id`;

// A file that is applied in portions has one row in the audit: an ERP that sends all prices each night would fill the audit, which lasts five years.
const noteChanges = `insert into audit_entries (at, actor_kind, actor_id, actor_name, operation, entity, entity_id, before, after, reason)
  select clock_timestamp(), u.actor_kind, coalesce(u.options ->> 'appliedBy', u.actor_id), l.planned_by, 'applyImport', 'products', p.sku,
    fields_apart(f.was, f.now), fields_apart(f.now, f.was), l.reason
  from ${portionOfList} join runs u on u.id = $1
    cross join lateral (select price_fields(w.was_regular_price, w.was_sales_price, w.was_discount_ends_at) as was,
      price_fields(w.regular_price, w.sales_price, w.discount_ends_at) as now) f
  where r.key[2] = '' and l.starts_at is null and u.options ->> 'isWhole' = 'true' and f.was <> f.now order by r.row_no`;

const unplan = `delete from price_plans n using ${rowsToWrite()} r, products p
  where p.sku = r.key[1] and ${isPlanned} and n.product_id = p.id and n.list_id is null and n.failed_at is null and n.starts_at = ${start}`;

// A row may give a part of a plan that exists.
const plan = `insert into price_plans (product_id, starts_at, regular_price, sales_price, discount_ends_at, reason, planned_by)
  select p.id, ${start}, (m.is ->> 'precio')::bigint, coalesce(m.is ->> 'oferta', m.is ->> 'precio')::bigint, ${untilOf(`(m.is ->> 'oferta_hasta')`)},
    l.reason, coalesce(l.planned_by, a.name, u.actor_id, '')
  from ${rowsToWrite()} r join products p on p.sku = r.key[1] join runs u on u.id = r.run_id
    left join staff_members a on a.id::text = u.actor_id left join price_lists l on l.run_id = r.run_id
    cross join lateral (select coalesce(r.before, '{}') || r.given as is) m
  where ${isPlanned} and m.is ->> 'precio' is not null order by p.id`;

/** Statements that write the prices of a portion, in their order. */
export const writePrices: readonly string[] = [noteRows, setPrices, planList, noteChanges, unplan, plan];

/**
 * SQL condition: another plan of a product overlaps with the time from `from` to `until`, or an offer of an applied
 * plan still runs then. `others`: SQL condition for the plans `n` that count. The product is compared as a range, like
 * in the index of `price_plans_apart`. With the time alone, each row of a list would find all other rows.
 */
const isTaken = (product: string, from: string, until: string, others = 'true'): string => `(exists (
    select from price_plans n where n.failed_at is null and int8range(n.product_id, n.product_id, '[]') && int8range(${product}, ${product}, '[]')
      and price_plan_period(n.starts_at, n.discount_ends_at) && price_plan_period(${from}, ${until}) and ${others})
  or exists (select from products e where e.id = ${product} and ${duringBegunOffer('e', from)}))`;

const productOfRow = '(select o.id from products o where o.sku = r.key[1])';

export const overlapText = 'Se cruza con otro precio planeado de este producto';

/**
 * SQL condition: row `r` plans a price at a time at which its product has another plan (PROD-09). The file replaces a
 * plan of exactly the same time.
 */
export const overlapsPlan = `${isPlanned} and m.is ->> 'precio' is not null and m.was is distinct from m.is and ${isTaken(productOfRow, start, untilOf(`(m.is ->> 'oferta_hasta')`), `not (n.list_id is null and n.starts_at = ${start})`)}`;

const ofList = `r.key[2] = '' and ${listStart} is not null`;

/** The reasons why a row could not be planned after the check of its file. */
export const priceRowsBrokenLater = [
  { isBroken: overlapsPlan, why: overlapText },
  {
    isBroken: `${ofList} and (m.is ->> 'precio' is null or exists (select from products o where o.sku = r.key[1] and o.archived_at is not null))`,
    why: 'Está archivado o se queda sin precio: no se puede planear',
  },
  {
    isBroken: `${ofList} and ${isTaken(productOfRow, listStart, untilOf(`(m.is ->> 'oferta_hasta')`))}`,
    why: overlapText,
  },
];

/** Marks rows of one product whose planned times overlap, by the order of their starts. */
export const markOverlappingRows = `with found as materialized (
    select r.row_no, lag(r.row_no) over same as first, t.starts, max(coalesce(t.ends, t.starts)) over (same rows between unbounded preceding and 1 preceding) as taken
    from import_rows r cross join lateral (select coalesce(r.before, '{}') || r.given as is) m
      cross join lateral (select ${start} as starts, ${untilOf(`(m.is ->> 'oferta_hasta')`)} as ends) t
    where r.run_id = $1 and r.outcome <> 'wrong' and ${isPlanned} and m.is ->> 'precio' is not null
    window same as (partition by r.key[1] order by t.starts))
  update import_rows u set outcome = 'wrong', errors = u.errors || jsonb_build_object('column', 'desde', 'value', coalesce(u.cells ->> 'desde', ''),
    'code', 'OVERLAPPING_PERIOD', 'text', 'Se cruza con el precio de la fila ' || f.first || '.')
  from found f where u.run_id = $1 and u.row_no = f.row_no and f.starts < f.taken`;

const blocked = `select r.key[1] as sku, case when o.archived_at is not null then 'archived' when m.is ->> 'precio' is null then 'unpriced' else 'overlapping' end as why
  from import_rows r join products o on o.sku = r.key[1] cross join lateral (select coalesce(r.before, '{}') || r.given as is) m
  where r.run_id = $1 and r.outcome in ('new', 'changed') and r.key[2] = ''
    and (o.archived_at is not null or m.is ->> 'precio' is null
      or ${isTaken('o.id', '$2::timestamptz', untilOf(`(m.is ->> 'oferta_hasta')`))})
  order by r.row_no limit 20`;

/** Products of a checked file whose price cannot be planned at the start of the list, with the reasons. At most 20. */
export const listBlockedRows = (
  tx: Tx,
  runId: string,
  startsAt: Date,
): Promise<{ sku: string; why: 'archived' | 'unpriced' | 'overlapping' }[]> =>
  tx.run({ text: blocked, values: [runId, startsAt] });

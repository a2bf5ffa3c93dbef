import { type Invariant, invariant, ordersSince, type Reach } from './invariant.ts';

const productsOf = ({ name, movements }: Reach): readonly [everything: boolean, movements: number] => [
  name === 'everything',
  movements,
];

/**
 * SQL for the products to check. $1: all products. Otherwise the products of the last $2 movements, found from the end
 * of the primary key.
 */
const checked = `
  checked as materialized (
    select id from products where $1
    union select product_id from (select product_id from stock_movements where not $1 order by id desc limit $2) m)`;

/**
 * SQL condition for orders that hold their claimed stock, except for shipments that were canceled or whose goods are
 * back.
 */
const holds = `status in ('placing', 'voiding', 'pending_payment', 'processing', 'shipped', 'delivered', 'undelivered')`;

/** SQL condition: the stock of a shipment (`s`) is free again. */
const isFree = `(s.state = 'canceled' or s.received_at is not null)`;

/** SQL: fewer units are claimed (`c`) than wanted (`w`), beyond those that transfers carry to the order. A canceled unit may still be carried. */
const isNotCarried = (more: string): string => `not coalesce(coalesce(c.quantity, 0) < w.quantity
       and coalesce(c.quantity, 0) + (select sum(l.in_transit) from transfers t join transfer_lines l on l.transfer = t.number
         where t.order_id = w.order_id and l.product_id = w.product_id${more}) >= w.quantity, false)`;

export const stockInvariants: readonly Invariant[] = [
  invariant(
    'stock-level',
    'A stock level equals the sum of its movements',
    productsOf,
    `with ${checked},
     levels as (select product_id, store_code, quantity from stock_levels where product_id in (select id from checked)),
     moved as (select product_id, store_code, sum(delta) as quantity from stock_movements
       where product_id in (select id from checked) group by product_id, store_code)
     select product_id || '@' || store_code as id from levels l full join moved m using (product_id, store_code)
     where coalesce(l.quantity, 0) <> coalesce(m.quantity, 0)`,
  ),
  invariant(
    'presale-units',
    'The presale units of a place that have not come are the sum of their movements (WORK-32)',
    productsOf,
    `with ${checked},
     expected as (select product_id, store_code, quantity from presale_units where product_id in (select id from checked)),
     moved as (select product_id, store_code, sum(delta) as quantity from stock_movements
       where reason = 'presale' and product_id in (select id from checked) group by product_id, store_code)
     select product_id || '@' || store_code as id from expected e full join moved m using (product_id, store_code)
     where coalesce(e.quantity, 0) <> coalesce(m.quantity, 0)`,
  ),
  invariant(
    'stock-total',
    'The salable quantity of a product equals the sum of its stock levels',
    productsOf,
    `with ${checked},
     totals as (select product_id, salable from stock_totals where product_id in (select id from checked)),
     levels as (select product_id, sum(quantity) as quantity from stock_levels
       where product_id in (select id from checked) group by product_id)
     select product_id as id from totals t full join levels l using (product_id)
     where coalesce(t.salable, 0) <> coalesce(l.quantity, 0)`,
  ),
  invariant(
    'product-row',
    'A row of the desk’s product list matches its product, codes, pictures and stock',
    productsOf,
    `with ${checked}
     select p.id from products p left join product_rows r on r.product_id = p.id
       left join stock_totals s on s.product_id = p.id
     where p.id in (select id from checked) and not exists (select from product_rows_due d where d.product_id = p.id)
       and ((r.sku, r.title, r.price, r.created_at) is distinct from (p.sku, left(p.title, 500), p.sales_price, p.created_at)
         or not r.terms @@ quote_literal('s:' || case when p.is_published then 'published'
           when p.archived_at is not null then 'archived' else 'draft' end)::tsquery
         or not r.terms @@ quote_literal('b:' || p.brand_id)::tsquery or not r.terms @@ quote_literal('c:' || p.category_id)::tsquery
         or r.terms @@ quote_literal('f:stock')::tsquery <> coalesce(s.salable > 0, false)
         or r.terms @@ quote_literal('m:picture')::tsquery = exists (select from product_images i where i.product_id = p.id)
         or exists (select from product_codes k where k.product_id = p.id and k.code ~ '^[ -~]{1,60}$'
           and not r.terms @@ quote_literal('w:' || substring(lower(k.code) from '[a-z0-9]+'))::tsquery))`,
  ),
  invariant(
    'transfer-moved',
    'The units that a transfer sent, received and returned match its stock movements (PROD-20)',
    productsOf,
    `with ${checked},
     wanted as (
       select transfer, product_id, store_code, sum(units) as units from (
         select l.transfer, l.product_id, t.from_store as store_code, l.returned - l.sent as units
           from transfer_lines l join transfers t on t.number = l.transfer where l.product_id in (select id from checked)
         union all select l.transfer, l.product_id, t.to_store, l.received
           from transfer_lines l join transfers t on t.number = l.transfer where l.product_id in (select id from checked)) u
       group by transfer, product_id, store_code),
     moved as (
       select substr(document, 3)::integer as transfer, product_id, store_code, sum(delta) as units from stock_movements
       where reason in ('transfer_out', 'transfer_in') and product_id in (select id from checked) group by document, product_id, store_code)
     select 'T-' || transfer || ' ' || product_id || '@' || store_code as id
     from wanted w full join moved m using (transfer, product_id, store_code) where coalesce(w.units, 0) <> coalesce(m.units, 0)`,
  ),
  invariant(
    'transfer-ended',
    'A completed transfer has no units in transit',
    productsOf,
    `with ${checked}
     select 'T-' || t.number as id from transfers t join transfer_lines l on l.transfer = t.number
     where t.ended_at is not null and l.in_transit > 0 and l.product_id in (select id from checked)`,
  ),
  invariant(
    'supplier-note-moved',
    'The units of a supplier note left their store, and came back if the supplier replaced them (BUY-09)',
    productsOf,
    `with ${checked},
     wanted as (
       select n.number, l.product_id, n.store_code, case n.state when 'replaced' then 0 else -l.quantity end as units
       from supplier_note_lines l join supplier_notes n on n.number = l.note where l.product_id in (select id from checked)),
     moved as (
       select n.number, m.product_id, m.store_code, sum(m.delta) as units
       from stock_movements m join supplier_notes n on m.document = 'P-' || n.number
       where m.reason in ('to_supplier', 'received') and m.staff_id is not null and m.product_id in (select id from checked)
       group by n.number, m.product_id, m.store_code)
     select 'P-' || number || ' ' || product_id as id from wanted w full join moved m using (number, product_id, store_code)
     where coalesce(w.units, 0) <> coalesce(m.units, 0)`,
  ),
  invariant(
    'count-booked',
    'Each product that an approved count corrected has one movement of that count (PROD-22)',
    productsOf,
    `with ${checked},
     wanted as (
       select 'K-' || l.count_number as document, l.product_id, l.recounted as counted from stock_count_lines l
       where l.outcome = 'counted' and l.product_id in (select id from checked)),
     moved as (
       select document, product_id, counted from stock_movements
       where reason = 'counted' and document is not null and product_id in (select id from checked))
     select document || ' ' || product_id as id from wanted w full join moved m using (document, product_id)
     where w.counted is distinct from m.counted`,
  ),
  // Skips orders whose goods may have left their store before the count: the rule finds only stock created by a count,
  // no other difference.
  invariant(
    'count-of-place',
    'After the last count of a store, the stock does not exceed the counted units minus the units claimed by orders and not yet sent',
    productsOf,
    `with ${checked},
     counts as (
       select distinct on (product_id, store_code) id, product_id, store_code, counted, created_at as at from stock_movements
       where counted is not null and product_id in (select id from checked) order by product_id, store_code, id desc)
     select c.product_id || '@' || c.store_code as id from counts c
     where (select sum(m.delta) from stock_movements m
         where m.product_id = c.product_id and m.store_code = c.store_code and m.id <= c.id and m.created_at <= c.at and m.reason <> 'presale')
       > c.counted - (select coalesce(sum(o.units), 0) from (
         select m.order_id, -sum(m.delta) as units from stock_movements m
         where m.product_id = c.product_id and m.store_code = c.store_code and m.id < c.id and m.created_at <= c.at
           and m.order_id is not null and m.reason in ('order', 'order_released')
         group by m.order_id having sum(m.delta) < 0) o
       where not exists (select from shipments s where s.order_id = o.order_id
         and (s.left_at <= c.at or s.ended_at <= c.at or s.is_back or s.sent_again_as is not null)))`,
  ),
  invariant(
    'claims-of-order',
    'Claims not released belong to a live order and equal the goods of its shipments, without those that were canceled, came back, are missing or are under way to it (WORK-31)',
    ordersSince,
    `with wanted as (
       select l.order_id, l.product_id, sum(coalesce(u.quantity - u.canceled - u.missing, l.quantity)) as quantity
       from order_lines l join orders o on o.id = l.order_id join products p on p.id = l.product_id
         left join shipment_lines u on u.order_id = l.order_id and u.position = l.position
         left join shipments s on s.order_id = u.order_id and s.n = u.n
       where l.order_id >= $1 and o.${holds} and p.kind = 'goods' and coalesce(u.quantity > u.canceled + u.missing and not ${isFree}, true)
       group by l.order_id, l.product_id),
     claimed as (
       select order_id, product_id, sum(quantity) as quantity from stock_claims
       where order_id >= $1 and released_at is null group by order_id, product_id)
     select distinct order_id as id from wanted w full join claimed c using (order_id, product_id)
     where w.quantity is distinct from c.quantity and ${isNotCarried('')}`,
  ),
  invariant(
    'claims-of-shipment',
    'What a shipment claims is its own goods, without units that were canceled, are missing or are under way to it (WORK-10, WORK-31)',
    ordersSince,
    `with wanted as (
       select s.order_id, s.n, l.product_id, sum(u.quantity - u.canceled - u.missing) as quantity
       from shipments s join shipment_lines u on u.order_id = s.order_id and u.n = s.n
         join order_lines l on l.order_id = u.order_id and l.position = u.position join products p on p.id = l.product_id
       where s.order_id >= $1 and p.kind = 'goods' and not ${isFree} and u.quantity > u.canceled + u.missing
       group by s.order_id, s.n, l.product_id),
     claimed as (
       select c.order_id, c.n, c.product_id, sum(c.quantity) as quantity
       from stock_claims c join shipments s on s.order_id = c.order_id and s.n = c.n
       where c.order_id >= $1 and c.released_at is null group by c.order_id, c.n, c.product_id)
     select distinct order_id as id from wanted w full join claimed c using (order_id, n, product_id)
     where w.quantity is distinct from c.quantity and ${isNotCarried(' and t.shipment_number = w.n')}`,
  ),
  invariant(
    'claims-moved',
    'The open claims of an order at a store match the stock movements: claimed units left its stock, and released units came back or were written off',
    ordersSince,
    `with claimed as (
       select order_id, product_id, store_code, sum(quantity) filter (where released_at is null) as quantity
       from stock_claims where order_id >= $1 group by order_id, product_id, store_code),
     undelivered as (
       select s.order_id, l.product_id from shipments s join shipment_lines u on u.order_id = s.order_id and u.n = s.n
         join order_lines l on l.order_id = u.order_id and l.position = u.position
       where s.order_id >= $1 and s.state = 'undelivered'),
     -- Returned units were delivered before, so their claim stays.
     kept as (
       select r.order_id, l.product_id, u.store_code, u.quantity from return_outcomes u join returns r on r.id = u.return_id
         join order_lines l on l.order_id = r.order_id and l.position = r.position
       where r.order_id >= $1 and u.store_code is not null),
     moved as (
       select order_id, product_id, store_code, -sum(delta) as quantity from (
         select order_id, product_id, store_code, delta from stock_movements
           where order_id >= $1 and (reason in ('order', 'order_released')
             or reason = 'returned' and (order_id, product_id) in (select * from undelivered))
         union all select order_id, product_id, store_code, -quantity from kept where (order_id, product_id) in (select * from undelivered)) m
       group by order_id, product_id, store_code)
     select distinct order_id as id from claimed c full join moved m using (order_id, product_id, store_code)
     where coalesce(c.quantity, 0) <> coalesce(m.quantity, 0)`,
  ),
];

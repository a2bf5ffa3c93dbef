import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

const select = statement(
  'purchases.replenishment',
  `with sold as materialized (
     select l.product_id, sum(l.quantity - l.canceled)::integer as sold90,
       coalesce(sum(l.quantity - l.canceled) filter (where r.placed_at >= $1::timestamptz - interval '30 days'), 0)::integer as sold30
     from order_rows r join order_lines l on l.order_id = r.order_id
     where r.placed_at >= $1::timestamptz - interval '90 days' and r.status not in ('canceled', 'void') group by l.product_id),
   goods as (
     select g.id, g.sku, g.title, s.sold30, s.sold90, t.salable, units_on_order(g.id) + units_in_transit(g.id) as on_order,
       greatest(s.sold30 / 30.0, s.sold90 / 90.0) as rate, coalesce(
         (select p.supplier_id from purchase_lines l join purchases p on p.id = l.purchase_id
          where l.product_id = g.id and p.ordered_at is not null order by p.ordered_at desc, p.id desc limit 1),
         (select min(c.supplier_id) from supplier_codes c where c.sku = g.sku)) as supplier_id
     from sold s join products g on g.id = s.product_id join stock_totals t on t.product_id = g.id
     where g.kind = 'goods' and g.seller_id = 1 and g.archived_at is null and s.sold90 > 0)
   select g.id, g.sku, g.title, (select media_key from product_images i where i.product_id = g.id order by i.position limit 1) as picture,
     v.id as supplier_id, v.name as supplier, coalesce(v.lead_days, 7) as lead_days, g.sold30, g.sold90, g.salable, g.on_order,
     last_cost(g.id) as last_cost
   from goods g left join suppliers v on v.id = g.supplier_id and v.is_active
   -- Sorts by the days until the units run out, minus the days of delivery, so that products without a proposal come last.
   order by (g.salable + g.on_order) / g.rate - coalesce(v.lead_days, 7), g.sku limit $2`,
  { onOrder: neverNull(), lastCost: column<Centavos>() },
);

/** Sold products of the shop with their stock and supplier, the most urgent first. */
export const listDemand = (tx: Tx, now: Date, most: number) => select(tx, [now, most]);

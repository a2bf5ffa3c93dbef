import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

// The mark and the sum are one statement: an order is counted once, also when two jobs run or one is cut off. Products
// are locked in the order of their ids, as by everybody who changes several.
const countPortion = statement<{ orders: number }, [limit: number]>(
  'orders.count-sales',
  `with fresh as (
     update orders set is_counted = true where id in (
       select id from orders where not is_counted and number is not null and status <> 'canceled' and confirmation_due is null
       order by placed_at limit $1 for update skip locked)
     returning id),
   sold as (
     select l.product_id, sum(l.quantity) as units from order_lines l join fresh f on f.id = l.order_id
     group by l.product_id),
   locked as materialized (
     select p.id from products p where p.id in (select product_id from sold) order by p.id for no key update),
   raised as (
     update products p set sold_count = p.sold_count + s.units from sold s join locked l on l.id = s.product_id
     where p.id = s.product_id)
   select count(*) as orders from fresh`,
);

/** Adds the units of at most `limit` orders not counted yet to "más vendidos"; answers how many orders it took. */
export const countSales = async (tx: Tx, limit = 1000): Promise<number> =>
  (await countPortion(tx, [limit]))[0]?.orders ?? 0;

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

// In a transaction of its own, not in the cancellation's, which holds stock: whoever counts holds products and wants their
// search records, whoever sells out holds records and wants stock.
const uncountPortion = statement<{ orders: number }, [limit: number]>(
  'orders.uncount-sales',
  `with canceled as (
     update orders set is_counted = false where id in (
       select id from orders where is_counted and status = 'canceled' order by id limit $1 for update skip locked)
     returning id),
   returned as (
     select l.product_id, sum(l.quantity) as units from order_lines l join canceled c on c.id = l.order_id
     group by l.product_id),
   locked as materialized (
     select p.id from products p where p.id in (select product_id from returned) order by p.id for no key update),
   lowered as (
     update products p set sold_count = p.sold_count - r.units from returned r join locked l on l.id = r.product_id
     where p.id = r.product_id)
   select count(*) as orders from canceled`,
);

/** Takes back the units of at most `limit` orders that were canceled after they had been counted; answers how many orders. */
export const uncountSales = async (tx: Tx, limit = 1000): Promise<number> =>
  (await uncountPortion(tx, [limit]))[0]?.orders ?? 0;

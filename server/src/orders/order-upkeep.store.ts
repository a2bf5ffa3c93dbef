import { builtStatement, type Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

// The oldest rows come first in the primary key. So a batch reads no more rows than it may delete.
const deleteOld = statement(
  'orders.delete-old-events',
  `delete from order_events where id = any (array(
     select id from (select id, created_at from order_events order by id limit $2) oldest where created_at < $1))
   returning 1`,
);

/** Deletes events of orders from before that moment, and returns how many. `most`: the maximum per call. The orders stay. */
export const deleteOldOrderEvents = async (tx: Tx, before: Date, most = 5_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;

/**
 * Marks orders and adds or subtracts their units in one statement. So an order is counted once, even if two jobs run or a job is
 * interrupted. `marked` updates the orders and returns their ids. Products are locked in the order of their ids, as everywhere.
 */
const soldCount = (name: string, marked: string, change: '+' | '-') =>
  builtStatement<{ orders: number }, [limit: number]>(
    name,
    `with marked as (${marked}),
   sold as (
     select l.product_id, sum(l.quantity) as units from order_lines l join marked m on m.id = l.order_id
     group by l.product_id),
   locked as materialized (
     select p.id from products p where p.id in (select product_id from sold) order by p.id for no key update),
   changed as (
     update products p set sold_count = p.sold_count ${change} s.units from sold s join locked l on l.id = s.product_id
     where p.id = s.product_id)
   select count(*) as orders from marked`,
  );

const countBatch = soldCount(
  'orders.count-sales',
  `update orders set is_counted = true where id in (
     select id from orders where not is_counted and number is not null and status <> 'canceled' and confirmation_due is null
     order by placed_at limit $1 for update skip locked)
   returning id`,
  '+',
);

/** Adds the units of uncounted orders to "más vendidos", and returns how many orders. `limit`: the maximum number of orders. */
export const countSales = async (tx: Tx, limit = 1000): Promise<number> =>
  (await countBatch(tx, [limit]))[0]?.orders ?? 0;

// Needs its own transaction, because the transaction of the cancellation has locked stock. A count locks products, then their search
// records. When a product sells out, its search record is locked before its stock. In one transaction, both could deadlock.
const uncountBatch = soldCount(
  'orders.uncount-sales',
  `update orders set is_counted = false where id in (
     select id from orders where is_counted and status = 'canceled' order by id limit $1 for update skip locked)
   returning id`,
  '-',
);

/** Subtracts the units of orders that were canceled after they were counted, and returns how many orders. `limit`: the maximum number of orders. */
export const uncountSales = async (tx: Tx, limit = 1000): Promise<number> =>
  (await uncountBatch(tx, [limit]))[0]?.orders ?? 0;

import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

// Whoever changes how one of these orders stands has locked it, or waits: such an order is left for the next time, so that
// nobody waits for each other. All locks are taken before the first row is deleted, which a payment might wait for.
const takeUntold = statement<{ order_id: string }, [most: number]>(
  'orders.take-untold',
  `with due as materialized (
     select u.order_id from untold_orders u join orders o on o.id = u.order_id
     order by u.order_id limit $1 for update of u skip locked for share of o skip locked)
   delete from untold_orders u using due where u.order_id = due.order_id returning u.order_id`,
);

/** Orders that still have no mail, the oldest first, whose mails the caller's transaction then has to write; held till its end. */
export const takeUntoldOrders = async (tx: Tx, most: number): Promise<string[]> =>
  (await takeUntold(tx, [most])).map(({ order_id }) => order_id);

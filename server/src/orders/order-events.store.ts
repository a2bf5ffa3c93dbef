import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const deleteOld = statement<object, [before: Date, most: number]>(
  'orders.delete-old-events',
  `delete from order_events where ctid = any (array(
     select ctid from order_events where created_at < $1 limit $2))
   returning 1`,
);

/** Deletes what happened to orders before that moment, at most `most` a call; answers how many. The orders stay. */
export const deleteOldOrderEvents = async (tx: Tx, before: Date, most = 5_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;

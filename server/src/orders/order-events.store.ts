import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

// The oldest stand first in the primary key: a portion reads no more than it may delete.
const deleteOld = statement<object, [before: Date, most: number]>(
  'orders.delete-old-events',
  `delete from order_events where id = any (array(
     select id from (select id, created_at from order_events order by id limit $2) oldest where created_at < $1))
   returning 1`,
);

/** Deletes what happened to orders before that moment, at most `most` a call; answers how many. The orders stay. */
export const deleteOldOrderEvents = async (tx: Tx, before: Date, most = 5_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;

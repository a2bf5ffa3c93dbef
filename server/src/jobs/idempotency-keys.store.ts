import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const deleteOld = statement<object, [before: Date, most: number]>(
  'jobs.delete-old-keys',
  `delete from idempotency_keys where ctid = any (array(
     select ctid from idempotency_keys where created_at < $1 limit $2))
   returning 1`,
);

/** Deletes answers kept since before that moment, at most `most` a call; answers how many. */
export const deleteOldKeys = async (tx: Tx, before: Date, most = 5_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;

import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { deleteIdleCarts } from '../carts/carts.store.ts';
import type { Database } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import { cronPayload, type Task, task } from './worker.ts';

const deleteOldKeys = statement<object, [before: Date]>(
  'jobs.delete-old-keys',
  `delete from idempotency_keys where ctid = any (array(
     select ctid from idempotency_keys where created_at < $1 limit 5000))
   returning 1`,
);

/** Longer than any job takes. graphile-worker itself waits four hours. */
const lostAfterMs = 15 * 60_000;

/** Jobs in the hands of a worker that died, or that got lost with the connection that fetched them. */
const unlockLostJobs = statement<object, [before: Date]>(
  'jobs.unlock-lost',
  `update graphile_worker._private_jobs set locked_by = null, locked_at = null where locked_at < $1 returning 1`,
);

const untilNone = async (step: () => Promise<number>): Promise<number> => {
  let total = 0;
  for (let done = await step(); done > 0; done = await step()) total += done;
  return total;
};

export interface HousekeepingDeps {
  db: Database;
  policy: () => ShopPolicy;
}

/** Daily: what is only kept for a time goes, in small portions, so that nobody waits for a lock. */
export const housekeepingTasks = ({ db, policy }: HousekeepingDeps): Task[] => [
  // DEC-72: so long after their last change.
  task('delete-idle-carts', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - policy().guestCartDays * dayMs);
    const carts = await untilNone(() => deleteIdleCarts(db.write, before));
    log.info({ carts }, 'idle carts deleted');
  }),
  // DEC-172: answers are kept 24 hours.
  task('delete-old-keys', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - dayMs);
    const keys = await untilNone(async () => (await deleteOldKeys(db.write, [before])).length);
    log.info({ keys }, 'old idempotency keys deleted');
  }),
  task('unlock-lost-jobs', cronPayload, async (_payload, { now, log }) => {
    const jobs = (await unlockLostJobs(db.write, [new Date(now.getTime() - lostAfterMs)])).length;
    if (jobs > 0) log.warn({ jobs }, 'jobs of a lost worker are tried again');
  }),
];

/** 09:10 UTC is 03:10 in Guatemala. */
export const housekeepingCrontab = `10 9 * * * delete-idle-carts
20 9 * * * delete-old-keys
*/5 * * * * unlock-lost-jobs`;

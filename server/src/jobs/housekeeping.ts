import { idempotencyKeyLifeMs } from '@ceiba/contract/endpoint';
import { type Database, deleteOlder } from '../platform/db/database.ts';
import { deleteEndedWindows } from '../platform/limits/call-budgets.store.ts';
import { inBatches } from './batches.ts';
import { cronPayload, type Task, task } from './worker.ts';

/**
 * Deletes expired data that belongs to no slice, in small batches, so that other transactions do not wait long for a
 * lock.
 */
export const housekeepingTasks = ({ db }: { db: Database }): Task[] => [
  // Answers are stored for 24 hours (DEC-172).
  task('delete-old-keys', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - idempotencyKeyLifeMs);
    const keys = await inBatches(() => deleteOldKeys(db.write, before));
    log.info({ keys }, 'old idempotency keys deleted');
  }),
  // Deletes ended windows of rate limits. If an address calls again, a new window starts.
  task('delete-ended-budgets', cronPayload, async (_payload, { now, log }) => {
    const budgets = await inBatches(() => deleteEndedWindows(db.write, now));
    log.info({ budgets }, 'ended budgets deleted');
  }),
];

/** 09:20 UTC is 03:20 in Guatemala. */
export const housekeepingCrontab = `20 9 * * * delete-old-keys
*/30 * * * * delete-ended-budgets`;

/** Deletes answers from before the given time, and returns their number. `most`: the maximum per call. */
const deleteOldKeys = deleteOlder('jobs.delete-old-keys', 'idempotency_keys', 'created_at');

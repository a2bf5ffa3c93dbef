import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteExpiredProofs } from './captcha.store.ts';

/** Maximum difference between nodes' clocks, in ms. A challenge that has expired for this node may be valid for another. */
const clocksApartMs = 3_600_000;

/** Deletes records of used proofs that have expired. An expired proof is refused by its age. */
export const deleteExpiredProofsTask = ({ db }: { db: Database }): Task =>
  task('delete-expired-proofs', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - clocksApartMs);
    const proofs = await inBatches(() => deleteExpiredProofs(db.write, before));
    log.info({ proofs }, 'expired captcha proofs deleted');
  });

export const captchaCrontab = '25 * * * * delete-expired-proofs';

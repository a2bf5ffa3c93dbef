import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteEndedCodes } from './cart-codes.store.ts';

/** Deletes codes that have expired (WA-02), in small batches. */
export const deleteEndedCodesTask = ({ db }: { db: Database }): Task =>
  task('delete-ended-cart-codes', cronPayload, async (_payload, { now, log }) => {
    const codes = await inBatches(() => deleteEndedCodes(db.write, now));
    log.info({ codes }, 'ended cart codes deleted');
  });

/** 09:35 UTC is 03:35 in Guatemala. */
export const cartCodesCrontab = '35 9 * * * delete-ended-cart-codes';

import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { forgetBuyers } from './closed-accounts.store.ts';

/** Runs hourly. Removes the buyer from orders that have arrived since the buyer closed the account. */
export const forgetBuyersTask = ({ db }: { db: Database }): Task =>
  task('forget-buyers', cronPayload, async (_payload, { log }) => {
    log.info({ orders: await inBatches(() => forgetBuyers(db.write)) }, 'buyer data of closed accounts erased');
  });

export const accountsCrontab = '50 * * * * forget-buyers';

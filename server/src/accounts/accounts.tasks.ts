import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { forgetBuyers } from './closed-accounts.store.ts';

/** Hourly: removes the buyer of an order that had not arrived when the buyer closed the account, once it has arrived. */
export const forgetBuyersTask = ({ db }: { db: Database }): Task =>
  task('forget-buyers', cronPayload, async (_payload, { log }) => {
    log.info({ orders: await inBatches(() => forgetBuyers(db.write)) }, 'buyers of closed accounts forgotten');
  });

export const accountsCrontab = '50 * * * * forget-buyers';

import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { beginPrices, endDiscounts } from './catalog.store.ts';

const batchSize = 500;

/**
 * Writes the end of discounts that are over into their products, so that what is found and sorted by price follows within a
 * minute; what a product costs has followed at the moment itself (`salesPriceAt`).
 */
export const endDiscountsTask = ({ db }: { db: Database }): Task =>
  task('end-discounts', cronPayload, async (_payload, { now, log }) => {
    const products = await inBatches(() => endDiscounts(db.write, now, batchSize));
    if (products > 0) log.info({ products }, 'discounts ended');
  });

/** Prices that begin now: plans are of whole minutes, and so is the clock of jobs. Their products' pages and search rows follow by triggers. */
export const beginPricesTask = ({ db }: { db: Database }): Task =>
  task('begin-prices', cronPayload, async (_payload, { now, log }) => {
    const prices = await inBatches(() => beginPrices(db.write, now, batchSize));
    if (prices > 0) log.info({ prices }, 'planned prices begun');
  });

export const catalogCrontab = ['end-discounts', 'begin-prices']
  .map((name) => `* * * * * ${name} ?jobKey=${name}&jobKeyMode=preserve_run_at`)
  .join('\n');

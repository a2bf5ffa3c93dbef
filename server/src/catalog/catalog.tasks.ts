import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { endDiscounts } from './catalog.store.ts';

const portion = 500;

/**
 * Writes the end of discounts that are over into their products, so that what is found and sorted by price follows within a
 * minute; what a product costs has followed at the moment itself (`salesPriceAt`).
 */
export const endDiscountsTask = ({ db }: { db: Database }): Task =>
  task('end-discounts', cronPayload, async (_payload, { now, log }) => {
    const products = await inBatches(() => endDiscounts(db.write, now, portion));
    if (products > 0) log.info({ products }, 'discounts ended');
  });

export const catalogCrontab = '* * * * * end-discounts ?jobKey=end-discounts&jobKeyMode=preserve_run_at';

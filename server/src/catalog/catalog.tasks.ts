import { dayMs } from '@ceiba/domain/dates/civil-date';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { endDiscounts } from './catalog.store.ts';
import { deleteOldUnknownCodes } from './unknown-codes.store.ts';

const batchSize = 500;

/**
 * Writes the end of expired discounts into their products, so that search and sorting by price change within a minute.
 * The price itself changes immediately (`salesPriceAt`).
 */
export const endDiscountsTask = ({ db }: { db: Database }): Task =>
  task('end-discounts', cronPayload, async (_payload, { now, log }) => {
    const products = await inBatches(() => endDiscounts(db.write, now, batchSize));
    if (products > 0) log.info({ products }, 'discounts ended');
  });

/** Days after its last scan until an unknown code is deleted. */
const unknownCodeDays = 90;

/** Deletes unknown codes that were not scanned for `unknownCodeDays`. Runs daily. */
export const deleteOldUnknownCodesTask = ({ db }: { db: Database }): Task =>
  task('delete-old-unknown-codes', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - unknownCodeDays * dayMs);
    const codes = await inBatches(() => deleteOldUnknownCodes(db.write, before));
    log.info({ codes }, 'old unknown codes deleted');
  });

export const catalogCrontab = [
  '* * * * * end-discounts ?jobKey=end-discounts&jobKeyMode=preserve_run_at',
  '50 9 * * * delete-old-unknown-codes',
].join('\n');

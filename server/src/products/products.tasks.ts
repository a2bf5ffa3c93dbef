import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { writeDueRows } from './products.store.ts';

const batchSize = 500;

/** Writes the missing rows of the desk's list, for products that existed before the list. Later runs find none. */
export const fillProductRowsTask = ({ db }: { db: Database }): Task =>
  task('fill-product-rows', cronPayload, async (_payload, { log }) => {
    const products = await inBatches(() => writeDueRows(db.write, batchSize));
    if (products > 0) log.info({ products }, 'rows of products written');
  });

export const productsCrontab = '* * * * * fill-product-rows ?jobKey=fill-product-rows&jobKeyMode=preserve_run_at';

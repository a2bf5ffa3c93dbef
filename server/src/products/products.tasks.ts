import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { actOnNextPlan, planJob } from './plan-product.ts';
import { writeDueRows } from './products.store.ts';

const batchSize = 500;

/** Writes the missing rows of the desk's list, for products that existed before the list. Later runs find none. */
export const fillProductRowsTask = ({ db }: { db: Database }): Task =>
  task('fill-product-rows', cronPayload, async (_payload, { log }) => {
    const products = await inBatches(() => writeDueRows(db.write, batchSize));
    if (products > 0) log.info({ products }, 'rows of products written');
  });

/** Publishes products, and takes them off sale, at their planned moments: within a minute, never early (PROD-01). */
export const actOnPlansTask = ({ db }: { db: Database }): Task =>
  task(planJob, cronPayload, async (_payload, { now, log }) => {
    let plans = 0;
    while (await actOnNextPlan(db, now)) plans += 1;
    if (plans > 0) log.info({ plans }, 'planned moves of products made');
  });

export const productsCrontab = [
  ...['fill-product-rows', planJob].map((name) => `* * * * * ${name} ?jobKey=${name}&jobKeyMode=preserve_run_at`),
  '20 9 * * * remove-unused-pictures',
].join('\n');

import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { noteProgress } from '../runs/run-rows.store.ts';
import { findRun } from '../runs/runs.store.ts';
import { actOnNextPlan, planJob } from './plan-product.ts';
import { enqueueRun } from './product-runs.routes.ts';
import { changeNextProduct } from './product-runs.ts';
import { writeDueRows } from './products.store.ts';

const batchSize = 500;

/** Writes the missing rows of the desk's list, for products that are older than the list. Later runs find none. */
export const fillProductRowsTask = ({ db }: { db: Database }): Task =>
  task('fill-product-rows', cronPayload, async (_payload, { log }) => {
    const products = await inBatches(() => writeDueRows(db.write, batchSize));
    if (products > 0) log.info({ products }, 'rows of products written');
  });

/** Publishes products, and takes them off sale, at their planned moments: less than a minute late, never early (PROD-01). */
export const actOnPlansTask = ({ db }: { db: Database }): Task =>
  task(planJob, cronPayload, async (_payload, { now, log }) => {
    let plans = 0;
    while (await actOnNextPlan(db, now)) plans += 1;
    if (plans > 0) log.info({ plans }, 'planned moves of products made');
  });

/**
 * Number of products of a run that one job changes. These products take a few seconds, so a stopping worker does not wait for the
 * whole run.
 */
const productsOfJob = 400;
/** Returns the number of products between two records of the progress. Each record counts all rows of the run. */
const productsOfNote = (total: number): number => Math.max(50, Math.ceil(total / 100));
/** Milliseconds until the next job, if other processes have locked the rest of the rows. */
const waitMs = 5_000;

/**
 * Changes the next products of a run, then queues the next job. If a process dies, its job is retried and continues after the
 * last changed product (OFF-19).
 */
export const changeProductsTask = ({ db }: { db: Database }): Task =>
  task('change-products', z.strictObject({ runId: z.uuid() }), async ({ runId }, { now, log }) => {
    const run = await findRun(db.write, runId);
    if (run?.state === 'canceled') return void (await noteProgress(db.write, runId));
    if (run?.state !== 'applying') return;
    const onError = (error: unknown): void =>
      log.error(
        { run: runId, err: { message: error instanceof Error ? error.message : '' } },
        'a product of a run failed',
      );
    let after = 0;
    let count = 0;
    for (; count < productsOfJob; count += 1) {
      const row = await changeNextProduct(db, run, { after, now, onError });
      if (row === undefined) break;
      after = row;
      if (row % productsOfNote(run.total) === 0) await noteProgress(db.write, runId);
    }
    if (count === productsOfJob) return enqueueRun(db.write, runId);
    const { state, waiting } = await noteProgress(db.write, runId);
    if (state !== 'applying' || waiting === 0) return;
    await enqueueRun(db.write, runId, count === 0 ? new Date(now.getTime() + waitMs) : undefined);
  });

export const productsCrontab = [
  ...['fill-product-rows', planJob].map((name) => `* * * * * ${name} ?jobKey=${name}&jobKeyMode=preserve_run_at`),
  '20 9 * * * remove-unused-pictures',
].join('\n');

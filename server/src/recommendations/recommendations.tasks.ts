import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { countBoughtTogether } from './recommendations.store.ts';

/** Runs each hour: counts products bought together since the last run. */
export const countBoughtTogetherTask = ({ db }: { db: Database }): Task =>
  task('count-bought-together', cronPayload, async (_payload, { log }) => {
    const orders = await inBatches(() => countBoughtTogether(db.write));
    if (orders > 0) log.info({ orders }, 'bought together counted');
  });

export const recommendationsCrontab = '17 * * * * count-bought-together';

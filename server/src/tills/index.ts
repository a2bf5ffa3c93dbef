import { inBatches } from '../jobs/batches.ts';
import { cronPayload, task } from '../jobs/worker.ts';
import type { Slice } from '../slice.ts';
import { forgetAccounts } from './pay-refund.ts';
import { tillMeasures } from './till-metrics.store.ts';
import { tillsRoutes } from './tills.routes.ts';

export const tills: Slice = {
  routes: tillsRoutes,
  measures: tillMeasures,
  tasks: ({ db, sealedSecrets }) => [
    task('forget-refund-accounts', cronPayload, async (_, { now }) => {
      await inBatches(() => forgetAccounts(db, sealedSecrets, now));
    }),
  ],
  cron: '40 4 * * * forget-refund-accounts ?jobKey=forget-refund-accounts&jobKeyMode=preserve_run_at',
};

import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteOldSearchCounts } from './search-counts.ts';
import { refreshRenamed } from './search-renames.store.ts';

export interface SearchTaskDeps {
  db: Database;
  policy: () => ShopPolicy;
}

/** Deletes old counts of searches, daily. */
export const deleteOldSearchCountsTask = ({ db, policy }: SearchTaskDeps): Task =>
  task('delete-old-search-counts', cronPayload, async (_payload, { now, log }) => {
    const before = addDays(guatemalaDate(now), -policy().searchCountDays);
    const counts = await inBatches(() => deleteOldSearchCounts(db.write, before));
    log.info({ counts }, 'old search counts deleted');
  });

/** Runs after a brand or category with many products was renamed (`refresh_renamed_products`). */
export const refreshRenamedTask = ({ db }: Pick<SearchTaskDeps, 'db'>): Task =>
  task(
    'refresh-renamed-products',
    z.object({ kind: z.enum(['brand', 'category']), renamed: z.int() }),
    async ({ kind, renamed }, { log }) => {
      const products = await refreshRenamed(db, kind, renamed);
      log.info({ kind, renamed, products }, 'search follows a new name');
    },
  );

export const searchCrontab = '55 9 * * * delete-old-search-counts';

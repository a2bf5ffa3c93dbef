import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { inPortions } from '../jobs/portions.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/database.ts';
import { deleteOldSearchCounts } from './search-counts.store.ts';

export interface SearchTaskDeps {
  db: Database;
  policy: () => ShopPolicy;
}

/** Daily: counts of searches are kept for a time only. */
export const deleteOldSearchCountsTask = ({ db, policy }: SearchTaskDeps): Task =>
  task('delete-old-search-counts', cronPayload, async (_payload, { now, log }) => {
    const before = addDays(guatemalaDate(now), -policy().searchCountDays);
    const counts = await inPortions(() => deleteOldSearchCounts(db.write, before));
    log.info({ counts }, 'old search counts deleted');
  });

export const searchCrontab = '55 9 * * * delete-old-search-counts';

import { migrateJobs } from './jobs/job-queue.ts';
import type { Database } from './platform/database.ts';
import { migrate } from './platform/migrate.ts';

/** Brings the database to this version: the job queue's migrations, then our own. Returns the names of ours applied. */
export const migrateAll = async (db: Database, url: string): Promise<string[]> => {
  await migrateJobs(url);
  return migrate(db.pool);
};

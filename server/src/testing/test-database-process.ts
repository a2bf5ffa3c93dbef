import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrateAll } from '../shop-database.ts';

// The PostgreSQL of a run of tests: forked by it, sends the address of a migrated, empty database. When the run is gone,
// however it went, the server and its data go too.

const ended = new AbortController();
process.once('disconnect', () => ended.abort());
// Ctrl+C reaches every process of the terminal: the run decides when its database goes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const dir = await mkdtemp(join(tmpdir(), 'ceiba-test-'));
const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

const start = async (): Promise<void> => {
  const dataDir = join(dir, 'postgres');
  const postgres = await startEmbeddedPostgres({ dataDir, unsafeFast: true, signal: ended.signal });
  ended.signal.addEventListener('abort', async () => {
    await postgres.stop();
    await Promise.all([dir, postgres.dataDir].map(remove));
    process.exit();
  });
  const db = openDatabase({ url: postgres.url });
  await migrateAll(db, postgres.url);
  await db.close();
  process.send?.({ url: postgres.url, dataDir: postgres.dataDir });
};

await start().catch(async (error) => {
  await remove(dir);
  throw error;
});

import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
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

/** Bytes that a run's databases may need at once. */
const most = 2 * 1024 ** 3;

/** In memory where it has room: a file system takes longer to make and forget the thousand files of each database than to copy them. */
const base = await statfs('/dev/shm').then(
  ({ bavail, bsize }) => (bavail * bsize > most ? '/dev/shm' : tmpdir()),
  () => tmpdir(),
);
const dir = await mkdtemp(join(base, 'ceiba-test-'));
// PostgreSQL may run as another user (embedded-postgres.ts), who has to come through.
await chmod(dir, 0o711);
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

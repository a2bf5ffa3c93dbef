import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { importShopLoader } from '../loading/shop-loader.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { readConfig } from '../platform/operations/config.ts';
import { migrateAll } from '../shop-database.ts';
import { realTemplate } from './templates.ts';

// The PostgreSQL of a test run, which forks this process. Sends the address of a migrated, empty database. Server and data are
// removed with the run, in any case.

const ended = new AbortController();
process.once('disconnect', () => ended.abort());
// Ctrl+C reaches every process of the terminal. Only the test run decides when its database ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

/** Bytes that the databases of a run may need at the same time. */
const most = 2 * 1024 ** 3;

/**
 * In memory if there is room. On a file system, creating and deleting the thousand files of each database takes longer than
 * copying them.
 */
const base = await statfs('/dev/shm').then(
  ({ bavail, bsize }) => (bavail * bsize > most ? '/dev/shm' : tmpdir()),
  () => tmpdir(),
);
const dir = await mkdtemp(join(base, 'ceiba-test-'));
// PostgreSQL may run as another user (embedded-postgres.ts), who needs access to the folder.
await chmod(dir, 0o711);
const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

const administer = async (url: string, ...orders: readonly string[]): Promise<void> => {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  for (const order of orders) await client.query(order);
  await client.end();
};

/** Loads the demo's cards and flags into this template, because most tests need them. */
const loadDemoSettings = async (url: string): Promise<void> => {
  const { demoModule } = readConfig({ DEMO: 'true' });
  const loader = await importShopLoader(demoModule);
  const db = openDatabase({ url });
  await loader.loadSettings(db);
  await db.close();
};

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
  const template = new URL(postgres.url).pathname.slice(1);
  // A real shop has no other data at first.
  await administer(postgres.url, `create database ${realTemplate} template ${template}`);
  await loadDemoSettings(postgres.url);
  // PostgreSQL does not clone a database with open connections.
  const closed = [realTemplate, template].map((name) => `alter database ${name} allow_connections false`);
  await administer(postgres.url, ...closed);
  process.send?.({ url: postgres.url, dataDir: postgres.dataDir });
};

await start().catch(async (error) => {
  await remove(dir);
  throw error;
});

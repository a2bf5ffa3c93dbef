import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateJobs } from './jobs/job-queue.ts';
import type { Database } from './platform/db/database.ts';
import {
  type EmbeddedPostgres,
  hasEmbeddedPostgres,
  lockDataFolder,
  startEmbeddedPostgres,
} from './platform/db/embedded-postgres.ts';
import { type MigrateOptions, migrate, refuseFormerDatabase } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open-database.ts';
import type { Config, DatabaseConfig } from './platform/operations/config.ts';

/** Migrates the database to this version: first the job queue, then the shop. Returns the names of the shop's applied files. */
export const migrateAll = async (db: Database, url: string, options: MigrateOptions = {}): Promise<string[]> => {
  await refuseFormerDatabase(db.pool);
  await migrateJobs(url);
  return migrate(db.pool, options);
};

export type Say = (text: string) => void;

export interface ShopDatabase {
  url: string;
  stop(): Promise<void>;
  embedded: EmbeddedPostgres | undefined;
}

const embeddedFolder = ({ dataDir }: DatabaseConfig): string => join(dataDir, 'postgres');

/** Opens the configured database, or starts (or joins) the embedded one. `signal` ends a start in progress. */
export const openShopDatabase = async (
  config: DatabaseConfig,
  say: Say,
  signal?: AbortSignal,
): Promise<ShopDatabase> => {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {}, embedded: undefined };
  say('Starting the database …');
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: embeddedFolder(config),
    onNotice: say,
    signal,
  });
  return { url: postgres.url, stop: () => postgres.stop(), embedded: postgres };
};

/** A command prints its notices to stderr, because stdout has only its result. */
const notice: Say = (text) => void process.stderr.write(`${text}\n`);

/**
 * Throws if no database is configured and none was created here before. A new empty database would wrongly report that all is
 * well.
 */
export const refuseMissingDatabase = async (config: DatabaseConfig): Promise<void> => {
  if (config.databaseUrl !== undefined || (await hasEmbeddedPostgres(embeddedFolder(config)))) return;
  throw new Error(
    `There is no database: DATABASE_URL is not set, and ${embeddedFolder(config)} holds none. Read the shop's settings first ` +
      '(deploy/ceiba does, or node --env-file=…); `npm start` creates the database of a demo shop.',
  );
};

/** Opens a command's database. Closes it, and stops an embedded server, after the work or a signal. */
export const withShopDatabase = async (
  config: DatabaseConfig,
  work: (db: Database, url: string) => Promise<void>,
): Promise<void> => {
  const database = await openShopDatabase(config, notice);
  const db = openDatabase({ url: database.url });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= db.close().then(() => database.stop());
    return closing;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(1)));
  }
  await work(db, database.url).finally(close);
};

/** Folders in the data folder that belong to rows of the database: the sandbox bank's books, and customers' pictures. */
const foldersOfRows = ['bank', 'files'];

/**
 * Deletes all data of a shop with an embedded database except its pictures. The next start then creates the data again (`npm
 * start -- --fresh`). Throws for a database on a server, or if another shop uses the same data folder.
 */
export const deleteShopData = async (config: Config, say: Say): Promise<void> => {
  if (config.databaseUrl !== undefined) {
    throw new Error(
      '--fresh solo borra la base de datos propia: con DATABASE_URL, indica una base vacía. · ' +
        '--fresh deletes the shop’s own database alone: with DATABASE_URL, name an empty one.',
    );
  }
  const database = await openShopDatabase(config, say);
  try {
    const lock = await lockDataFolder(database.url, config.dataDir);
    const db = openDatabase({ url: database.url, use: 'upkeep', maxConnections: 1 });
    await db.pool.query(
      'drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public',
    );
    await db.close();
    for (const folder of foldersOfRows) await rm(join(config.dataDir, folder), { recursive: true, force: true });
    await lock.release();
  } finally {
    await database.stop();
  }
  say('The data of the shop was deleted; its pictures stay.');
};

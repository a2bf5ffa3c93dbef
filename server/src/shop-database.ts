import { join } from 'node:path';
import type { DatabaseConfig } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';

export type Say = (text: string) => void;

export interface ShopDatabase {
  url: string;
  stop(): Promise<void>;
  embedded: EmbeddedPostgres | undefined;
}

/** The database of the settings, or the embedded one started (or joined); `signal` ends a start under way. */
export const openShopDatabase = async (
  config: DatabaseConfig,
  say: Say,
  signal?: AbortSignal,
): Promise<ShopDatabase> => {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {}, embedded: undefined };
  say('Starting the database …');
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    onNotice: say,
    signal,
  });
  return { url: postgres.url, stop: () => postgres.stop(), embedded: postgres };
};

/** A command's database: closed, and an embedded server stopped, when the work is done or the process is told to end. */
export const withShopDatabase = async (
  config: DatabaseConfig,
  say: Say,
  work: (db: Database, url: string) => Promise<void>,
): Promise<void> => {
  const database = await openShopDatabase(config, say);
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

import { join } from 'node:path';
import { migrateAll } from './migrate-all.ts';
import { buildApp } from './platform/app.ts';
import type { Config } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { createMetrics } from './platform/metrics.ts';
import { listenForPurges } from './platform/page-purge.ts';
import { countStatement } from './platform/request-scope.ts';
import { openServices, routesOf } from './services.ts';

export type Role = 'all' | 'web' | 'worker';

export interface RunningShop {
  url: string;
  db: Database;
  databaseUrl: string;
  /** Finishes what is in flight, then closes everything. */
  close(): Promise<void>;
}

export type Say = (text: string) => void;

/** The database of the settings, or the embedded one started (or joined). */
export const openShopDatabase = async (config: Config, say: Say): Promise<{ url: string; stop(): Promise<void> }> => {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} };
  say('Starting the database …');
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    onNotice: say,
  });
  return { url: postgres.url, stop: () => postgres.stop() };
};

/** Starts one process of the shop: `all` is web and worker together. */
export const startShop = async (config: Config, role: Role, say: Say): Promise<RunningShop> => {
  const database = await openShopDatabase(config, say);
  const metrics = createMetrics();
  const db = openDatabase({
    url: database.url,
    maxConnections: config.databaseConnections,
    onStatement: (name) => {
      countStatement(name);
      metrics.countStatement(name);
    },
  });
  const migrated = await migrateAll(db, database.url);
  if (migrated.length > 0) say(`Database brought up to date (${migrated.length} migrations).`);
  const services = openServices({ db, config });
  await services.prepare(say);
  const closers: (() => Promise<void>)[] = [];
  let url = config.publicUrl;
  if (role !== 'web') {
    const worker = await services.startWorker(database.url);
    closers.push(() => worker.close());
  }
  if (role !== 'worker') {
    const app = await buildApp({ config, db, metrics, routes: routesOf(services), register: services.register });
    const listener = await listenForPurges(
      database.url,
      (tags) => app.pages?.purge(tags),
      (error) => app.server.log.warn({ err: error }, 'page purge connection'),
    );
    url = await app.server.listen({ port: config.port, host: config.host });
    closers.unshift(async () => {
      app.markStopping();
      await app.server.close();
      await listener.close();
    });
  }
  return {
    url,
    db,
    databaseUrl: database.url,
    close: async () => {
      for (const close of closers) await close();
      await db.close();
      await database.stop();
    },
  };
};

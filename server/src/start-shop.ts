import { join } from 'node:path';
import { registerInvariantMetrics } from './invariants/invariant-metrics.ts';
import { importShopLoader } from './loading/shop-loader.ts';
import { migrateAll } from './migrate-all.ts';
import { buildApp } from './platform/app.ts';
import type { Config } from './platform/config.ts';
import { type Database, type DatabaseOptions, openDatabase } from './platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { createLog } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { listenForPurges, type PurgeListener } from './platform/page-purge.ts';
import { countStatement } from './platform/request-scope.ts';
import { type KeptPolicy, keepPolicy } from './policies/kept-policy.ts';
import { openServices, routesOf, type Services } from './services.ts';

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

/** Jobs read what was written a moment ago: a worker never asks the replica. */
const replicaOf = ({ databaseReplicaUrl: url }: Config, role: Role, say: Say): DatabaseOptions['replica'] =>
  url === undefined || role === 'worker'
    ? undefined
    : {
        url,
        onHealth: (health) =>
          say(`The read replica is ${health}: reads go to the ${health === 'sound' ? 'replica' : 'primary'}.`),
      };

/** Closed last first; each once, also when starting fails in the middle. */
type Closers = (() => Promise<void>)[];

const closeAll = async (closers: Closers): Promise<void> => {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
};

/** What a process keeps in memory follows the database from now on. `purge` drops pages. */
const followChanges = async (
  { db, log }: Services,
  kept: KeptPolicy,
  url: string,
  purge: (tags: readonly string[]) => void,
): Promise<PurgeListener> => {
  const listener = await listenForPurges(
    url,
    (tags) => {
      // First: a page made again from now on must not be made of what the replica still holds.
      db.replica?.freshen();
      purge(tags);
      // The policy may have changed; pages made until it is read show the last one, and go too.
      if (tags.includes('*')) kept.refresh().then(() => purge(tags));
    },
    (error) => log.warn({ err: error }, 'page purge connection'),
  );
  // Changed between the first reading and the listening: nobody told.
  await kept.refresh();
  return listener;
};

const startWeb = async (
  services: Services,
  kept: KeptPolicy,
  url: string,
  metrics: Metrics,
  closers: Closers,
): Promise<string> => {
  const { config, db, log, policy, register } = services;
  registerInvariantMetrics(metrics.registry, db);
  const app = await buildApp({ config, db, log, policy, metrics, routes: routesOf(services), register });
  const listener = await followChanges(services, kept, url, (tags) => app.pages?.purge(tags));
  closers.push(() => listener.close());
  closers.push(() => app.stop());
  return app.server.listen({ port: config.port, host: config.host });
};

/** Starts one process of the shop: `all` is web and worker together. A start that fails leaves nothing running. */
export const startShop = async (config: Config, role: Role, say: Say): Promise<RunningShop> => {
  const closers: Closers = [];
  try {
    const database = await openShopDatabase(config, say);
    closers.push(() => database.stop());
    const metrics = createMetrics();
    const db = openDatabase({
      url: database.url,
      maxConnections: config.databaseConnections,
      isForRequests: role !== 'worker',
      replica: replicaOf(config, role, say),
      onStatement: (name) => {
        countStatement(name);
        metrics.countStatement(name);
      },
    });
    closers.push(() => db.close());
    const migrated = await migrateAll(db, database.url);
    if (migrated.length > 0) say(`Database brought up to date (${migrated.length} migrations).`);
    const log = createLog(config.logLevel);
    const kept = await keepPolicy(db, log);
    closers.push(async () => kept.close());
    const loader = config.isDemo ? await importShopLoader(config.demoModule) : undefined;
    const services = openServices({ db, config, log, policy: kept.current, loader });
    await services.prepare(say);
    db.replica?.freshen();
    if (role === 'worker') {
      const listener = await followChanges(services, kept, database.url, () => {});
      closers.push(() => listener.close());
    }
    if (role !== 'web') {
      const worker = await services.startWorker(database.url);
      closers.push(() => worker.close());
    }
    const url = role === 'worker' ? config.publicUrl : await startWeb(services, kept, database.url, metrics, closers);
    return { url, db, databaseUrl: database.url, close: () => closeAll(closers) };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
};

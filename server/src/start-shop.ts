import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { findNextPriceChange } from './catalog/catalog.store.ts';
import { startNodeHeartbeat } from './doctor/nodes.store.ts';
import { importShopLoader, type OnPictures } from './loading/shop-loader.ts';
import type { Database } from './platform/db/database.ts';
import { lockDataFolder } from './platform/db/embedded-postgres.ts';
import { openDatabase } from './platform/db/open-database.ts';
import { refusePooled } from './platform/db/pooler.ts';
import { buildApp } from './platform/http/app.ts';
import { countStatement } from './platform/http/route.ts';
import type { Config } from './platform/operations/config.ts';
import { registerHealth } from './platform/operations/health.ts';
import { type Closers, createClosers, isPortTaken, portTaken } from './platform/operations/lifecycle.ts';
import { createLog } from './platform/operations/log.ts';
import { createMetrics, type Metrics, openOperations, registerMeasures } from './platform/operations/metrics.ts';
import { startTracing } from './platform/operations/tracing.ts';
import { listenForPurges, type PurgeListener } from './platform/pages/cache-invalidation.ts';
import { startPurgeHook } from './platform/pages/purge-hook.ts';
import { openPointsPrograms } from './points/points-programs.ts';
import { type CachedPolicy, savePolicy } from './policies/policies.store.ts';
import { openServices, type Services } from './services.ts';
import { migrateAll, openShopDatabase, type Say, type ShopDatabase } from './shop-database.ts';
import { measuresOf, registerOf, routesOf } from './slices.ts';
import { startJobs } from './start-jobs.ts';

export type Role = 'all' | 'web' | 'worker';

export interface RunningShop {
  url: string;
  db: Database;
  databaseUrl: string;
  /** Makes the missing pictures of a demo shop while the shop is open. Logs a failure. */
  makePictures(onProgress: OnPictures): Promise<void>;
  /** Finishes work in progress, then closes everything. */
  close(): Promise<void>;
}

/** Updates this process's caches from now on when the database changes. `purge` removes pages. */
const followChanges = async (
  { log }: Services,
  cachedPolicy: CachedPolicy,
  url: string,
  purge: (tags: readonly string[]) => void,
): Promise<PurgeListener> => {
  const listener = await listenForPurges({
    url,
    purge: (tags) => {
      purge(tags);
      // The policy may have changed. Pages that are rendered with the old policy are removed, too.
      if (tags.includes('*')) cachedPolicy.refresh().then(() => purge(tags));
    },
    onError: (error) => log.warn({ err: error }, 'page purge connection'),
  });
  // Changes between the first read and the subscription sent no notification.
  await cachedPolicy.refresh();
  return listener;
};

const startWeb = async (
  services: Services,
  cachedPolicy: CachedPolicy,
  url: string,
  metrics: Metrics,
  closers: Closers,
): Promise<string> => {
  const { config, db, log, policy } = services;
  const findPriceChange = (after: Date) => findNextPriceChange(db.read, after);
  const routes = routesOf(services);
  const app = await buildApp({
    config,
    db,
    log,
    policy,
    metrics,
    routes,
    register: registerOf(services),
    findPriceChange,
    findSession: services.sessions.find,
    findLinkCart: services.findLinkCart,
    findApiToken: services.findApiToken,
    findStaffSession: services.findStaffSession,
    recordRefusal: services.recordRefusal,
    makePicture: services.pictures?.make,
  });
  const listener = await followChanges(services, cachedPolicy, url, app.purge);
  closers.add(() => listener.close());
  closers.add(() => app.stop());
  return app.server.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw isPortTaken(error) ? portTaken('PORT', config.port) : error;
  });
};

export interface StartOptions {
  say: Say;
  /** Ends a start in progress. Open resources are closed, and the start fails. */
  signal?: AbortSignal;
  /** The closers of a caller that may have to end a hanging process together with its database server. */
  closers?: Closers;
  /** By default the log of the process. Tests pass another log to read its lines. */
  log?: FastifyBaseLogger;
}

/** Maximum number of concurrent jobs, see `startWorker`. */
const jobConnections = 4;

/** Each pool has its own time limits: seconds for shoppers, minutes for jobs, and longer for migrations and the guard. */
const openPools = (config: Config, role: Role, url: string) => {
  const metrics = createMetrics();
  const onStatement = (name: string | undefined): void => {
    countStatement(name);
    metrics.countStatement(name);
  };
  const db = openDatabase({
    url,
    use: role === 'worker' ? 'jobs' : 'requests',
    maxConnections: config.databaseConnections,
    // Jobs never use the replica, because they write the data that they read.
    replicaUrl: role === 'worker' ? undefined : config.databaseReplicaUrl,
    onStatement,
  });
  const jobsDb = role === 'all' ? openDatabase({ url, use: 'jobs', maxConnections: jobConnections, onStatement }) : db;
  const upkeepDb = openDatabase({ url, use: 'upkeep', maxConnections: 2, onStatement });
  const close = async (): Promise<void> => {
    await Promise.all([...new Set([db, jobsDb, upkeepDb])].map((each) => each.close()));
  };
  return { db, jobsDb, upkeepDb, metrics, close };
};

/** For an embedded server, one process locks the data folder and restarts the server if the server alone dies. */
const ownDatabase = async ({ url, embedded }: ShopDatabase, config: Config, role: Role, closers: Closers) => {
  if (embedded === undefined) return;
  if (role === 'all') {
    const lock = await lockDataFolder(url, config.dataDir);
    closers.add(() => lock.release());
  }
  if (role === 'all' || embedded.isStartedHere) embedded.revive();
};

const openProcess = async (
  config: Config,
  role: Role,
  { say, signal, log = createLog(config.logLevel) }: StartOptions,
  closers: Closers,
): Promise<RunningShop> => {
  const tracing = await startTracing(config);
  if (tracing !== undefined) closers.add(() => tracing.close());
  const opening = openShopDatabase(config, say, signal);
  // If the server is stopped during its start, it is stopped after the start. A failed start leaves no server.
  const stopDatabase = (): Promise<void> =>
    opening.then(
      (database) => database.stop(),
      () => {},
    );
  closers.add(stopDatabase);
  const database = await opening;
  signal?.throwIfAborted();
  await ownDatabase(database, config, role, closers);
  for (const url of [config.databaseUrl, config.databaseReplicaUrl]) if (url !== undefined) await refusePooled(url);
  const { db, jobsDb, upkeepDb, metrics, close } = openPools(config, role, database.url);
  closers.add(close);
  const migrated = await migrateAll(upkeepDb, database.url);
  if (migrated.length > 0) say(`Database brought up to date (${migrated.length} files of SQL).`);
  const { publicUrl } = config;
  const cachedPolicy = await savePolicy(db, log, { creditsPoints: openPointsPrograms(config).credits, publicUrl });
  closers.add(async () => cachedPolicy.close());
  const loader = config.isDemo ? await importShopLoader(config.demoModule) : undefined;
  const services = openServices({ db, jobsDb, upkeepDb, config, log, policy: cachedPolicy.current, loader });
  closers.add(async () => services.pictures?.close());
  await services.prepare(say);
  registerMeasures(metrics.registry, measuresOf(services), log);
  const beat = await startNodeHeartbeat(upkeepDb, role, (error) =>
    log.warn({ err: { message: error.message } }, 'node beat'),
  );
  closers.add(() => beat.close());
  if (config.operationsPort !== undefined) {
    const probes = (app: FastifyInstance) => registerHealth(app, db, () => closers.isClosing());
    const operations = await openOperations(metrics.registry, config.operationsPort, config, probes);
    closers.add(() => operations.close());
  }
  if (role === 'worker') {
    const listener = await followChanges(services, cachedPolicy, database.url, () => {});
    closers.add(() => listener.close());
  }
  if (role !== 'web') {
    const worker = await startJobs(services, database.url);
    closers.add(() => worker.close());
    if (config.purgeUrl !== undefined) {
      const hook = await startPurgeHook(database.url, { url: config.purgeUrl, log }, metrics.registry);
      closers.add(() => hook.close());
    }
  }
  if (config.hasDemoBudgets && role !== 'worker')
    say(`Demo on this machine: all call budgets are ${config.rateLimitFactor} times as large (RATE_LIMIT_FACTOR).`);
  const url =
    role === 'worker' ? config.publicUrl : await startWeb(services, cachedPolicy, database.url, metrics, closers);
  const makePictures = (onProgress: OnPictures): Promise<void> =>
    services.makePictures(onProgress).catch((error: unknown) => {
      if (!closers.isClosing()) log.error({ err: error }, 'pictures of the demo shop');
    });
  return { url, db, databaseUrl: database.url, makePictures, close: closers.closeAll };
};

/**
 * Starts one process of the shop. `all`: web and worker together. A start that fails or is ended leaves nothing running. Throws,
 * in Spanish and English, if the port or the data folder is in use.
 */
export const startShop = async (config: Config, role: Role, options: StartOptions): Promise<RunningShop> => {
  const { signal, closers = createClosers(signal) } = options;
  // A step in progress (a migration, the first catalogue) may take minutes. Stopping the database server makes it fail, and the
  // next start repeats it. A server that other processes use is not stopped. The step then runs to its end.
  const onAbort = (): void => void closers.closeFirst().catch(() => {});
  signal?.addEventListener('abort', onAbort);
  try {
    const shop = await openProcess(config, role, options, closers);
    signal?.throwIfAborted();
    return shop;
  } catch (error) {
    await closers.closeAll();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
};

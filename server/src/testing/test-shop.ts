import { randomUUID } from 'node:crypto';
import type { Client, Transport } from '@ceiba/contract/client';
import { createShopClient } from '@ceiba/contract/testing/shop-client';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { findNextPriceChange } from '../catalog/catalog.store.ts';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { type AppOptions, buildApp } from '../platform/http/app.ts';
import { countStatement } from '../platform/http/route.ts';
import { type Config, readConfig } from '../platform/operations/config.ts';
import { createLog } from '../platform/operations/log.ts';
import { createMetrics, registerMeasures } from '../platform/operations/metrics.ts';
import { changePolicy, savePolicy } from '../policies/policies.store.ts';
import { openServices, type ServiceOptions } from '../services.ts';
import { measuresOf, registerOf, routesOf } from '../slices.ts';
import { refuseNulls } from './statements/refuse-nulls.ts';
import { realTemplate } from './templates.ts';

export interface TestShop {
  db: Database;
  /** The same database, because tests have no time limits for jobs and the guard. */
  jobsDb: Database;
  upkeepDb: Database;
  config: Config;
  log: FastifyBaseLogger;
  policy: () => ShopTerms;
  /** Sets a field as an operator's command does, and applies it in the process. Throws if the value is refused. */
  setPolicy(field: keyof ShopPolicy, value: string): Promise<void>;
  /** Reloads the shop's offers, as a process does after a change of flags or cards. */
  followRows(): Promise<void>;
  /** Connection string of this shop's own database. */
  url: string;
  /** The typed client. Requests pass through the whole server, without a socket. */
  call: Client;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Returns every route, as the framework prints their tree. */
  printRoutes(): string;
  /** Returns the names of the statements of the last request (BEGIN and COMMIT excluded). */
  lastStatements(): string[];
  /** Invalidates cached data by tags, as page_purge does in a running shop. */
  purge(tags: readonly string[]): void;
  /** Sets the handlers' clock. Undefined sets the real clock. */
  setNow(now: Date | undefined): void;
  /** Also answers over a socket. @returns the port */
  listen(): Promise<number>;
  close(): Promise<void>;
}

/** Clones the migrated template, or an empty database, into a separate database for the test. */
export const cloneDatabase = async (template = 'ceiba'): Promise<{ url: string; drop(): Promise<void> }> => {
  const on = (database: string): string => {
    const url = new URL(inject('templateUrl'));
    url.pathname = database;
    url.search = '';
    return url.href;
  };
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = on('postgres');
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: admin });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  // Copies files instead of writing pages to the log (WAL), which takes a third of the CPU time.
  await run(`create database ${name} template ${template} strategy file_copy`);
  return { url: on(name), drop: () => run(`drop database ${name} with (force)`) };
};

/**
 * Opens a shop with a separate empty database and the real server. Responses are checked against the contract. A real shop
 * (`realShop`) has neither cards nor points (record 0096). `services` replaces external parts, such as the bank's address.
 * Without a storefront, only the API is served.
 */
export const openTestShop = async (
  settings: Record<string, string> = {},
  services: Partial<ServiceOptions> = {},
  storefront?: AppOptions['storefront'],
): Promise<TestShop> => {
  const database = await cloneDatabase(settings.DEMO === 'false' ? realTemplate : undefined);
  const shop = await openShopOn(database.url, settings, services, storefront);
  const close = async (): Promise<void> => {
    await shop.close();
    await database.drop();
  };
  return { ...shop, close };
};

/** Tests of hundreds of concurrent calls wait for every result, even on a busy machine. No call gets a 503 for lack of a connection. */
const connectMs = 60_000;

/** Opens a database whose `read` uses read-only connections, like a replica's. A write through `read` therefore fails in every test. */
const openGuardedDatabase = (url: string, replicaUrl: string | undefined): Database => {
  const watch = { onStatement: countStatement, onRows: refuseNulls };
  const db = openDatabase({ url, replicaUrl, maxConnections: 20, connectMs, ...watch });
  if (replicaUrl !== undefined) return db;
  const readOnly = `${url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  const reads = openDatabase({ url: readOnly, maxConnections: 4, connectMs, ...watch });
  const close = async (): Promise<void> => {
    await reads.close();
    await db.close();
  };
  return { ...db, read: reads.write, close };
};

/** Settings of a real shop. No bank answers at its address. */
export const realShop = { DEMO: 'false', BANK_URL: 'http://127.0.0.1:9', BANK_KEY: 'a key of this shop' };

/** Opens a test shop on an existing migrated database, which is not dropped. */
export const openShopOn = async (
  url: string,
  settings: Record<string, string> = {},
  services: Partial<ServiceOptions> = {},
  storefront?: AppOptions['storefront'],
): Promise<TestShop> => {
  const config = readConfig({
    DEMO: 'true',
    RATE_LIMIT_FACTOR: '10000',
    LOG_LEVEL: 'silent',
    // Without a cache, tests read their changes immediately.
    CACHE_MB: '0',
    DATABASE_URL: url,
    ...settings,
  });
  const db = openGuardedDatabase(url, config.databaseReplicaUrl);
  let now: Date | undefined;
  const log = services.log ?? createLog(config.logLevel);
  const kept = await savePolicy(db, log, config);
  /** Test shops have the demo shop's name, unless a test sets another name. */
  const policy = (): ShopTerms => {
    const current = kept.current();
    return current.shopName === new URL(config.publicUrl).host ? { ...current, shopName: 'Ceiba' } : current;
  };
  const open = openServices({ db, jobsDb: db, upkeepDb: db, config, log, policy, ...services });
  const metrics = createMetrics();
  registerMeasures(metrics.registry, measuresOf(open), log);
  const { server, purge } = await buildApp({
    config,
    db,
    log,
    policy,
    metrics,
    routes: routesOf(open),
    register: registerOf(open),
    checkAnswers: true,
    withStorefront: storefront !== undefined,
    ...(storefront === undefined ? {} : { storefront }),
    now: () => now ?? new Date(),
    findPriceChange: (after) => findNextPriceChange(db.read, after),
    findSession: open.sessions.find,
    findLinkCart: open.findLinkCart,
    findApiToken: open.findApiToken,
    findStaffSession: open.findStaffSession,
    recordRefusal: open.recordRefusal,
  });
  let statements: string[] = [];
  const send = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const answer = await server.inject(options);
    const names = answer.headers['x-statement-names'];
    statements = typeof names === 'string' && names !== '' ? names.split(' ') : [];
    return answer;
  };
  const transport: Transport = async ({ method, url, headers, body }) => {
    const verb = method === 'POST' || method === 'PATCH' || method === 'DELETE' ? method : 'GET';
    if (body instanceof FormData) throw new Error('forms are sent by inject and formPayload');
    const answer = await send({ method: verb, url, headers, ...(body === undefined ? {} : { payload: body }) });
    return { status: answer.statusCode, text: answer.payload };
  };
  return {
    db,
    jobsDb: db,
    upkeepDb: db,
    config,
    log,
    policy,
    setPolicy: async (field, value) => {
      const changed = await changePolicy(db, { field, value }, new Date());
      if (!changed.ok) throw new Error(`${field}: ${changed.error.code}`);
      await kept.refresh();
    },
    followRows: kept.refresh,
    url,
    call: createShopClient(transport),
    printRoutes: () => server.printRoutes({ commonPrefix: false }),
    inject: send,
    lastStatements: () => statements,
    purge,
    setNow: (moment) => {
      now = moment;
    },
    listen: async () => Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port),
    close: async () => {
      kept.close();
      await server.close();
      await db.close();
    },
  };
};

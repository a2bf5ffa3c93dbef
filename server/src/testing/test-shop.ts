import { randomUUID } from 'node:crypto';
import type { Client, Transport } from '@ceiba/contract/client';
import { createShopClient } from '@ceiba/contract/testing/shop-client';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { findNextPriceChange } from '../catalog/catalog.store.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { type AppOptions, buildApp } from '../platform/http/app.ts';
import { countStatement } from '../platform/http/route.ts';
import { type Config, readConfig } from '../platform/operations/config.ts';
import { createLog } from '../platform/operations/log.ts';
import { createMetrics, registerMeasures } from '../platform/operations/metrics.ts';
import { changePolicy, keepPolicy } from '../policies/policies.store.ts';
import { openServices, type ServiceOptions } from '../services.ts';
import { measuresOf, registerOf, routesOf } from '../slices.ts';
import { realTemplate } from './templates.ts';

export interface TestShop {
  db: Database;
  /** The same: tests of jobs and of the guard have their time. */
  jobsDb: Database;
  upkeepDb: Database;
  config: Config;
  log: FastifyBaseLogger;
  policy: () => ShopTerms;
  /** As an operator's command does it, and as every process then follows; throws when it is refused. */
  setPolicy(field: keyof ShopPolicy, value: string): Promise<void>;
  /** Reads the shop's offers again, as a process does after a change of flags or cards. */
  followRows(): Promise<void>;
  /** Connection string of this shop's own database. */
  url: string;
  /** The typed client; requests go through the whole server, without a socket. */
  call: Client;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Every route there is, as the framework draws their tree. */
  printRoutes(): string;
  /** SQL statements the last request sent (BEGIN and COMMIT excluded), by name. */
  lastStatements(): string[];
  /** What hears page_purge in a running shop: forgets what was kept under the tags. */
  purge(tags: readonly string[]): void;
  /** Sets the clock the handlers see; without it they see the real one. */
  setNow(now: Date | undefined): void;
  /** Answers over a socket, too. @returns its port */
  listen(): Promise<number>;
  close(): Promise<void>;
}

/** Clones the migrated template, or an empty one, into a database of the test's own. */
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
  // Copied file by file, not page by page through the log: a third of the processor's time.
  await run(`create database ${name} template ${template} strategy file_copy`);
  return { url: on(name), drop: () => run(`drop database ${name} with (force)`) };
};

/**
 * A shop with its own empty database, answering through the real server. Answers are checked against the contract.
 * A real shop (`realShop`) has neither cards nor points (record 0096).
 * `services` replaces outside parts (the bank's address, for example); without a storefront there is the API alone.
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

/** Whoever tests hundreds of calls at once waits for what becomes of each, however busy the machine: none is told to come back. */
const connectMs = 60_000;

/** `read` on connections that cannot write, as a replica's: what writes by it fails in every test. */
const openGuardedDatabase = (url: string, replicaUrl: string | undefined): Database => {
  const db = openDatabase({ url, replicaUrl, maxConnections: 20, connectMs, onStatement: countStatement });
  if (replicaUrl !== undefined) return db;
  const readOnly = `${url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  const reads = openDatabase({ url: readOnly, maxConnections: 4, connectMs, onStatement: countStatement });
  const close = async (): Promise<void> => {
    await reads.close();
    await db.close();
  };
  return { ...db, read: reads.write, close };
};

/** Settings of a shop that is open for real; nobody answers at its bank's address. */
export const realShop = { DEMO: 'false', BANK_URL: 'http://127.0.0.1:9', BANK_KEY: 'a key of this shop' };

/** A test shop on a migrated database that exists already and stays. */
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
    // Tests look at once at what they have changed.
    CACHE_MB: '0',
    DATABASE_URL: url,
    ...settings,
  });
  const db = openGuardedDatabase(url, config.databaseReplicaUrl);
  let now: Date | undefined;
  const log = services.log ?? createLog(config.logLevel);
  const kept = await keepPolicy(db, log, config);
  /** The shop of tests is called as the demo shop is, unless a test sets another name. */
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

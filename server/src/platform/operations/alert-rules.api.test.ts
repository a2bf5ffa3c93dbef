import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { centavos } from '@ceiba/domain/money/money';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { backupMeasures } from '../../backups/backups.store.ts';
import { createHttpTaxRegistry } from '../../billing/tax-registry.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { startWorker } from '../../jobs/worker.ts';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import { holds, readAlertRules, readSamples, type Sample } from '../../testing/alert-rules.ts';
import { listenHere } from '../../testing/listen-here.ts';
import { cloneDatabase, openShopOn, type TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import type { Database } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { openDatabase } from '../db/open-database.ts';
import { refusalOfFailure } from '../http/refusals.ts';
import { Overloaded } from '../limits/concurrency-limit.ts';
import { breakerOpen } from '../limits/outbound-call.ts';
import { readConfig } from './config.ts';
import { healthMeasures } from './health.ts';
import { createLog } from './log.ts';
import { openOperations, registerMeasures } from './metrics.ts';

const { projectDir } = readConfig({ DEMO: 'true' });
const rules = readAlertRules(projectDir);
const log = createLog('silent');
const nobody = 'http://127.0.0.1:9';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let upkeepDb: Database;
let shop: TestShop;
beforeAll(async () => {
  // The metric belongs to the process, and another test file may have left a breaker open.
  breakerOpen.reset();
  database = await cloneDatabase();
  // These connections are separate, as in a shop, because metrics are read while shoppers wait for connections.
  upkeepDb = openDatabase({ url: database.url, maxConnections: 2 });
  const settings = { RATE_LIMIT_FACTOR: '1', SMTP_URL: 'smtp://127.0.0.1:9' };
  shop = await openShopOn(database.url, settings, { upkeepDb });
});
afterAll(async () => {
  await shop.close();
  await upkeepDb.close();
  await database.drop();
});

const sql = async (text: string, values: unknown[] = []): Promise<void> => {
  await shop.db.pool.query(text, values);
};

/** Writes rows that the shop would never write, by disabling triggers and foreign keys. */
const plant = async (text: string, values: unknown[] = []): Promise<void> => {
  const client = await shop.db.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(text, values);
    await client.query('commit');
  } finally {
    client.release();
  }
};

const scrape = async (): Promise<Sample[]> => {
  const answer = await shop.inject({ url: '/metrics' });
  return [...readSamples(answer.payload), { name: 'up', labels: { job: 'ceiba' }, value: 1 }];
};

const gatewayAt = (url: string) => createHttpGateway({ url, merchantKey: 'k', timeoutMs: 60_000 });
const charge = (gateway: ReturnType<typeof gatewayAt>) =>
  gateway.charge({
    key: randomUUID(),
    askedAt: new Date(),
    amount: centavos(100),
    plan: 1,
    description: '',
    card: { number: '4111111111111111', expiry: '12/39', cvv: '123', holder: 'Lucía' },
    payer: { firstName: 'L', lastName: 'P', email: 'l@correo.gt', street: '', city: '', region: '' },
    fingerprintSessionId: null,
  });

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const insertOrder = `insert into orders (id, cart_id, status, email, contact, billing_address, payment_type, subtotal, total, settle_after, created_at)
  values ($1, $2, 'placing', '', '{}', '{}', 'Card', 100, 100, now(), now() - interval '6 minutes')`;

/** Metrics that were scraped during a fault, if the fault must end with its test. */
let meanwhile: Sample[] | undefined;

/** Scrapes a process without a database. The process reports this, and no measures from the database. */
const tellWithoutDatabase = async (): Promise<void> => {
  const away = openDatabase({ url: 'postgres://ceiba@127.0.0.1:9/ceiba' });
  const registry = new Registry();
  registerMeasures(registry, healthMeasures({ db: away, upkeepDb: away }), log);
  meanwhile = readSamples(await registry.metrics());
  await away.close();
};

/** Functions that cause a fault, by the name of the alert rule that must fire. */
const faults: Readonly<Record<string, () => Promise<void>>> = {
  CeibaNodeDown: async () => {
    const node = await openOperations(new Registry(), 0, readConfig({ DEMO: 'true' }), () => {});
    const url = node.listeningOrigin;
    await node.close();
    const isUp = await fetch(`${url}/metrics`).then(
      ({ ok }) => ok,
      () => false,
    );
    meanwhile = [{ name: 'up', labels: { job: 'ceiba' }, value: isUp ? 1 : 0 }];
  },
  CeibaCannotSell: tellWithoutDatabase,
  CeibaCannotShow: tellWithoutDatabase,
  CeibaDatabaseWaits: async () => {
    const { pool } = shop.db;
    const taken = await Promise.all(times(pool.options.max).map(() => pool.connect()));
    const waiting = pool.connect();
    meanwhile = await scrape();
    for (const client of taken) client.release();
    (await waiting).release();
  },
  CeibaErrors: async () => {
    await sql('alter table flags rename to flags_away');
    expect((await shop.inject({ url: '/v1/flags' })).statusCode).toBe(500);
    await sql('alter table flags_away rename to flags');
  },
  CeibaGuardFound: () =>
    sql(
      `insert into invariant_findings (invariant, reach, broken, checked_at) values ('stock-total', 'everything', 1, now())`,
    ),
  CeibaGuardSilent: () =>
    sql(`update invariant_findings set checked_at = now() - interval '31 minutes' where reach = 'recent'`),
  CeibaNoWorker: () => sql('delete from job_workers'),
  CeibaJobDead: async () => {
    await enqueue(shop.db.write, { task: 'breaks', payload: {}, maxAttempts: 1 });
    const breaks = { name: 'breaks', run: () => Promise.reject(new Error('no answer')) };
    const worker = await startWorker({ url: shop.url, tasks: [breaks], log });
    try {
      await until(async () => holds('ceiba_jobs_dead > 0', await scrape(), [], new Date()));
    } finally {
      await worker.close();
    }
  },
  CeibaQueueLate: () => enqueue(shop.db.write, { task: 'late', payload: {}, runAt: new Date(Date.now() - 6 * 60_000) }),
  CeibaMailsWait: () =>
    sql(
      `insert into mails (id, dedupe_key, recipient, subject, html, text, created_at)
       values ($1, 'a', 'a@correo.gt', '', '', '', now() - interval '16 minutes')`,
      [randomUUIDv7()],
    ),
  CeibaBankResting: async () => {
    const gateway = gatewayAt(nobody);
    for (const _ of times(8)) await charge(gateway);
  },
  CeibaBankSlow: async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    onTestFinished(() => void server.close());
    const gateway = gatewayAt(`http://127.0.0.1:${await listenHere(server)}`);
    for (const _ of times(3)) await charge(gateway);
  },
  CeibaServiceResting: async () => {
    const registry = createHttpTaxRegistry({ url: nobody, merchantKey: 'k' });
    for (const _ of times(5)) await registry.lookUp('nit', '576937K');
  },
  CeibaOrderUnsettled: () => plant(insertOrder, [randomUUIDv7(), randomUUID()]),
  CeibaManyDeclines: async () => {
    for (const _ of times(31))
      await plant(
        `insert into payments (id, order_id, kind, amount, status, refusal_code) values ($1, $2, 'Card', 100, 'refused', 'PAY_DECLINED')`,
        [randomUUIDv7(), randomUUID()],
      );
  },
  CeibaRefundWaits: () =>
    plant(
      `insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, actor, send_after, created_at)
       values ($1, $1, 'goodwill', 'a', $1, 100, 'origin', 'due', '{"kind": "job"}', now(), now() - interval '61 minutes')`,
      [randomUUID()],
    ),
  CeibaEventDead: async () => {
    const [endpoint, event] = [randomUUID(), randomUUID()];
    await sql(
      `insert into webhook_endpoints (id, slot, url, types) values ($1, 1, 'https://erp.example/a', '{orders.paid}')`,
      [endpoint],
    );
    await plant(
      `insert into event_deliveries (endpoint_id, event_id, entity, sequence, state, attempts, ended_at)
       values ($1, $2, 'order:1', 1, 'dead', 11, now())`,
      [endpoint, event],
    );
  },
  CeibaEventsWait: () =>
    sql(
      `insert into event_outbox (type, subject, occurred_at) values ('orders.paid', '1', now() - interval '61 minutes')`,
    ),
  CeibaOverloaded: async () => {
    for (const _ of times(101)) refusalOfFailure(new Overloaded(), { id: '', log });
  },
  CeibaBudgetsSpent: async () => {
    for (const _ of times(131)) await shop.inject({ url: '/v1/captcha/challenge' });
  },
  CeibaArchiveFails: async () => {
    const dir = await mkdtemp(join(tmpdir(), 'ceiba-archive-'));
    const open = () => startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), unsafeFast: true });
    // The process reads the setting of archiving at its start.
    const before = await open();
    const db = openDatabase({ url: before.url });
    await db.pool.query('alter system set archive_mode = on');
    await db.pool.query(`alter system set archive_command = 'false'`);
    await db.close();
    await before.stop();
    const server = await open();
    const archiving = openDatabase({ url: server.url });
    onTestFinished(async () => {
      await archiving.close();
      await server.stop();
      await rm(dir, { recursive: true });
    });
    const registry = new Registry();
    registerMeasures(registry, backupMeasures({ upkeepDb: archiving }), log);
    await archiving.pool.query('select pg_switch_wal()');
    await until(async () => {
      meanwhile = readSamples(await registry.metrics());
      return holds('ceiba_archive_failing > 0', meanwhile, [], new Date());
    });
  },
};

test('the tests cause a fault for every alert rule', () => {
  expect(Object.keys(faults)).toEqual(rules.map(({ alert }) => alert));
});

test.each(rules)('[OPS-02] the rule $alert fires with its fault, and not before', async ({ alert, expr }) => {
  await sql(`insert into job_workers values ('w', now()) on conflict (worker) do update set seen_at = now()`);
  await sql(`insert into invariant_findings (invariant, reach, broken, checked_at) values ('stock-total', 'recent', 0, now())
             on conflict (invariant, reach) do update set checked_at = now()`);
  const before = await scrape();
  expect(holds(expr, before, before, new Date())).toBe(false);
  meanwhile = undefined;
  await faults[alert]?.();
  const after = meanwhile ?? (await scrape());
  expect(holds(expr, after, before, new Date())).toBe(true);
});

test('rules name existing chapters of docs/operations.md, and rules and dashboard use existing metrics', async () => {
  const operations = readFileSync(join(projectDir, 'docs/operations.md'), 'utf8');
  const anchors = [...operations.matchAll(/^#+ (.+)$/gm)].map(
    ([, title = '']) =>
      `docs/operations.md#${title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-')}`,
  );
  expect(rules.filter(({ chapter }) => !anchors.includes(chapter))).toEqual([]);
  const text = (await shop.inject({ url: '/metrics' })).payload;
  const exported = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  const dashboard = readFileSync(join(projectDir, 'deploy/dashboard.json'), 'utf8');
  const named = `${rules.map(({ expr }) => expr).join('\n')}\n${dashboard}`.match(/\bceiba_\w+/g) ?? [];
  expect(named.filter((name) => !exported.has(name.replace(/_(?:bucket|count)$/, '')))).toEqual([]);
});

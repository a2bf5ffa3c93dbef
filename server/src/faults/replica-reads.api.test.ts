import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { readConfig } from '../platform/operations/config.ts';
import { type RunningShop, startShop } from '../start-shop.ts';
import { type DatabaseServer, startPrimary, startStandby } from '../testing/database-servers.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { until } from '../testing/until.ts';

const metricsToken = 'a token of this shop';
const settings = ['fsync=off', 'synchronous_commit=remote_apply', 'max_standby_streaming_delay=100ms'];
/** A standby that shows nothing sooner than so: whoever does not wait for it reads what was. */
const slowStandby = [...settings, 'recovery_min_apply_delay=300ms'];

let dir: string;
let primary: DatabaseServer;
let standby: DatabaseServer;
let shop: RunningShop;

const useSettings = (more: Record<string, string> = {}) =>
  readConfig({
    PORT: '0',
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
    BANK_URL: 'http://127.0.0.1:9',
    BANK_KEY: 'a-bank-nobody-asks',
    METRICS_TOKEN: metricsToken,
    DATA_DIR: dir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '10000',
    ...more,
  });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-replica-'));
  primary = await startPrimary({ dir, settings });
  standby = await startStandby(primary, { dir, settings: slowStandby });
  shop = await startShop(useSettings(), 'web', { say: () => {} });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'RADIO', price: 100_00 });
  await waitForStandby();
  // Answered once the standby has all of it.
  await setPrice(100);
});
afterAll(async () => {
  await shop.close();
  await standby.remove();
  await primary.remove();
  await rm(dir, { recursive: true, force: true });
});

/** From now on a commit is answered once the standby shows it. */
const waitForStandby = async (): Promise<void> => {
  const admin = new pg.Client({ connectionString: primary.url });
  await admin.connect();
  await admin.query(`alter system set synchronous_standby_names = '*'`);
  await admin.query('select pg_reload_conf()');
  await admin.end();
};

const repeated = (): number => shop.db.replica?.repeated() ?? 0;

const portOf = ({ url }: { url: string }): number => Number(new URL(url).port);

/** Which server answers. */
const askPort = async (tx: Database['read']): Promise<number> => {
  const [row] = await tx.run<{ port: number }>({ text: 'select inet_server_port() as port', values: [] });
  return row?.port ?? 0;
};

/** Waits until that server answers the reads: one that was lost is left alone for a moment. */
const readsComeFrom = (server: DatabaseServer, db: Database = shop.db): Promise<void> =>
  until(async () => (await askPort(db.read)) === portOf(server));

const priceShown = async (): Promise<number> => {
  const answer = await fetch(`${shop.url}/v1/products/slug/radio`);
  const body: { salesPrice: { value: number } } = JSON.parse(await answer.text());
  return body.salesPrice.value;
};

/** Without what every answer makes up anew. */
const answerOf = async (url: string, path: string) => {
  const answer = await fetch(`${url}${path}`);
  const body = (await answer.text()).replace(/"resultId":"[^"]+"/, '').replaceAll(url, '');
  return { path, status: answer.status, body };
};

const setPrice = (quetzales: number): Promise<unknown> =>
  shop.db.pool.query(`update products set sales_price = $1, regular_price = $1 where sku = 'RADIO'`, [quetzales * 100]);

/** Reads without a break until it is told to stop; `stop` answers the HTTP statuses seen. */
const keepReading = (readers: number) => {
  let isOver = false;
  const statuses = new Map<number, number>();
  let answered = 0;
  const paths = ['/v1/products/slug/radio', '/v1/search?q=radio', '/v1/categories', '/v1/stores'];
  const read = async (): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const { status } = await fetch(`${shop.url}${paths[count % paths.length]}`);
      answered += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const running = Promise.all(Array.from({ length: readers }, read));
  return {
    /** Waits for that many further answers. */
    go: async (more: number): Promise<void> => {
      const goal = answered + more;
      await until(() => answered >= goal);
    },
    stop: async () => {
      isOver = true;
      await running;
      return [...statuses.keys()];
    },
  };
};

test('[DEC-08] reads go to the replica, writes and transactions to the primary', async () => {
  await readsComeFrom(standby);
  expect(await askPort(shop.db.write)).toBe(portOf(primary));
  expect(await shop.db.transaction(askPort)).toBe(portOf(primary));
});

test('every call of the catalogue is answered by the replica, as the primary answers it', async () => {
  await readsComeFrom(standby);
  const before = repeated();
  const alone = await startShop(useSettings({ DATABASE_REPLICA_URL: '' }), 'web', { say: () => {} });
  const paths = [
    '/v1/home',
    '/v1/categories',
    '/v1/categories/info?ids=1,2',
    '/v1/products/slug/radio',
    '/v1/products/RADIO',
    '/v1/products/RADIO/warranties',
    '/v1/search?q=radio',
    '/v1/search/suggestions?q=rad',
    '/v1/sellers/ceiba',
    '/v1/flags',
    '/v1/stores',
    '/v1/locations/departments',
    '/v1/recommendations?skus=RADIO',
    '/api/category-list-pages',
    '/api/category-infos',
    '/api/stock-offers',
    '/v2/products/time?skus=RADIO',
    '/sitemap.xml',
  ];
  for (const path of paths) {
    const answers = await Promise.all([answerOf(shop.url, path), answerOf(alone.url, path)]);
    expect(answers[0]).toEqual({ path, status: 200, body: answers[1].body });
  }
  await alone.close();
  expect(repeated()).toBe(before);
});

test('a page that was purged is never made anew of what the replica had before: a commit is answered once it shows it', async () => {
  await readsComeFrom(standby);
  for (const price of [90, 80, 70, 60, 50]) {
    await setPrice(price);
    // The purge arrives by NOTIFY a moment later; a page that was made of the old price would stay.
    await until(async () => (await priceShown()) === price);
    expect(await askPort(shop.db.read)).toBe(portOf(standby));
  }
});

test('a replica that crashes under reads costs no request, and is used again when it is back', async () => {
  const readers = keepReading(6);
  await readers.go(50);
  await standby.stop('immediate');
  await readers.go(50);
  expect(await askPort(shop.db.read)).toBe(portOf(primary));
  await standby.start();
  await readsComeFrom(standby);
  await readers.go(50);
  expect(await readers.stop()).toEqual([200]);
  await readsComeFrom(standby);
});

test('[DEC-08] while the primary is away the shop is readable and not ready: its pages come from the replica', async () => {
  const statusOf = async (path: string): Promise<number> => (await fetch(`${shop.url}${path}`)).status;
  await until(async () => (await statusOf('/ready')) === 200);
  const price = await priceShown();
  await primary.stop('immediate');
  await until(async () => (await statusOf('/ready')) === 503);
  expect([await statusOf('/health'), await statusOf('/readable'), await priceShown()]).toEqual([200, 200, price]);
  await primary.start();
  await until(async () => (await statusOf('/ready')) === 200);
});

/** Reads that are in the middle of `pg_sleep` on the server that answers. */
const sleepersOf = async (tx: Database['read']): Promise<number> => {
  const text = `select count(*)::int as count from pg_stat_activity where wait_event = 'PgSleep'`;
  return (await tx.run<{ count: number }>({ text, values: [] }))[0]?.count ?? 0;
};

test('a read that recovery cancels is repeated on the primary, and the replica stays in use', async () => {
  await readsComeFrom(standby);
  const before = repeated();
  const longRead = shop.db.read.run<{ port: number }>({
    text: `select inet_server_port() as port from flags
      right join (select pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)) as slept on true limit 1`,
    values: [],
  });
  await until(async () => (await sleepersOf(shop.db.read)) === 1);
  await shop.db.transaction(async (tx) => {
    await tx.run({ text: 'lock table flags in access exclusive mode', values: [] });
  });
  expect(await longRead).toEqual([{ port: portOf(primary) }]);
  expect(repeated()).toBe(before + 1);
});

test('what writes is refused by the replica and is not sent to the primary', async () => {
  await readsComeFrom(standby);
  const write = shop.db.read.run({ text: `update products set title = 'X' where sku = 'RADIO'`, values: [] });
  await expect(write).rejects.toMatchObject({ code: '25006' });
});

test('an address where nobody listens costs no read', async () => {
  const db = openDatabase({ url: primary.url, replicaUrl: primary.url.replace(/:\d+\//, ':1/') });
  expect(await askPort(db.read)).toBe(portOf(primary));
  await db.close();
});

test('[DEC-08] the metrics tell how many reads the replica did not answer', async () => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${shop.url}/metrics`, { headers })).text();
  expect(metrics).toMatch(/ceiba_replica_repeated_reads \d/);
});

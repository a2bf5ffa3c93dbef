import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { readConfig } from '../platform/operations/config.ts';
import { type RunningShop, startShop } from '../start-shop.ts';
import { type DatabaseServer, startPrimary, startStandby } from '../testing/database-servers.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { until } from '../testing/until.ts';

const metricsToken = 'a token of this shop';
const settings = ['fsync=off', 'synchronous_commit=remote_apply', 'max_standby_streaming_delay=100ms'];
/** Disables background writing, so that a crashed standby has exactly the data of its last checkpoint. */
const standbySettings = [...settings, 'bgwriter_lru_maxpages=0'];

let dir: string;
let primary: DatabaseServer;
let standby: DatabaseServer;
let shop: RunningShop;

const settingsWith = (more: Record<string, string> = {}) =>
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
  standby = await startStandby(primary, { dir, settings: standbySettings });
  await delayStandby('300ms');
  await ask(standby, 'select pg_reload_conf()');
  shop = await startShop(settingsWith(), 'web', { say: () => {} });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'RADIO', price: 100_00 });
  await waitForStandby();
  // The commit is answered once the standby has all data.
  await setPrice(100);
});
afterAll(async () => {
  await shop.close();
  await standby.remove();
  await primary.remove();
  await rm(dir, { recursive: true, force: true });
});

/** Asks a server over a separate connection of the test. */
const ask = async <Row extends object>({ url }: DatabaseServer, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};

/**
 * Sets how long the standby waits before it shows a commit. A reader that does not wait reads older data. Takes effect
 * after a reload or a restart.
 */
const delayStandby = (delay: string) => ask(standby, `alter system set recovery_min_apply_delay = '${delay}'`);

/** Makes commits wait until the standby shows their data. */
const waitForStandby = async (): Promise<void> => {
  await ask(primary, `alter system set synchronous_standby_names = '*'`);
  await ask(primary, 'select pg_reload_conf()');
};

const repeated = (): number => shop.db.replica?.repeated() ?? 0;

const portOf = ({ url }: { url: string }): number => Number(new URL(url).port);

/** Port of the server that answers. */
const askPort = async (tx: Database['read']): Promise<number> => {
  const [row] = await tx.run<{ port: number }>({ text: 'select inet_server_port() as port', values: [] });
  return row?.port ?? 0;
};

/** Waits until that server answers the reads. A lost server is not used for a moment. */
const readsComeFrom = (server: DatabaseServer, db: Database = shop.db): Promise<void> =>
  until(async () => (await askPort(db.read)) === portOf(server));

const priceShown = async (): Promise<number> => {
  const answer = await fetch(`${shop.url}/v1/products/slug/radio`);
  const body: { salesPrice: { value: number } } = JSON.parse(await answer.text());
  return body.salesPrice.value;
};

/** Returns an answer without the values that differ in every answer. */
const answerOf = async (url: string, path: string) => {
  const answer = await fetch(`${url}${path}`);
  const body = (await answer.text()).replace(/"resultId":"[^"]+"/, '').replaceAll(url, '');
  return { path, status: answer.status, body };
};

const setPrice = (quetzales: number): Promise<unknown> =>
  shop.db.pool.query(`update products set sales_price = $1, regular_price = $1 where sku = 'RADIO'`, [quetzales * 100]);

/** Reads without a break until `stop` is called. `stop` returns the HTTP statuses. */
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
    /** Waits for this many more answers. */
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

test('the replica gives the same answers to all calls of the catalogue as the primary', async () => {
  await readsComeFrom(standby);
  const before = repeated();
  const alone = await startShop(settingsWith({ DATABASE_REPLICA_URL: '' }), 'web', { say: () => {} });
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

test('a purged page is never rendered from old data, because a commit waits for the replica', async () => {
  await readsComeFrom(standby);
  for (const price of [90, 80, 70, 60, 50]) {
    await setPrice(price);
    // The purge arrives by NOTIFY a moment later. A page rendered from the old price would stay.
    await until(async () => (await priceShown()) === price);
    expect(await askPort(shop.db.read)).toBe(portOf(standby));
  }
});

test('a replica that crashes under reads costs no request, and is used again after its restart', async () => {
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

test('a replica that returns with older data is not read until it has caught up', async () => {
  const storedPrice = `select sales_price::integer as price from products where sku = 'RADIO'`;
  const readPrice = async () =>
    (await shop.db.read.run<{ price: number }>({ text: storedPrice, values: [] }))[0]?.price;
  await ask(primary, 'checkpoint');
  // The commit waits until the standby has also replayed the checkpoint. After a crash the standby starts here.
  await setPrice(60);
  await ask(standby, 'checkpoint');
  await setPrice(55);
  await delayStandby('1h');
  await standby.stop('immediate');
  await standby.start();
  expect(await ask(standby, storedPrice)).toEqual([{ price: 60_00 }]);
  const before = repeated();
  let shown: number | undefined;
  await until(async () => {
    shown = await readPrice();
    return shown !== 55_00 || repeated() >= before + 3;
  });
  expect(shown).toBe(55_00);
  await delayStandby('300ms');
  await ask(standby, 'select pg_reload_conf()');
  await readsComeFrom(standby);
  expect(await readPrice()).toBe(55_00);
});

test('[DEC-08] while the primary is down, the replica serves pages, and the shop reports that it is not ready', async () => {
  const statusOf = async (path: string): Promise<number> => (await fetch(`${shop.url}${path}`)).status;
  await until(async () => (await statusOf('/ready')) === 200);
  const price = await priceShown();
  await primary.stop('immediate');
  await until(async () => (await statusOf('/ready')) === 503);
  expect([await statusOf('/health'), await statusOf('/readable'), await priceShown()]).toEqual([200, 200, price]);
  // A new connection to the replica cannot be compared with the primary, because only the replica answers.
  const db = openDatabase({ url: primary.url, replicaUrl: standby.url });
  expect(await askPort(db.read)).toBe(portOf(standby));
  await db.close();
  await primary.start();
  await until(async () => (await statusOf('/ready')) === 200);
});

/** Counts the reads that are in `pg_sleep` on the server that answers. */
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

test('the replica refuses a statement that writes, and the primary does not repeat it', async () => {
  await readsComeFrom(standby);
  const write = shop.db.read.run({ text: `update products set title = 'X' where sku = 'RADIO'`, values: [] });
  await expect(write).rejects.toMatchObject({ code: '25006' });
});

test('an unreachable replica address costs no read', async () => {
  const db = openDatabase({ url: primary.url, replicaUrl: primary.url.replace(/:\d+\//, ':1/') });
  expect(await askPort(db.read)).toBe(portOf(primary));
  await db.close();
});

test('[DEC-08] the metrics show how many reads the replica did not answer', async () => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${shop.url}/metrics`, { headers })).text();
  expect(metrics).toMatch(/ceiba_replica_repeated_reads \d/);
});

import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startShop } from '../../start-shop.ts';
import { listenHere } from '../../testing/listen-here.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { readConfig } from '../operations/config.ts';
import { createLog } from '../operations/log.ts';
import { createPurgeHook, startPurgeHook } from './purge-hook.ts';

const waits = { gather: 20, call: 60_000, again: 20, repeat: 600_000 };

/** Opens the purge endpoint of an outside cache. It records what it receives, and its next answers can be set. */
const openOutside = async () => {
  const told: string[][] = [];
  const open: ServerResponse[] = [];
  let atOnce = 0;
  let most = 0;
  let statuses: (number | 'hold')[] = [];
  const server = createServer(async (request, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    const body: { tags: string[] } = JSON.parse(await text(request));
    told.push(request.method === 'POST' ? body.tags : []);
    const status = statuses.shift() ?? 204;
    if (status === 'hold') open.push(response);
    else response.writeHead(status).end();
  });
  const port = await listenHere(server);
  return {
    url: `http://127.0.0.1:${port}/purge`,
    told,
    all: () => told.flat(),
    maxAtOnce: () => most,
    answerWith: (...next: (number | 'hold')[]) => {
      statuses = next;
    },
    release: () => {
      for (const response of open.splice(0)) response.writeHead(204).end();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};

let shop: TestShop;
let outside: Awaited<ReturnType<typeof openOutside>>;
let lines: { msg: string; reason?: string; waiting?: number }[];
const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());
beforeEach(async () => {
  lines = [];
  outside = await openOutside();
});
afterEach(() => outside.close());

const start = async () => {
  const hook = await startPurgeHook(shop.url, { url: outside.url, log, waits });
  onTestFinished(hook.close);
  return hook;
};

const tell = () => {
  const hook = createPurgeHook({ url: outside.url, log, waits });
  onTestFinished(hook.close);
  return hook;
};

const setPrice = (sku: string) =>
  shop.db.pool.query('update products set sales_price = sales_price - 1 where sku = $1', [sku]);

test('the hook first sends a purge of everything, then the tags of a changed product', async () => {
  await createProduct(shop.db, { sku: 'TV 55"' });
  const registry = new Registry();
  const hook = await startPurgeHook(shop.url, { url: outside.url, log, waits }, registry);
  onTestFinished(hook.close);
  const answeredAt = async () => /^ceiba_purge_hook_told_timestamp_seconds (\d+)/m.exec(await registry.metrics())?.[1];
  await until(async () => Number(await answeredAt()) > 0);
  expect(outside.told).toHaveLength(1);
  await setPrice('TV 55"');
  await until(() => outside.all().includes('listing'));
  expect(outside.told).toEqual([['*'], ['product:TV_55_', 'category:2', 'listing']]);
});

test('only one of two processes sends, and when it ends, the other takes over and first purges everything', async () => {
  await createProduct(shop.db, { sku: 'RADIO' });
  const first = await start();
  await start();
  await until(() => outside.told.length === 1);
  await setPrice('RADIO');
  await until(() => outside.all().includes('product:RADIO'));
  await first.close();
  await until(() => outside.all().filter((tag) => tag === '*').length === 2);
  await setPrice('RADIO');
  await until(() => outside.all().filter((tag) => tag === 'product:RADIO').length === 2);
  expect(outside.all().filter((tag) => tag === '*')).toHaveLength(2);
});

test('a failed call is logged and repeated, one call at a time, and newer changes are added', async () => {
  outside.answerWith(500, 301, 'hold');
  const hook = tell();
  hook.purge(['product:A', 'listing']);
  await until(() => outside.told.length === 3);
  for (const tags of [['product:B'], ['listing'], ['product:B']]) hook.purge(tags);
  outside.release();
  await until(() => outside.told.length === 4);
  const again = ['product:A', 'listing'];
  // The listing changed again while its tag was being sent. So the tag is sent again.
  expect(outside.told).toEqual([again, again, again, ['product:B', 'listing']]);
  expect(outside.maxAtOnce()).toBe(1);
  expect(lines.map(({ msg, waiting }) => [msg, waiting])).toEqual(Array(2).fill(['purge hook not answered', 2]));
  expect(lines[0]?.reason).toBe('status 500');
});

test('each tag is sent once more when every node has received the change, and not again', async () => {
  const hook = createPurgeHook({ url: outside.url, log, waits: { ...waits, gather: 1, repeat: 400 } });
  onTestFinished(hook.close);
  hook.purge(['product:A', 'listing']);
  await until(() => outside.told.length === 2);
  hook.purge(['product:B']);
  hook.purge(['product:B']);
  await until(() => outside.told.length === 4);
  const [changed, other] = [['product:A', 'listing'], ['product:B']];
  expect(outside.told).toEqual([changed, changed, other, other]);
});

test('a purge of everything is sent twice, like any other', async () => {
  const hook = createPurgeHook({ url: outside.url, log, waits: { ...waits, repeat: 400 } });
  onTestFinished(hook.close);
  hook.purge(['product:A']);
  hook.purge(['*']);
  await until(() => outside.told.length === 2);
  expect(outside.told).toEqual([['*'], ['*']]);
});

test('a call that never gets an answer times out and is repeated', async () => {
  outside.answerWith('hold');
  const hook = createPurgeHook({ url: outside.url, log, waits: { ...waits, call: 1_000 } });
  onTestFinished(hook.close);
  hook.purge(['product:A']);
  await until(() => outside.told.length === 2);
  expect([outside.told, lines[0]?.reason]).toEqual([[['product:A'], ['product:A']], 'timeout']);
});

test('many tags are sent in portions of 500, and beyond 20,000 tags the hook purges everything', async () => {
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `product:${index}`);
  const hook = tell();
  hook.purge(tags(1_001));
  await until(() => outside.all().length === 1_001);
  expect(outside.told.map(({ length }) => length)).toEqual([500, 500, 1]);
  outside.told.length = 0;
  hook.purge(tags(20_000));
  await until(() => outside.all().length === 20_000);
  outside.told.length = 0;
  hook.purge(tags(20_001));
  await until(() => outside.told.length === 1);
  expect(outside.told).toEqual([['*']]);
});

test('only a process that runs jobs calls PURGE_URL', async () => {
  const settings = readConfig({
    DATABASE_URL: shop.url,
    DEMO: 'false',
    BANK_URL: 'http://127.0.0.1:1',
    BANK_KEY: 'a-secret-of-the-bank',
    PUBLIC_URL: 'https://tienda.example',
    PORT: '0',
    LOG_LEVEL: 'silent',
    PURGE_URL: outside.url,
  });
  const web = await startShop(settings, 'web', { say: () => {} });
  onTestFinished(web.close);
  expect(outside.told).toEqual([]);
  const worker = await startShop(settings, 'worker', { say: () => {} });
  onTestFinished(worker.close);
  await until(() => outside.told.length === 1);
  expect(outside.told).toEqual([['*']]);
});

test('an unreachable endpoint does not stop the process from ending', async () => {
  await outside.close();
  const hook = createPurgeHook({ url: outside.url, log, waits: { ...waits, again: 60_000 } });
  hook.purge(['listing']);
  await until(() => lines.length === 1);
  expect(lines[0]?.reason).toBe('ECONNREFUSED');
  await hook.close();
  outside = await openOutside();
});

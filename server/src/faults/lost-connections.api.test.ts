import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { listenForPurges } from '../platform/pages/cache-invalidation.ts';
import { type CuttingProxy, startCuttingProxy } from '../testing/cutting-proxy.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

let shop: TestShop;
let proxy: CuttingProxy;
beforeAll(async () => {
  shop = await openTestShop();
  const { hostname, port } = new URL(shop.url);
  proxy = await startCuttingProxy({ host: hostname, port: Number(port) });
});
afterAll(async () => {
  await proxy.close();
  await shop.close();
});

const send = (tag: string) => shop.db.pool.query('select purge_pages($1)', [[tag]]);

test('purges arrive again after the listening connection broke silently', async () => {
  const heard: string[] = [];
  const errors: string[] = [];
  const listener = await listenForPurges({
    url: proxy.through(shop.url),
    purge: (tags) => heard.push(...tags),
    onError: (error) => errors.push(error.message),
    beatMs: 1_000,
  });
  await send('before');
  await until(() => heard.includes('before'));
  proxy.cut();
  await send('missed');
  // The listener may have missed purges, so it purges every page.
  await until(() => heard.includes('*'));
  expect(heard).not.toContain('missed');
  await send('after');
  await until(() => heard.includes('after'));
  expect(errors).toContain('Query read timeout');
  await listener.close();
});

test('a silent listener loses its role as the only one, even if its connection is open', async () => {
  const heard: string[] = [];
  const listener = await listenForPurges({
    url: proxy.through(shop.url),
    purge: (tags) => heard.push(...tags),
    onError: () => {},
    isOnlyOne: true,
    beatMs: 1_000,
  });
  expect(heard).toEqual(['*']);
  // The connection stays open at the server, which cannot notice that the client is gone.
  proxy.cut();
  await until(() => heard.length === 2);
  await send('after');
  await until(() => heard.includes('after'));
  expect(heard).toEqual(['*', '*', 'after']);
  await listener.close();
});

test('an idle connection stays open', async () => {
  const heard: string[] = [];
  const listener = await listenForPurges({
    url: proxy.through(shop.url),
    purge: (tags) => heard.push(...tags),
    onError: (error) => heard.push(error.message),
    beatMs: 1_000,
  });
  const heartbeatCount = async (): Promise<number> => {
    const { rows } = await shop.db.pool.query<{ changed: Date }>(
      `select max(state_change) as changed from pg_stat_activity where application_name = 'ceiba page purge' and datname = current_database()`,
    );
    return rows[0]?.changed.getTime() ?? 0;
  };
  const start = await heartbeatCount();
  await until(async () => (await heartbeatCount()) > start + 2_500);
  expect(heard).toEqual([]);
  await listener.close();
});

test('a connection that broke during two statements sent together is not given to the next caller', async () => {
  const db = openDatabase({ url: proxy.through(shop.url), maxConnections: 1 });
  db.pool.options.query_timeout = expectedSilenceMs;
  const ask = (tx: Tx) => tx.run({ text: 'select 1 as one', values: [] });
  await db.batch(ask, ask);
  proxy.cut();
  const [lost, next] = await Promise.allSettled([db.batch(ask, ask), db.write.run({ text: 'select 2', values: [] })]);
  await db.close();
  expect([lost.status, next.status]).toEqual(['rejected', 'fulfilled']);
});

test('if the database refuses one of two statements sent together, the connection can be reused', async () => {
  const db = openDatabase({ url: shop.url, maxConnections: 1 });
  const backend = (tx: Tx) => tx.run<{ id: number }>({ text: 'select pg_backend_pid() as id', values: [] });
  const [first] = await db.batch(backend, backend);
  await expect(db.batch((tx) => tx.run({ text: 'select 1 / 0', values: [] }), backend)).rejects.toThrow('zero');
  expect(await db.batch(backend, backend)).toEqual([first, first]);
  await db.close();
});

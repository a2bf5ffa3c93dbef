import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeDatabase } from '../../doctor/judge-database.ts';
import { startShop } from '../../start-shop.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { openSessionPooler, openTransactionPooler } from '../../testing/transaction-pooler.ts';
import { isPooledByTransaction } from './pooler.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('direct connections, and connections through a session pooler, do not count as pooled by transaction', async () => {
  expect(await isPooledByTransaction(shop.url)).toBe(false);
  const pooler = await openSessionPooler(shop.url);
  expect(await isPooledByTransaction(pooler.url)).toBe(false);
  await pooler.close();
});

test('a process does not start behind a transaction pooler, and process and doctor report the reason', async () => {
  const pooler = await openTransactionPooler(shop.url);
  const config = { ...shop.config, databaseUrl: pooler.url };
  for (const role of ['web', 'worker', 'all'] as const) {
    await expect(startShop(config, role, { say: () => {} })).rejects.toThrow(/modo transacción.*in transaction mode/s);
  }
  const replica = { ...shop.config, databaseUrl: shop.url, databaseReplicaUrl: pooler.url };
  await expect(startShop(replica, 'web', { say: () => {} })).rejects.toThrow(/transaction mode/);
  expect(await judgeDatabase(shop.db, config, () => new Date())).toContainEqual(
    expect.objectContaining({ verdict: 'broken', about: 'DATABASE_URL', text: expect.stringContaining('pool_mode') }),
  );
  await pooler.close();
});

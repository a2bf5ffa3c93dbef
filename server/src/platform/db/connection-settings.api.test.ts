import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/test-shop.ts';
import type { ConnectionUse } from './connection-settings.ts';
import { openDatabase } from './open-database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** Returns the query plan for a cart's lines under a connection's settings. The statistics still claim that the table is empty. */
const planOf = async (use: ConnectionUse): Promise<string> => {
  const db = openDatabase({ url: database.url, use });
  try {
    await db.pool.query('vacuum (analyze) cart_lines');
    const { rows } = await db.pool.query(
      "explain select from cart_lines where cart_id = '018f0000-0000-7000-8000-000000000000'",
    );
    return JSON.stringify(rows);
  } finally {
    await db.close();
  }
};

test('a newly opened shop finds rows by index from its first order on', async () => {
  expect(await planOf('requests')).toMatch(/Index/);
  expect(await planOf('jobs')).toMatch(/Seq Scan/);
});

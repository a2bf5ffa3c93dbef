import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/open-database.ts';
import { readConfig } from '../platform/operations/config.ts';
import { type RunningShop, startShop } from '../start-shop.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { cloneDatabase } from '../testing/test-shop.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let dir: string;
let shop: RunningShop;

beforeAll(async () => {
  database = await cloneDatabase();
  dir = await mkdtemp(join(tmpdir(), 'ceiba-limits-'));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dir,
    BANK_URL: 'http://127.0.0.1:9',
    BANK_KEY: 'nobody-is-there',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '10000',
  });
  shop = await startShop(config, 'web', { say: () => {} });
  await createShopBasics(shop.db);
});
afterAll(async () => {
  await shop.close();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const openCart = async () => {
  const answer = await fetch(`${shop.url}/v1/carts`, { method: 'POST' });
  const body: { error?: { code: string } } = JSON.parse(await answer.text());
  return [answer.status, body.error?.code, answer.headers.get('retry-after')];
};

test('[DEC-08] a call that waits too long for a lock gets 503 with Retry-After, and the next call is answered', async () => {
  const other = openDatabase({ url: database.url, maxConnections: 1 });
  await other.transaction(async (tx) => {
    await tx.run({ text: 'lock table carts in access exclusive mode', values: [] });
    expect(await openCart()).toEqual([503, 'NOT_READY', '1']);
  });
  await other.close();
  expect(await openCart()).toEqual([201, undefined, null]);
});

test('[DEC-08] a statement over its time limit is ended, and its call gets 503 with Retry-After', async () => {
  await shop.db.pool.query(`
    create function dawdle() returns trigger language plpgsql as 'begin loop perform 1; end loop; end';
    create trigger carts_dawdle after insert on carts for each row execute function dawdle();`);
  expect(await openCart()).toEqual([503, 'NOT_READY', '1']);
  await shop.db.pool.query('drop function dawdle() cascade');
  expect(await openCart()).toEqual([201, undefined, null]);
});

/** Time limits of a new connection, by its use. */
test.each([
  ['requests', ['5s', '4s', '15s', 'off']],
  ['jobs', ['2min', '30s', '2min', 'on']],
  ['upkeep', ['1h', '10min', '30min', 'on']],
] as const)('a connection for %s has the limits %j', async (use, limits) => {
  const db = openDatabase({ url: database.url, use, maxConnections: 1 });
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'enable_seqscan'];
  const settings = await Promise.all(names.map((name) => db.pool.query<Record<string, string>>(`show ${name}`)));
  await db.close();
  expect(settings.map(({ rows }, index) => rows[0]?.[names[index] ?? ''])).toEqual(limits);
});

test('[DEC-09] JIT compilation, on by default in PostgreSQL, is off for the shop’s statements', async () => {
  await shop.db.pool.query(`do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`);
  for (const use of ['requests', 'jobs', 'upkeep'] as const) {
    const db = openDatabase({ url: database.url, use, maxConnections: 1 });
    const { rows } = await db.pool.query(
      `select current_setting('jit') as ours, reset_val as theirs from pg_settings where name = 'jit'`,
    );
    await db.close();
    expect(rows).toEqual([{ ours: 'off', theirs: 'on' }]);
  }
});

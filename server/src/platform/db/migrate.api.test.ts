import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createShopBasics } from '../../testing/shop-fixtures.ts';
import { cloneDatabase, openTestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { migrate, missingMigrations, readSqlFiles, sqlFolder } from './migrate.ts';

/** Connections of a database of the test's own: that of a shop, or one without anything. */
const openPool = async (template?: string): Promise<pg.Pool> => {
  const database = await cloneDatabase(template);
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {});
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return pool;
};

/** The SQL of a later version: the shop's, with these files added or put in place of its own. */
const version = async (files: Record<string, string>): Promise<URL> => {
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-sql-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await cp(sqlFolder, dir, { recursive: true });
  for (const [name, sql] of Object.entries(files)) await writeFile(join(dir, name), sql);
  return pathToFileURL(`${dir}/`);
};

const valueIn = async (pool: pg.Pool, sql: string): Promise<unknown> =>
  Object.values((await pool.query(sql)).rows[0] ?? {})[0];

const countFlags =
  'create or replace function flags_count() returns bigint language sql as $$ select count(*) from flags $$;';
const countTwice = countFlags.replace('count(*)', 'count(*) * 2');

test('two that start at once on an empty database make it once; a third has nothing to do', async () => {
  const pool = await openPool('template1');
  expect(await missingMigrations(pool)).not.toEqual([]);
  const all = (await readSqlFiles()).map(({ name }) => name);
  expect(await missingMigrations(pool)).toEqual(all);
  const done = await Promise.all([migrate(pool), migrate(pool)]);
  expect(done.flat()).toEqual(all);
  expect(await migrate(pool, { isAsked: true })).toEqual([]);
  expect(await missingMigrations(pool)).toEqual([]);
});

test('each file of functions and triggers can be applied again, and the functions’ bodies read what there is', async () => {
  const pool = await openPool();
  const repeated = (await readSqlFiles()).filter(({ isRepeated }) => isRepeated);
  expect(repeated.length).toBeGreaterThan(30);
  for (const { name, sql } of repeated) expect(await pool.query(sql).then(() => name, String)).toBe(name);
});

test('what fails in the middle leaves nothing of its file, and the next start goes on from there', async () => {
  const pool = await openPool();
  const first = { 'changes/0001-flags-notes.sql': 'alter table flags add column note text;' };
  const broken = { ...first, 'changes/0002-flags-marks.sql': 'alter table flags add column mark text; select 1 / 0;' };
  await expect(migrate(pool, { folder: await version(broken) })).rejects.toThrow(
    'changes/0002-flags-marks.sql could not be applied',
  );
  expect(await valueIn(pool, 'select count(*)::int from flags where note is null')).toBeGreaterThan(0);
  const mended = { ...first, 'changes/0002-flags-marks.sql': 'alter table flags add column mark text;' };
  expect(await migrate(pool, { folder: await version(mended) })).toEqual(['changes/0002-flags-marks.sql']);
});

test('a file that is applied once and was changed afterwards is refused', async () => {
  const pool = await openPool();
  await migrate(pool, {
    folder: await version({ 'changes/0001-flags-notes.sql': 'alter table flags add column note text;' }),
  });
  const changed = await version({ 'changes/0001-flags-notes.sql': 'alter table flags add column note integer;' });
  await expect(migrate(pool, { folder: changed, isAsked: true })).rejects.toThrow(
    'changes/0001-flags-notes.sql was changed after it had been applied',
  );
  const baseline = await version({ 'schema/flags.sql': 'create table flags (name text);' });
  await expect(migrate(pool, { folder: baseline })).rejects.toThrow('schema/flags.sql was changed');
});

test('functions and triggers follow their files; a process of before that starts again leaves the newer ones, and is ready', async () => {
  const pool = await openPool();
  const flags =
    'create or replace trigger flags_purge after delete on flags for each statement execute function flags_purge();';
  const older = await version({ 'functions/flags-count.sql': countFlags });
  const newer = await version({ 'functions/flags-count.sql': countTwice, 'triggers/flags.sql': flags });
  await migrate(pool, { folder: older });
  const count = Number(await valueIn(pool, 'select flags_count()'));
  expect(await migrate(pool, { folder: newer })).toEqual(['functions/flags-count.sql', 'triggers/flags.sql']);
  expect(Number(await valueIn(pool, 'select flags_count()'))).toBe(2 * count);
  expect(await valueIn(pool, "select pg_get_triggerdef(oid) from pg_trigger where tgname = 'flags_purge'")).toContain(
    'AFTER DELETE ON',
  );

  expect(await migrate(pool, { folder: older })).toEqual([]);
  expect(Number(await valueIn(pool, 'select flags_count()'))).toBe(2 * count);
  expect(await missingMigrations(pool)).toEqual([]);
  // Who asks for it, as a release that takes a function back, gets what the files say.
  expect(await migrate(pool, { folder: older, isAsked: true })).toEqual([
    'functions/flags-count.sql',
    'triggers/flags.sql',
  ]);
  expect(Number(await valueIn(pool, 'select flags_count()'))).toBe(count);
  expect(await migrate(pool, { folder: newer })).toEqual([]);
});

test('a database of an earlier build is refused with what to do, and left as it is', async () => {
  const pool = await openPool('template1');
  await pool.query('create table migrations (name text primary key); create table orders (id uuid)');
  await expect(migrate(pool)).rejects.toThrow('`npm start -- --fresh`');
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1");
  expect(rows.map(({ tablename }) => tablename)).toEqual(['migrations', 'orders']);
});

/** Pages of a table, and those of which the database knows that everybody sees them whole. */
const pagesOf = async (pool: pg.Pool, table: string): Promise<{ all: number; seen: number }> => {
  const { rows } = await pool.query<{ all: number; seen: number }>(
    'select relpages as all, relallvisible as seen from pg_class where oid = $1::regclass',
    [table],
  );
  return rows[0] ?? { all: 0, seen: 0 };
};

test('a table that a change writes anew is read from its indexes alone right afterwards', async () => {
  const shop = await openTestShop();
  onTestFinished(() => shop.close());
  const { pool } = shop.db;
  await createShopBasics(shop.db);
  await shop.db.transaction(async (tx) => {
    const run = (text: string) => tx.run({ text, values: [] });
    await run(`select set_config('ceiba.bulk_load', 'on', true)`);
    await run(`insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
      select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 100, 100 from generate_series(1, 2000) n`);
    await run('select refresh_product_search(null)');
  });
  // Nobody else does what the change shall have done.
  await pool.query('alter table product_search set (autovacuum_enabled = off)');
  const change = 'alter table product_search add column seen integer generated always as (sold + 1) stored;';
  const name = 'changes/0001-search-seen.sql';
  const folder = await version({ [name]: change });
  // Again where somebody held a snapshot meanwhile: a vacuum then leaves the pages as they are.
  await until(async () => {
    await pool.query(
      `alter table product_search drop column if exists seen; delete from applied_sql where name = '${name}'`,
    );
    expect(await migrate(pool, { folder })).toEqual([name]);
    const { all, seen } = await pagesOf(pool, 'product_search');
    expect(all).toBeGreaterThan(10);
    return seen === all;
  });
});

test('[OPS-08] a change that waits for a lock lets shoppers pass, and comes when it is free', async () => {
  const pool = await openPool();
  const holder = await pool.connect();
  await holder.query('begin; select * from flags');
  const folder = await version({ 'changes/0001-flags-notes.sql': 'alter table flags add column note text;' });
  const migrating = migrate(pool, { folder });
  const waiting = async () =>
    valueIn(
      pool,
      `select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table flags%')`,
    );
  await until(async () => (await waiting()) === true);
  // Behind the one that waits, as long as it does.
  expect(await valueIn(pool, 'select count(*) >= 0 from flags')).toBe(true);
  await holder.query('commit');
  holder.release();
  expect(await migrating).toEqual(['changes/0001-flags-notes.sql']);
});

test('[OPS-08] an index is built beside writers, and begun again where a try was cut off', async () => {
  const pool = await openPool();
  const writer = await pool.connect();
  await writer.query(`begin; update flags set name = name`);
  const folder = await version({
    'changes/0001-flags-index.sql':
      'drop index concurrently if exists flags_on;\ncreate unique index concurrently flags_on on flags ((1));\n',
  });
  const migrating = migrate(pool, { folder }).then(
    () => 'done',
    (error: Error) => error.message,
  );
  // A writer that came first is waited for, and does not wait.
  await writer.query('commit');
  writer.release();
  expect(await migrating).toBe('changes/0001-flags-index.sql could not be applied');
  const isValid = `select indisvalid from pg_index where indexrelid = 'flags_on'::regclass`;
  expect(await valueIn(pool, isValid)).toBe(false);
  const mended = await version({
    'changes/0001-flags-index.sql':
      'drop index concurrently if exists flags_on;\ncreate index concurrently flags_on on flags ((1));\n',
  });
  expect(await migrate(pool, { folder: mended })).toEqual(['changes/0001-flags-index.sql']);
  expect(await valueIn(pool, isValid)).toBe(true);
});

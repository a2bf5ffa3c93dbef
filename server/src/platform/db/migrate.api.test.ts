import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { untilBlocked } from '../../testing/lock-waits.ts';
import { createShopBasics } from '../../testing/shop-fixtures.ts';
import { cloneDatabase, openTestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { migrate, missingMigrations, readSqlFiles, sqlFolder } from './migrate.ts';

/** Opens connections to a separate database for the test: a copy of a shop's database, or an empty database. */
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

/** Creates the SQL folder of a later version: the shop's files, with these files added or replaced. */
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

test('two processes that start concurrently on an empty database create its tables once', async () => {
  const pool = await openPool('template1');
  expect(await missingMigrations(pool)).not.toEqual([]);
  const all = (await readSqlFiles()).map(({ name }) => name);
  expect(await missingMigrations(pool)).toEqual(all);
  const done = await Promise.all([migrate(pool), migrate(pool)]);
  expect(done.flat()).toEqual(all);
  expect(await migrate(pool, { isAsked: true })).toEqual([]);
  expect(await missingMigrations(pool)).toEqual([]);
});

test('files of functions and triggers can be applied again, and function bodies match the tables', async () => {
  const pool = await openPool();
  const repeated = (await readSqlFiles()).filter(({ isRepeated }) => isRepeated);
  expect(repeated.length).toBeGreaterThan(30);
  for (const { name, sql } of repeated) expect(await pool.query(sql).then(() => name, String)).toBe(name);
});

test('a migration that fails halfway leaves nothing of its file, and the next start resumes at this file', async () => {
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

test('a file that is applied only once is refused if it was changed later', async () => {
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

test('a file with a reworded comment is not applied again, and former checksums of files are accepted', async () => {
  const pool = await openPool();
  const note = (comment: string) => ({
    'changes/0001-flags-notes.sql': `-- ${comment}\nalter table flags add column note text default '--';\n`,
  });
  await migrate(pool, { folder: await version(note('Made')) });
  expect(await migrate(pool, { folder: await version(note('Reworded')), isAsked: true })).toEqual([]);

  const text = await readFile(new URL('former-checksums.txt', sqlFolder), 'utf8');
  const [, checksum, name] = /^(\S+) \S+ (schema\/flags\.sql)$/m.exec(text) ?? [];
  await pool.query('update applied_sql set checksum = $1 where name = $2', [checksum, name]);
  expect(await missingMigrations(pool)).toEqual([]);
  expect(await migrate(pool)).toEqual([]);
  const changed = await version({ 'schema/flags.sql': 'create table flags (name text);' });
  await expect(migrate(pool, { folder: changed })).rejects.toThrow('schema/flags.sql was changed');
});

test('changed functions and triggers are applied, and a restarted older process replaces no newer ones', async () => {
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
  // An explicit migration applies the files as they are, for example for a release that reverts a function.
  expect(await migrate(pool, { folder: older, isAsked: true })).toEqual([
    'functions/flags-count.sql',
    'triggers/flags.sql',
  ]);
  expect(Number(await valueIn(pool, 'select flags_count()'))).toBe(count);
  expect(await migrate(pool, { folder: newer })).toEqual([]);
});

test('the database of an earlier build is refused with instructions, and not changed', async () => {
  const pool = await openPool('template1');
  await pool.query('create table migrations (name text primary key); create table orders (id uuid)');
  await expect(migrate(pool)).rejects.toThrow('`npm start -- --fresh`');
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1");
  expect(rows.map(({ tablename }) => tablename)).toEqual(['migrations', 'orders']);
});

/** Counts a table's pages, and the pages marked as visible to all transactions. */
const pagesOf = async (pool: pg.Pool, table: string): Promise<{ all: number; seen: number }> => {
  const { rows } = await pool.query<{ all: number; seen: number }>(
    'select relpages as all, relallvisible as seen from pg_class where oid = $1::regclass',
    [table],
  );
  return rows[0] ?? { all: 0, seen: 0 };
};

test('a table that a migration has rewritten can be read by index-only scans immediately', async () => {
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
  // Without autovacuum, only the migration can vacuum the table.
  await pool.query('alter table product_search set (autovacuum_enabled = off)');
  const change = 'alter table product_search add column seen integer generated always as (sold + 1) stored;';
  const name = 'changes/0001-search-seen.sql';
  const folder = await version({ [name]: change });
  // A vacuum cannot mark the pages while another session holds a snapshot. In that case the test tries again.
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

test('[OPS-08] a change that waits for a lock lets shoppers pass, and is applied once the lock is free', async () => {
  const pool = await openPool();
  const holder = await pool.connect();
  await holder.query('begin; select * from flags');
  const folder = await version({ 'changes/0001-flags-notes.sql': 'alter table flags add column note text;' });
  const migrating = migrate(pool, { folder });
  // This read waits behind the migration's statement, but no longer than that statement's lock time-out.
  await untilBlocked(pool, holder);
  expect(await valueIn(pool, 'select count(*) >= 0 from flags')).toBe(true);
  await holder.query('commit');
  holder.release();
  expect(await migrating).toEqual(['changes/0001-flags-notes.sql']);
});

test('a comment about concurrent work does not change how a file is applied', async () => {
  const pool = await openPool();
  const folder = await version({
    'functions/two.sql':
      '-- Two calls run concurrently; an index concurrently built waits.\ncreate or replace function two() returns integer language sql as $$\n  select 1;\n  select 2;\n$$;\n',
  });
  expect(await migrate(pool, { folder })).toEqual(['functions/two.sql']);
  expect(await valueIn(pool, 'select two()')).toBe(2);
});

test('[OPS-08] an index is built without blocking writers, and restarted after an interrupted try', async () => {
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
  // The migration waits for an earlier writer. The writer does not wait.
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

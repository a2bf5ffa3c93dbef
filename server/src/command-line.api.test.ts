import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestShop, type TestShop } from './testing/test-shop.ts';

const ceiba = fileURLToPath(new URL('ceiba.ts', import.meta.url));

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const type = (words: readonly string[], url = shop.url) => {
  const env = { ...process.env, DATABASE_URL: url };
  const { status, stdout, stderr } = spawnSync(process.execPath, [ceiba, ...words], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
};

const coupons = async (): Promise<string[]> => {
  const { rows } = await shop.db.pool.query<{ code: string }>('select code from coupons order by code');
  return rows.map(({ code }) => code);
};

test('--json prints only one document, and a refusal goes to stderr and exits with 1', () => {
  expect(type(['coupon', 'add', 'UNO', '10%', 'Uno', '--cap', 'Q300'])).toMatchObject({ status: 0, stderr: '' });
  const { status, stdout, stderr } = type(['coupon', 'list', '--json']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject([
    { code: 'UNO', cap: 300_00, value: { kind: 'percent', basisPoints: 1000 } },
  ]);
  const again = type(['coupon', 'add', 'UNO', '10%', 'Uno']);
  expect(again).toMatchObject({ status: 1, stdout: '' });
  expect(again.stderr).toContain('there is a coupon UNO already');
});

test('--dry-run prints the changes that the command would make, and writes nothing', async () => {
  const before = await coupons();
  const { status, stdout, stderr } = type(['coupon', 'add', 'SECO', 'Q5', 'En seco', '--dry-run']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'A dry run: nothing was written.\n' });
  expect(stdout).toContain('En seco: Q5.00');
  expect(await coupons()).toEqual(before);
  // A dry run refuses the same calls, in its own transaction.
  expect(type(['coupon', 'end', 'NADA', '--dry-run'])).toMatchObject({ status: 1, stdout: '' });
  expect(type(['policy', 'set', 'returnDays', '20', '--dry-run'])).toMatchObject({ status: 0 });
  expect((await shop.db.pool.query('select changes from shop_policy')).rows).toEqual([{ changes: {} }]);
});

test('migrate --dry-run lists the changes for an empty database, and leaves it empty', async () => {
  const admin = new pg.Client(shop.url);
  await admin.connect();
  await admin.query('create database command_line_empty');
  const url = new URL(shop.url);
  url.pathname = '/command_line_empty';
  const dry = type(['migrate', '--dry-run'], url.href);
  expect(dry.status).toBe(0);
  expect(dry.stdout).toContain('would apply schema/');
  expect(type(['migrate', '--dryrun'], url.href)).toMatchObject({ status: 2, stdout: '' });
  const empty = new pg.Client(url.href);
  await empty.connect();
  const made = `select nspname from pg_namespace where nspname = 'graphile_worker'
    union all select relname from pg_class where relnamespace = 'public'::regnamespace`;
  expect((await empty.query(made)).rows).toEqual([]);
  await empty.end();
  await admin.query('drop database command_line_empty with (force)');
  await admin.end();
  expect(type(['migrate', '--dry-run'])).toMatchObject({ status: 0, stdout: 'The database is up to date.\n' });
});

test('the reader may close the pipe early, without an error message', async () => {
  const child = spawn(process.execPath, [ceiba, 'policy', 'show'], { env: { ...process.env, DATABASE_URL: shop.url } });
  child.stdout.destroy();
  const said: string[] = [];
  child.stderr.on('data', (part: Buffer) => said.push(part.toString()));
  const [code] = await once(child, 'close');
  expect({ code, said }).toEqual({ code: 0, said: [] });
});

test.each([
  'policy show',
  'order show 100000001',
  'order list',
  'product show',
  'run list',
  'check',
  'doctor',
  'export products',
  'migrate',
  'migrate --dry-run',
])('without settings `ceiba %s` refuses and creates no database', (words) => {
  const folder = mkdtempSync(join(tmpdir(), 'ceiba-no-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: join(folder, 'data') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [ceiba, ...words.split(' ')], {
    env,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('There is no database: DATABASE_URL is not set');
  expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false);
});

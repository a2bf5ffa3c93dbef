import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../platform/db/postgres-programs.ts';
import { type DebianPostgres, debianBin, startDebianPostgres } from '../testing/debian-postgres.ts';
import { card, merchantKey, openTestBank, postOrder, prepareCart, type TestBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openShopOn, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

// The chapter "Back to a moment" of docs/operations.md, command by command.

let dir: string;
let server: DebianPostgres;
let bank: TestBank;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-moment-'));
  const archive = join(dir, 'log');
  await mkdir(archive);
  await chmod(archive, 0o777);
  server = await startDebianPostgres(dir, [
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
  ]);
  bank = await openTestBank();
});
afterAll(async () => {
  await bank.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const ask = async <Row extends object>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(sql).finally(() => client.end())).rows;
};

const run = (program: string, ...args: string[]) => promisify(execFile)(join(debianBin, program), args, server.as);

const settings = (): Record<string, string> => ({
  BANK_URL: bank.url,
  BANK_KEY: merchantKey,
  DATA_DIR: join(dir, 'data'),
});

/** Types a command of the shop on a database, as a process of its own. */
const type = async (url: string, ...words: string[]): Promise<string> => {
  const ceiba = fileURLToPath(new URL('../ceiba.ts', import.meta.url));
  const env = { ...childEnv, PATH: process.env.PATH, DEMO: 'true', DATABASE_URL: url, ...settings() };
  return (await promisify(execFile)(process.execPath, [ceiba, ...words], { env })).stdout.trim();
};

/** An order by card; answers its number. */
const place = async (shop: TestShop, productId: number): Promise<number> => {
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  const answer = await postOrder(shop, { cartId, payments: [card(130)] });
  expect(answer.statusCode, answer.body).toBe(200);
  const body: { data: { orderNumber: string } } = answer.json();
  return Number(body.data.orderNumber);
};

/** Everything that was committed has left for the archive. */
const untilArchived = async (url: string): Promise<void> => {
  await ask(server.urlOf('ceiba', 'postgres'), 'select pg_switch_wal()');
  const [last] = await ask<{ file: string }>(url, 'select pg_walfile_name(pg_current_wal_lsn() - 1) as file');
  await until(async () => {
    const [archived] = await ask<{ file: string | null }>(
      url,
      'select last_archived_wal as file from pg_stat_archiver',
    );
    return (archived?.file ?? '') >= (last?.file ?? '~');
  });
};

test('[OPS-06] a base copy and the archived log bring back the order placed before a moment and not the one after it, whose money the bank gives back', async () => {
  const url = await server.create('ceiba');
  await type(url, 'migrate');
  const shop = await openShopOn(url, settings());
  await createShopBasics(shop.db);
  const product = await createProduct(shop.db, { sku: 'TV', price: 100_00, stock: 50 });
  const base = join(dir, 'base');
  await mkdir(base);
  await chmod(base, 0o777);
  const whole = server.urlOf('postgres', 'postgres');
  await run('pg_basebackup', '-d', whole, '-D', join(base, 'data'), '-X', 'none', '-c', 'fast');
  const before = await place(shop, product);
  const [moment] = await ask<{ at: string }>(url, `select clock_timestamp()::text as at`);
  const after = await place(shop, product);
  await untilArchived(url);
  await shop.close();

  const data = join(base, 'data');
  const port = await freePort();
  await appendFile(
    join(data, 'postgresql.conf'),
    [
      '',
      `port = ${port}`,
      'archive_mode = off',
      `restore_command = 'cp ${dir}/log/%f %p'`,
      `recovery_target_time = '${moment?.at}'`,
      `recovery_target_action = 'promote'`,
      '',
    ].join('\n'),
  );
  await writeFile(join(data, 'recovery.signal'), '');
  await run('pg_ctl', 'start', '-w', '-D', data, '-l', join(base, 'data', 'server.log'));
  try {
    const restored = `postgresql://ceiba@127.0.0.1:${port}/ceiba`;
    await until(
      async () => (await ask<{ is: boolean }>(restored, 'select pg_is_in_recovery() as is'))[0]?.is === false,
    );
    await ask(restored, `select setval('order_numbers', nextval('order_numbers') + 10000)`);
    await ask(restored, 'truncate staff_sessions, staff_challenges, staff_invitations');
    expect(await type(restored, 'migrate')).toBe('The database is up to date.');
    expect(await ask(restored, 'select number::int, status from orders')).toEqual([
      { number: before, status: 'processing' },
    ]);
    // The bank still has the charge of the order that is gone, and gives it back.
    const keys = await ask<{ id: string }>(
      url,
      `select p.id from payments p join orders o on o.id = p.order_id where number = ${after}`,
    );
    const charge = async () => (await bank.charges()).find(({ key }) => key === keys[0]?.id);
    expect(await charge()).toMatchObject({ outstandingCentavos: 130_00 });
    const word = ['--by', 'Rosa', '--reason', 'vuelta a las 14:05'];
    expect(await type(restored, 'payment', 'reverse', keys[0]?.id ?? '', ...word)).toContain('Q130.00 was given back');
    expect(await charge()).toMatchObject({ outstandingCentavos: 0 });
    const back = await openShopOn(restored, settings());
    expect(await place(back, product)).toBeGreaterThan(after + 5_000);
    await expectSoundBooks(back.db, bank);
    await back.close();
  } finally {
    await run('pg_ctl', 'stop', '-m', 'immediate', '-D', data);
  }
});

import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '../accounts/erase-person.ts';
import { checkDatabase } from '../invariants/check-invariants.ts';
import { openDatabase } from '../platform/db/database.ts';
import { readConfig } from '../platform/operations/config.ts';
import { type DebianPostgres, debianBin, startDebianPostgres } from '../testing/debian-postgres.ts';
import { card, merchantKey, openTestBank, postOrder, prepareCart, type TestBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { runCommand, type StartedCommand } from '../testing/started-shop.ts';
import { openShopOn, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

// The chapter "Back to a moment" of docs/operations.md, command by command.

let dir: string;
let server: DebianPostgres;
let bank: TestBank;
let shop: TestShop;
let product: number;
let base: string;
/** What is to be brought back, in Guatemala, and the orders before and after it. */
let moment: string;
let before: number;
let after: number;

/** What the chapter types or sets that begins so, with folders of this test's. */
const ofChapter = async (...begins: string[]): Promise<string[]> => {
  const manual = await readFile(join(readConfig({ DEMO: 'true' }).projectDir, 'docs/operations.md'), 'utf8');
  const [, chapter = ''] = manual.split('\n### Back to a moment\n');
  const words = [...(chapter.split('\n## ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  return begins.map((begin) =>
    (words.find((word) => word.startsWith(begin)) ?? `no ${begin} in it`).replaceAll('/mnt/', `${dir}/`),
  );
};

const ask = async <Row extends object>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(sql).finally(() => client.end())).rows;
};

const settingsOf = (): Record<string, string> => ({
  BANK_URL: bank.url,
  BANK_KEY: merchantKey,
  DATA_DIR: join(dir, 'data'),
  BACKUP_TO: join(dir, 'copies'),
  BACKUP_KEY: randomBytes(32).toString('base64'),
});

/** Types a command of the shop on a database, as a process of its own. */
const typed = (url: string, words: readonly string[], more: Record<string, string> = {}): StartedCommand => {
  const env = { DEMO: 'true', DATABASE_URL: url, ...settingsOf(), ...more };
  return runCommand(process.execPath, ['server/src/ceiba.ts', ...words], env);
};

const type = async (url: string, ...words: string[]): Promise<string> => {
  const command = typed(url, words);
  expect([words, await command.ended], command.output()).toEqual([words, 0]);
  return command.output().trim();
};

/** An order by card; answers its number. */
const place = async (of: TestShop, email = 'lucia@correo.gt'): Promise<number> => {
  const cartId = await prepareCart(of, { lines: [{ productId: product, quantity: 1 }], email });
  const answer = await postOrder(of, { cartId, payments: [card(130)] });
  expect(answer.statusCode, answer.body).toBe(200);
  const body: { data: { orderNumber: string } } = answer.json();
  return Number(body.data.orderNumber);
};

/** The next whole second, once it is over: the moment as it is typed. */
const secondNow = async (): Promise<string> => {
  const second = Math.ceil(Date.now() / 1_000) * 1_000;
  await until(() => Date.now() > second + 1);
  return new Date(second - 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
};

/** Everything that was committed has left for the archive. */
const untilArchived = async (): Promise<void> => {
  await ask(server.urlOf('ceiba', 'postgres'), 'select pg_switch_wal()');
  const [last] = await ask<{ file: string }>(shop.url, 'select pg_walfile_name(pg_current_wal_lsn() - 1) as file');
  await until(async () => {
    const [archived] = await ask<{ file: string | null }>(
      shop.url,
      'select last_archived_wal as file from pg_stat_archiver',
    );
    return (archived?.file ?? '') >= (last?.file ?? '~');
  });
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-moment-'));
  const [folders = '', copying = ''] = await ofChapter('install ', 'pg_basebackup ');
  // Nobody is called `ceiba` here; where this is not typed by root there is nobody else either.
  const owners = process.getuid?.() === 0 ? '-o postgres -g postgres' : '';
  execFileSync('sh', ['-c', folders.replace('-o postgres -g ceiba', owners)]);
  server = await startDebianPostgres(dir, await ofChapter('archive_mode', 'archive_timeout', 'archive_command'));
  bank = await openTestBank();
  const url = await server.create('ceiba');
  await type(url, 'migrate');
  shop = await openShopOn(url, settingsOf());
  await createShopBasics(shop.db);
  product = await createProduct(shop.db, { sku: 'TV', price: 100_00, stock: 50 });
  const access = { PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: 'postgres' };
  const env = { ...childEnv, ...access, PATH: `${debianBin}:${process.env.PATH}` };
  await promisify(execFile)('sh', ['-c', copying], { ...server.as, env, cwd: dir });
  base = join(dir, 'base', (await readdir(join(dir, 'base')))[0] ?? '');
  before = await place(shop);
  moment = await secondNow();
  after = await place(shop);
  await untilArchived();
}, 300_000);
afterAll(async () => {
  await shop.close();
  await bank.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

/** The chapter's command, with what is to be another. */
const restoring = async (url: string, options: { base?: string; log?: string; to?: string }): Promise<string[]> => {
  const [command = ''] = await ofChapter('ceiba restore /');
  const words = /^ceiba restore (\S+) --log (\S+) --to "([^"]+)" --into (\S+)$/.exec(command);
  expect(words, command).not.toBeNull();
  const log = options.log ?? words?.[2] ?? '';
  return ['restore', options.base ?? base, '--log', log, '--to', options.to ?? moment, '--into', url];
};

const orders = (url: string) => ask(url, 'select number::int, status from orders order by number');

test('[OPS-06] a base copy and the archived log bring back the order placed before a moment and not the one after it, whose money the bank gives back', async () => {
  const restored = await server.create('moment');
  const said = await type(shop.url, ...(await restoring(restored, {})));
  expect(said).toContain(`Restored ${base}: what was committed by ${new Date(`${moment}-06:00`).toISOString()}; `);
  expect(await type(restored, 'migrate')).toBe('The database is up to date.');
  expect(await orders(restored)).toEqual([{ number: before, status: 'processing' }]);
  expect(await ask(restored, `select kind, error from backup_runs where kind = 'restore'`)).toEqual([
    { kind: 'restore', error: null },
  ]);
  const db = openDatabase({ url: restored });
  expect(await checkDatabase(db, new Date())).toEqual([]);
  await db.close();
  // The bank still has the charge of the order that is gone, and gives it back.
  const keys = await ask<{ id: string }>(
    shop.url,
    `select p.id from payments p join orders o on o.id = p.order_id where number = ${after}`,
  );
  const charge = async () => (await bank.charges()).find(({ key }) => key === keys[0]?.id);
  expect(await charge()).toMatchObject({ outstandingCentavos: 130_00 });
  const word = ['--by', 'Rosa', '--reason', 'vuelta a las 14:05'];
  expect(await type(restored, 'payment', 'reverse', keys[0]?.id ?? '', ...word)).toContain('Q130.00 was given back');
  expect(await charge()).toMatchObject({ outstandingCentavos: 0 });
  const back = await openShopOn(restored, settingsOf());
  expect(await place(back)).toBeGreaterThan(after + 5_000);
  await expectSoundBooks(back.db, bank);
  await back.close();
  // Nothing of the server that played the log.
  expect(await readdir(join(dir, 'data'))).not.toContainEqual(expect.stringContaining('recovered-'));
}, 300_000);

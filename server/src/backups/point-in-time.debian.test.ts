import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const backupKey = randomBytes(32).toString('base64');

const settingsOf = (): Record<string, string> => ({
  BANK_URL: bank.url,
  BANK_KEY: merchantKey,
  DATA_DIR: join(dir, 'data'),
  BACKUP_TO: join(dir, 'copies'),
  BACKUP_KEY: backupKey,
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

/** The next whole second by the server's clock, once it is over: a moment of Guatemala as it is typed. */
const secondNow = async (): Promise<string> => {
  const clock = `clock_timestamp() at time zone 'America/Guatemala'`;
  const [next] = await ask<{ second: string }>(
    shop.url,
    `select to_char(${clock} + interval '1 s', 'YYYY-MM-DD HH24:MI:SS') as second`,
  );
  const sql = `select ${clock} > '${next?.second}'::timestamp as "isOver"`;
  await until(async () => (await ask<{ isOver: boolean }>(shop.url, sql))[0]?.isOver === true);
  return next?.second ?? '';
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
  // Where this is not typed by root, all of it is one user's.
  execFileSync('sh', ['-c', process.getuid?.() === 0 ? folders : folders.replace('-o postgres -g postgres ', '')]);
  const settings = await ofChapter('archive_mode', 'archive_timeout', 'archive_command');
  // More than a server has that nobody configured.
  server = await startDebianPostgres(dir, [...settings, 'max_connections = 120']);
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

/** What is there of servers that have played the log. */
const leftovers = async (): Promise<string[]> =>
  (await readdir(join(dir, 'data'))).filter((name) => name.startsWith('recovered-'));

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
}, 300_000);

test('[OPS-06] all that was archived comes back with --to latest, whatever its folder is called', async () => {
  const restored = await server.create('latest');
  const log = join(dir, `María's log, 100 %f`);
  await promisify(execFile)('cp', ['-R', '--preserve=ownership,mode', join(dir, 'log'), log]);
  await type(shop.url, ...(await restoring(restored, { log, to: 'latest' })));
  expect(await orders(restored)).toEqual([before, after].map((number) => ({ number, status: 'processing' })));
}, 300_000);

test('[OPS-15] whoever was erased after the moment is erased again, by the list beside the nightly copies', async () => {
  await type(shop.url, 'customer', 'erase', 'lucia@correo.gt');
  await type(shop.url, 'backup');
  const restored = await server.create('erased');
  const said = JSON.parse(await type(shop.url, ...(await restoring(restored, {})), '--json'));
  expect(said).toMatchObject({ copy: base, erased: 1, waiting: [], unasked: null });
  expect(await ask(restored, 'select forgets_buyer from orders')).toEqual([{ forgets_buyer: true }]);
}, 300_000);

/** A base copy like the shop's, in a folder of that name, which then is changed. */
const baseWith = async (name: string, change: (folder: string) => Promise<void>): Promise<string> => {
  const folder = join(dir, name);
  await promisify(execFile)('cp', ['-R', '--preserve=ownership,mode', base, folder]);
  await change(folder);
  return folder;
};

const emptyFolder = async (name: string): Promise<string> => {
  await mkdir(join(dir, name));
  return join(dir, name);
};

/** Archived log like the shop's, of which nobody but root may read a file. */
const closedLog = async (): Promise<string> => {
  const folder = await emptyFolder('closed');
  for (const file of await readdir(join(dir, 'log'))) {
    await copyFile(join(dir, 'log', file), join(folder, file));
    await chmod(join(folder, file), 0o000);
  }
  return folder;
};

/** A base copy that was under way at a moment, and a transaction after it. */
const baseUnderWay = async (): Promise<{ base: string; to: string }> => {
  const admin = new pg.Client({ connectionString: server.urlOf('ceiba', 'postgres') });
  await admin.connect();
  await admin.query(`select pg_backup_start('slow', true)`);
  const to = await secondNow();
  await admin.query('create table after_it ()');
  const folder = join(dir, 'slow');
  await promisify(execFile)('cp', ['-R', '--preserve=ownership,mode', join(dir, 'postgres'), folder]);
  const { rows } = await admin.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await admin.query('drop table after_it');
  await admin.end();
  await untilArchived();
  await rm(join(folder, 'postmaster.pid'));
  await rm(join(folder, 'pg_wal'), { recursive: true });
  await promisify(execFile)('install', ['-d', '-m', '700', join(folder, 'pg_wal', 'archive_status')]);
  await promisify(execFile)('chown', ['-R', '--reference', folder, join(folder, 'pg_wal')]);
  await writeFile(join(folder, 'backup_label'), rows[0]?.label ?? '');
  return { base: folder, to };
};

test.each<[why: string, word: string, () => Promise<Parameters<typeof restoring>[1]>]>([
  ['a moment before the base copy', 'after that moment: take an older base copy', async () => ({ to: '2026-01-02' })],
  ['a moment while it was made', 'was whole: take an older base copy, or a later', baseUnderWay],
  ['a moment after the log', 'its last one is of 2', async () => ({ to: '2999-01-02 08:00' })],
  ['no log', 'There is no archived log at', async () => ({ log: join(dir, 'nowhere') })],
  ['log of another time', 'lacks what was written', async () => ({ log: await emptyFolder('empty') })],
  ['log that may not be read', 'cannot be read here: cp: cannot open', async () => ({ log: await closedLog() })],
  ['no base copy', 'is no base copy as pg_basebackup makes it', async () => ({ base: join(dir, 'log') })],
  [
    'a base copy of another version',
    'is of PostgreSQL 9, whose server is neither on the path nor among Debian’s; there is ',
    async () => ({ base: await baseWith('old', (folder) => writeFile(join(folder, 'PG_VERSION'), '9\n')) }),
  ],
  [
    'a base copy with tablespaces',
    'It has tablespaces.',
    async () => ({ base: await baseWith('spread', (folder) => writeFile(join(folder, 'pg_tblspc', '16999'), '')) }),
  ],
])(
  '%s is refused in words of its own, and leaves nothing: %s',
  async (why, word, optionsOf) => {
    const database = `refused_${why.replaceAll(' ', '_')}`;
    const restored = await server.create(database);
    const command = typed(shop.url, await restoring(restored, await optionsOf()));
    expect([await command.ended, command.output()]).toEqual([1, expect.stringContaining(word)]);
    expect(await ask(restored, `select from pg_class where relname = 'orders'`)).toEqual([]);
    expect(await leftovers()).toEqual([]);
  },
  300_000,
);

test('a database with tables, a machine without the server’s programs, and words that do not go together are refused', async () => {
  const refusal = async (code: number, words: readonly string[], more?: Record<string, string>): Promise<string> => {
    const command = typed(shop.url, words, more);
    expect(await command.ended, command.output()).toBe(code);
    return command.output();
  };
  expect(await refusal(1, await restoring(shop.url, {}))).toContain('The database has tables: name an empty one.');
  const words = await restoring(await server.create('unserved'), {});
  const programs = { PG_BIN: await emptyFolder('programs') };
  expect(await refusal(1, words, programs)).toContain(`not in ${programs.PG_BIN}: apt-get install postgresql-15`);
  expect(await refusal(2, words.toSpliced(2, 2))).toContain('--log and --to go together.');
  expect(await refusal(2, [...words, '--from', dir])).toContain('--from is where copies are');
}, 300_000);

test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])(
  'told to end by %s while the log is played, it leaves neither server nor folder',
  async (signal) => {
    const log = await emptyFolder(`waiting-${signal}`);
    const [first = ''] = /\(file (\w+)\)/.exec(await readFile(join(base, 'backup_label'), 'utf8'))?.slice(1) ?? [];
    // Nobody writes into it: whoever reads it waits.
    execFileSync('mkfifo', ['-m', '666', join(log, first)]);
    const restored = await server.create(`ended_by_${signal.toLowerCase()}`);
    const command = typed(shop.url, await restoring(restored, { log }));
    await until(() => command.pidOf(join(log, first)) !== undefined);
    expect(command.family().some((each) => each.command.includes('bin/postgres -D'))).toBe(true);
    command.child.kill(signal);
    expect([await command.ended, command.output()]).toEqual([1, expect.stringContaining('nothing was brought back')]);
    await until(() => command.left().length === 0);
    expect(await leftovers()).toEqual([]);
  },
  300_000,
);

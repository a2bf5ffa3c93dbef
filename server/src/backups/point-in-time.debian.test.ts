import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '../invariants/check-invariants.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { readConfig } from '../platform/operations/config.ts';
import { type DebianPostgres, debianBin, startDebianPostgres } from '../testing/debian-postgres.ts';
import { card, merchantKey, openTestBank, postOrder, prepareCart, type TestBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { runCommand, type StartedCommand } from '../testing/started-shop.ts';
import { openShopOn, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

// Follows the chapter "Back to a moment" of docs/operations.md, command by command.

let dir: string;
let server: DebianPostgres;
let bank: TestBank;
let shop: TestShop;
let product: number;
let base: string;
/** The moment to recover, in Guatemala's time, and the orders before and after it. */
let moment: string;
let before: number;
let after: number;
/** The log segment with the first order. The next segment has the other order. */
let middle: string;

/** Returns the chapter's commands or settings that begin with these words, with the test's folders. */
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

/** Runs a command of the shop on a database, in a separate process. */
const typed = (url: string, words: readonly string[], more: Record<string, string> = {}): StartedCommand => {
  const env = { DEMO: 'true', DATABASE_URL: url, ...settingsOf(), ...more };
  return runCommand(process.execPath, ['server/src/ceiba.ts', ...words], env);
};

const type = async (url: string, ...words: string[]): Promise<string> => {
  const command = typed(url, words);
  expect([words, await command.ended], command.output()).toEqual([words, 0]);
  return command.output().trim();
};

/** Places an order by card. Returns its number. */
const place = async (of: TestShop, email = 'lucia@correo.gt'): Promise<number> => {
  const cartId = await prepareCart(of, { lines: [{ productId: product, quantity: 1 }], email });
  const answer = await postOrder(of, { cartId, payments: [card(130)] });
  expect(answer.statusCode, answer.body).toBe(200);
  const body: { data: { orderNumber: string } } = answer.json();
  return Number(body.data.orderNumber);
};

/** Waits for the end of the next whole second on the server's clock. Returns it in Guatemala's time, as an operator types it. */
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

/** Resolves when everything committed is in the archive. */
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
  // If root does not run the test, one user owns all folders.
  execFileSync('sh', ['-c', process.getuid?.() === 0 ? folders : folders.replace('-o postgres -g postgres ', '')]);
  const settings = await ofChapter('archive_mode', 'archive_timeout', 'archive_command');
  // More connections than the default of a server.
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
  const [written] = await ask<{ file: string }>(shop.url, 'select pg_walfile_name(pg_current_wal_lsn()) as file');
  middle = written?.file ?? '';
  await untilArchived();
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

/** Returns the chapter's restore command with these parts replaced. */
const restoring = async (url: string, options: { base?: string; log?: string; to?: string }): Promise<string[]> => {
  const [command = ''] = await ofChapter('ceiba restore /');
  const words = /^ceiba restore (\S+) --log (\S+) --to "([^"]+)" --into (\S+)$/.exec(command);
  expect(words, command).not.toBeNull();
  const log = options.log ?? words?.[2] ?? '';
  return ['restore', options.base ?? base, '--log', log, '--to', options.to ?? moment, '--into', url];
};

/** Returns the remaining folders of recovery servers. */
const leftovers = async (): Promise<string[]> =>
  (await readdir(join(dir, 'data'))).filter((name) => name.startsWith('recovered-'));

const orders = (url: string) => ask(url, 'select number::int, status from orders order by number');

test('[OPS-06] a recovery to a moment has earlier orders, and the bank refunds later orders', async () => {
  const restored = await server.create('moment');
  const said = await type(shop.url, ...(await restoring(restored, {})));
  expect(said).toContain(`Restored ${base}: what was committed by ${moment} in Guatemala; `);
  expect(await type(restored, 'migrate')).toBe('The database is up to date.');
  expect(await orders(restored)).toEqual([{ number: before, status: 'processing' }]);
  // A recovery does not count as a nightly backup, so the guard still requires a backup.
  expect(await ask(restored, 'select kind from backup_runs')).toEqual([]);
  const db = openDatabase({ url: restored });
  expect(await checkDatabase(db, new Date())).toEqual([]);
  await db.close();
  // The bank still has the charge of the lost order, and refunds it.
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

test('[OPS-06] --to latest recovers everything archived, in a folder of any name', async () => {
  const restored = await server.create('latest');
  const log = join(dir, `María's log, 100 %f`);
  await promisify(execFile)('cp', ['-R', '--preserve=ownership,mode', join(dir, 'log'), log]);
  await type(shop.url, ...(await restoring(restored, { log, to: 'latest' })));
  expect(await orders(restored)).toEqual([before, after].map((number) => ({ number, status: 'processing' })));
}, 300_000);

test('[OPS-15] the list beside the nightly backups erases a person again who was erased after the moment', async () => {
  await type(shop.url, 'customer', 'erase', 'lucia@correo.gt');
  await type(shop.url, 'backup');
  const restored = await server.create('erased');
  const said = JSON.parse(await type(shop.url, ...(await restoring(restored, {})), '--json'));
  expect(said).toMatchObject({ copy: base, erased: 1, waiting: [], unasked: null });
  expect(await ask(restored, 'select forgets_buyer from orders')).toEqual([{ forgets_buyer: true }]);
}, 300_000);

/** Copies the base copy to a folder of that name, and changes it. */
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

/** Copies the archived log, and changes its middle segment. */
const logWith = async (name: string, change: (file: string) => Promise<void>): Promise<string> => {
  const folder = join(dir, name);
  await promisify(execFile)('cp', ['-R', '--preserve=ownership,mode', join(dir, 'log'), folder]);
  await change(join(folder, middle));
  return folder;
};
const withoutIt = (file: string): Promise<void> => rm(file);
const withFolder = async (file: string): Promise<void> => {
  await rm(file);
  await mkdir(file);
};
const withZeros = async (file: string): Promise<void> => writeFile(file, Buffer.alloc((await stat(file)).size));

/** Copies the archived log with one file that only root can read. */
const closedLog = async (): Promise<string> => {
  const folder = await emptyFolder('closed');
  for (const file of await readdir(join(dir, 'log'))) {
    await copyFile(join(dir, 'log', file), join(folder, file));
    await chmod(join(folder, file), 0o000);
  }
  return folder;
};

/** Makes a base copy that is not finished at the returned time. A transaction follows after that time. */
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

/** Returns the shop's address with another database or role. */
const shopAs = (change: (url: URL) => void): string => {
  const url = new URL(shop.url);
  change(url);
  return url.href;
};

test.each<[why: string, word: string, () => Promise<Parameters<typeof restoring>[1] & { shopUrl?: string }>]>([
  ['a moment before the base copy', 'after that moment: choose an older base copy', async () => ({ to: '2026-01-02' })],
  ['a moment while it was made', 'was not complete yet: choose an older base copy', baseUnderWay],
  ['a moment after the log', 'its last transaction is from 2', async () => ({ to: '2999-01-02 08:00' })],
  ['no log', 'There is no archived log at', async () => ({ log: join(dir, 'nowhere') })],
  ['log of another time', 'lacks what was written', async () => ({ log: await emptyFolder('empty') })],
  ['log that may not be read', 'cannot be read here: cp: cannot open', async () => ({ log: await closedLog() })],
  ['log with a hole', 'but has later ones', async () => ({ log: await logWith('hole', withoutIt), to: 'latest' })],
  ['a moment behind a hole', 'but has later ones', async () => ({ log: await logWith('behind', withoutIt) })],
  [
    'log whose disk fails',
    'cannot be read here: cp: ',
    async () => ({ log: await logWith('failing', withFolder), to: 'latest' }),
  ],
  ['a moment where it fails', 'cannot be read here: cp: ', async () => ({ log: await logWith('there', withFolder) })],
  ['damaged log', 'is damaged.', async () => ({ log: await logWith('damaged', withZeros), to: 'latest' })],
  [
    'another database',
    'database "former" does not exist',
    async () => ({ shopUrl: shopAs((url) => Object.assign(url, { pathname: '/former' })) }),
  ],
  [
    'another role',
    'role "former" does not exist',
    async () => ({ shopUrl: shopAs((url) => Object.assign(url, { username: 'former' })) }),
  ],
  ['no base copy', 'is not a base copy of pg_basebackup', async () => ({ base: join(dir, 'log') })],
  [
    'a base copy of another version',
    'is of PostgreSQL 9, whose server is neither on the path nor among Debian’s; there is ',
    async () => ({ base: await baseWith('old', (folder) => writeFile(join(folder, 'PG_VERSION'), '9\n')) }),
  ],
  [
    'a base copy with tablespaces',
    'The base copy has tablespaces',
    async () => ({ base: await baseWith('spread', (folder) => writeFile(join(folder, 'pg_tblspc', '16999'), '')) }),
  ],
])(
  '%s is refused with a clear message, and nothing is left behind: %s',
  async (why, word, optionsOf) => {
    const database = `refused_${why.replaceAll(' ', '_')}`;
    const restored = await server.create(database);
    const { shopUrl = shop.url, ...options } = await optionsOf();
    const command = typed(shopUrl, await restoring(restored, options));
    expect([await command.ended, command.output()]).toEqual([1, expect.stringContaining(word)]);
    expect(await ask(restored, `select from pg_class where relname = 'orders'`)).toEqual([]);
    expect(await leftovers()).toEqual([]);
  },
  300_000,
);

test('a database with tables, missing server programs, and contradictory arguments are refused', async () => {
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

test('archiving repeats a partial segment, accepts a complete segment as archived, and overwrites no other', async () => {
  const [setting = ''] = await ofChapter('archive_command');
  const [from, log] = [await emptyFolder('written'), await emptyFolder('archiving')];
  const command = (/^archive_command = '(.+)'$/.exec(setting)?.[1] ?? setting).replaceAll(join(dir, 'log'), log);
  const archive = (content: string): boolean => {
    writeFileSync(join(from, 'segment'), content);
    const typedBy = ['-c', command.replaceAll('%p', join(from, 'segment')).replaceAll('%f', 'segment')];
    return spawnSync('sh', typedBy).status === 0;
  };
  await writeFile(join(log, 'segment.tmp'), 'wh');
  expect(archive('whole')).toBe(true);
  expect(await readFile(join(log, 'segment'), 'utf8')).toBe('whole');
  expect(await readdir(log)).toEqual(['segment']);
  expect(archive('whole')).toBe(true);
  expect(archive('other')).toBe(false);
  expect(await readFile(join(log, 'segment'), 'utf8')).toBe('whole');
});

test('[OPS-06] the doctor reports whether the log reaches its archive, and which segment does not', async () => {
  const doctor = async (): Promise<string> => {
    const command = typed(shop.url, ['doctor']);
    await command.ended;
    return command.output();
  };
  const admin = server.urlOf('ceiba', 'postgres');
  expect(await doctor()).toContain('✓ archived log           reaches its archive');
  await ask(admin, `alter system set archive_command = 'false'`);
  await ask(admin, 'select pg_reload_conf()');
  await ask(admin, 'select pg_logical_emit_message(true, $$a$$, $$b$$)');
  await ask(admin, 'select pg_switch_wal()');
  const failed = async () =>
    (await ask<{ failed: string }>(admin, 'select last_failed_wal as failed from pg_stat_archiver'))[0]?.failed;
  await until(async () => (await failed()) !== null);
  const found = await doctor();
  expect(found).toContain('⚠ archived log           has had nothing since ');
  expect(found).toContain(`last refused was ${await failed()}: `);
  await ask(admin, 'alter system reset archive_command');
  await ask(admin, 'select pg_reload_conf()');
  await untilArchived();
}, 300_000);

test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  'a recovery ended by %s during the replay leaves neither server nor folder',
  async (signal) => {
    const log = await emptyFolder(`waiting-${signal}`);
    const [first = ''] = /\(file (\w+)\)/.exec(await readFile(join(base, 'backup_label'), 'utf8'))?.slice(1) ?? [];
    // Nobody writes into the pipe, so that its reader waits.
    execFileSync('mkfifo', ['-m', '666', join(log, first)]);
    const restored = await server.create(`ended_by_${signal.toLowerCase()}`);
    const command = typed(shop.url, await restoring(restored, { log }));
    await until(() => command.pidOf(join(log, first)) !== undefined);
    expect(command.family().some((each) => each.command.includes('bin/postgres -D'))).toBe(true);
    command.child.kill(signal);
    expect([await command.ended, command.output()]).toEqual([1, expect.stringContaining('nothing was recovered')]);
    await until(() => command.left().length === 0);
    expect(await leftovers()).toEqual([]);
  },
  300_000,
);

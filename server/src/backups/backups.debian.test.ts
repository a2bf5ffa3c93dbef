import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAccountOf } from '../accounts/closed-accounts.store.ts';
import { erasePerson } from '../accounts/erase-person.ts';
import { openFileStore } from '../media/file-store.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { type Config, readConfig } from '../platform/operations/config.ts';
import { createLog } from '../platform/operations/log.ts';
import { filesBelow, openObjectStore } from '../platform/operations/object-store.ts';
import { migrateAll } from '../shop-database.ts';
import { type DebianPostgres, debianBin, startDebianPostgres } from '../testing/debian-postgres.ts';
import { typing } from '../testing/operator.ts';
import {
  card,
  cash,
  merchantKey,
  openTestBank,
  postOrder,
  prepareCart,
  type TestBank,
} from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import { openShopOn, type TestShop } from '../testing/test-shop.ts';
import { backupCommands } from './backup-command.ts';
import { findDrillLeftovers, findLastRuns, nameForDrill } from './backups.store.ts';
import { saveErasuresTask } from './backups.tasks.ts';
import { makeBackup } from './make-backup.ts';
import { listCopies, readManifest } from './manifest.ts';
import { openPieces } from './pieces.ts';
import { drillBackup, restoreBackup } from './restore-backup.ts';

const key = randomBytes(32).toString('base64');

let dir: string;
let server: DebianPostgres;
let bank: TestBank;
let shop: TestShop;
let product: number;

/** Settings of a shop whose files are in a folder of that name. */
const settingsOf = (name: string, more: Record<string, string> = {}): Record<string, string> => ({
  BANK_URL: bank.url,
  BANK_KEY: merchantKey,
  DATA_DIR: join(dir, name),
  BACKUP_TO: join(dir, 'copies'),
  BACKUP_KEY: key,
  PG_BIN: debianBin,
  ...more,
});

const configOf = (name: string, more?: Record<string, string>): Config =>
  readConfig({ DEMO: 'true', DATABASE_URL: shop.url, ...settingsOf(name, more) });

const openCopies = (config: Config) => {
  if (config.backup === undefined) throw new Error('no place for copies');
  return { config, backup: config.backup, now: () => new Date() };
};

const copyNow = (more?: Record<string, string>, now = () => new Date()) =>
  makeBackup({ db: shop.db, ...openCopies(configOf('shop', more)), now });

/** Backups of different seconds have different names. */
const yesterday = (): Date => new Date(Date.now() - 24 * 3_600_000);

const picture = randomBytes(40_000);
const photo = randomBytes(30_000);
const photoPath = 'returns/0199/photo-1.webp';
/** An uploaded product file that waits to be read. No backup includes it. */
const uploadPath = 'imports/0199/1.bin';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-backups-'));
  server = await startDebianPostgres(dir);
  bank = await openTestBank();
  const url = await server.create('ceiba');
  const db = openDatabase({ url });
  await migrateAll(db, url);
  await db.close();
  shop = await openShopOn(url, settingsOf('shop'));
  await createShopBasics(shop.db);
  product = await createProduct(shop.db, { sku: 'TV', price: 100_00, stock: 50 });
  const folder = join(shop.config.mediaDir, 'ab', 'abcdef');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '320.webp'), picture);
  await openFileStore(shop.config.files).save(photoPath, photo, 'image/webp');
  await openFileStore(shop.config.files).save(uploadPath, photo, 'application/octet-stream');
});
afterAll(async () => {
  await expectSoundBooks(shop.db, bank);
  await shop.close();
  await bank.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const order = async (payment: ReturnType<typeof card>, email = 'lucia@correo.gt'): Promise<number> => {
  const method = payment.paymentType === 'Cash' ? { method: 'cashondelivery', bin: null } : undefined;
  const cartId = await prepareCart(shop, {
    lines: [{ productId: product, quantity: 1 }],
    email,
    ...(method === undefined ? {} : { payment: method }),
  });
  const answer = await postOrder(shop, { cartId, payments: [payment] });
  expect(answer.statusCode, answer.body).toBe(200);
  const body: { data: { orderNumber: string } } = answer.json();
  return Number(body.data.orderNumber);
};

test('[OPS-05, OPS-06] after a restore, orders, pictures and files are back, and the guard finds nothing', async () => {
  const before = await order(card(130));
  await shop.db.pool.query(`insert into runs (id, kind, state, actor_kind, created_at, updated_at)
    values ('00000000-0000-7000-8000-000000000001', 'import stock', 'done', 'command', now(), now())`);
  await shop.db.pool.query(`insert into import_rows (run_id, row_no, key, cells, given, outcome)
    values ('00000000-0000-7000-8000-000000000001', 2, '{TV}', '{}', '{}', 'changed')`);
  const { copy, files } = await copyNow();
  expect(files).toBe(2);
  const after = await order(cash(130));

  const url = await server.create('restored');
  const restored = await restoreBackup(url, { ...openCopies(configOf('restored')), copy: 'latest' });
  expect(restored).toMatchObject({ copy, files: 2, erased: 0 });

  const other = await openShopOn(url, settingsOf('restored'));
  const { rows } = await other.db.pool.query('select number::int from orders order by number');
  expect(rows).toEqual([{ number: before }]);
  await expectSoundBooks(other.db, bank);
  // No backup includes the rows of imported files.
  const { rows: imports } = await other.db.pool.query(
    'select r.state, i.row_no from runs r left join import_rows i on i.run_id = r.id',
  );
  expect(imports).toEqual([{ state: 'done', row_no: null }]);
  const { rows: numbers } = await other.db.pool.query<{ next: number }>(`select nextval('order_numbers')::int as next`);
  expect(numbers[0]?.next).toBeGreaterThan(after + 5_000);
  expect(await readFile(join(other.config.mediaDir, 'ab', 'abcdef', '320.webp'))).toEqual(picture);
  expect(Buffer.from((await openFileStore(other.config.files).read(photoPath)) ?? [])).toEqual(photo);
  expect(await openFileStore(other.config.files).read(uploadPath)).toBeUndefined();
  await other.close();
});

test('[OPS-06] after restoring an older backup, no number known to a later backup is assigned again', async () => {
  const copies = join(dir, 'numbered');
  const { rows: made } = await shop.db.pool.query<{ id: string; number: number }>(
    `insert into tills (store_code, name, receipts) values ('MAX', 'Caja de copias', 3) returning id, number`,
  );
  const till = made[0];
  if (till === undefined) throw new Error('no till was made');
  const older = await copyNow({ BACKUP_TO: copies }, yesterday);
  // More than the numbers that a restore skips for safety.
  const given = `select sequencename::text as name, last_value::int as value from pg_sequences where schemaname = 'public' order by 1`;
  await shop.db.pool.query(
    `select setval('order_numbers', 100400000), setval('return_numbers', 345678), setval('till_numbers', 700)`,
  );
  await shop.db.pool.query(`select setval('complaints_number_seq', 45678), setval('manifests_id_seq', 56789)`);
  await shop.db.pool.query('update tills set receipts = 54321 where id = $1', [till.id]);
  await copyNow({ BACKUP_TO: copies });
  const { rows: known } = await shop.db.pool.query<{ name: string; value: number | null }>(given);

  const url = await server.create('numbered');
  await restoreBackup(url, { ...openCopies(configOf('numbered', { BACKUP_TO: copies })), copy: older.copy });
  const other = await openShopOn(url, settingsOf('numbered'));
  const { rows: restored } = await other.db.pool.query<{ name: string; value: number | null }>(given);
  const behind = restored.filter(
    ({ name, value }) => (value ?? 0) <= (known.find((one) => one.name === name)?.value ?? 0),
  );
  expect(behind).toEqual([]);
  expect(restored.map(({ name }) => name)).toEqual(known.map(({ name }) => name));
  const { rows: receipts } = await other.db.pool.query(
    'select number, receipts > 54321 as "isBehind" from tills where id = $1',
    [till.id],
  );
  expect(receipts).toEqual([{ number: till.number, isBehind: true }]);
  await other.close();
});

test('[OFF-05] a restore ends the desk sessions, unfinished sign-ins and invitations of the backup', async () => {
  const desk = await openDesk(shop, 'owner');
  await shop.db.pool.query(
    `insert into staff_challenges values ('\\x01', $1, 0, false, now() + interval '5 minutes')`,
    [desk.id],
  );
  await shop.db.pool.query(`insert into staff_invitations values ($1, '\\x02', now() + interval '1 day')`, [desk.id]);
  await copyNow();
  expect((await desk.send('GET', '/v1/admin/session')).statusCode).toBe(200);
  const url = await server.create('signed_out');
  await restoreBackup(url, { ...openCopies(configOf('signed-out')), copy: 'latest' });
  const other = await openShopOn(url, settingsOf('signed-out'));
  const answer = await other.inject({ url: '/v1/admin/session', headers: { cookie: desk.cookie } });
  expect(answer.statusCode).toBe(401);
  const { rows } = await other.db.pool.query(
    `select (select count(*) from staff_members)::int as members, (select count(*) from staff_sessions)::int as sessions,
       (select count(*) from staff_challenges)::int as challenges, (select count(*) from staff_invitations)::int as invitations`,
  );
  expect(rows).toEqual([{ members: 1, sessions: 0, challenges: 0, invitations: 0 }]);
  await other.close();
});

test('nothing can be read without the key, and the next backup stores only changed data', async () => {
  const copies = join(dir, 'sealed');
  const listPieces = () => filesBelow(join(copies, 'pieces'));
  await copyNow({ BACKUP_TO: copies }, yesterday);
  const before = await listPieces();
  for (const piece of before) {
    const bytes = await readFile(join(copies, 'pieces', piece));
    expect(bytes.includes(picture.subarray(0, 64)) || bytes.includes('lucia@correo.gt')).toBe(false);
  }
  await copyNow({ BACKUP_TO: copies });
  // Only the database's stream is new, because it contains the record of the earlier backup.
  expect((await listPieces()).length).toBe(before.length + 1);
  const wrong = openCopies(configOf('wrong', { BACKUP_TO: copies, BACKUP_KEY: randomBytes(32).toString('base64') }));
  await expect(restoreBackup(await server.create('wrong'), { ...wrong, copy: 'latest' })).rejects.toThrow('BACKUP_KEY');
});

test('[OPS-03] the list of a backup contains file names and sizes, but no buyers or payments', async () => {
  const number = '378282246310005';
  await order(card(130, number, { ccCVV: '7391', ccOwner: 'CANARIA BENÍTEZ' }), 'canaria@correo.gt');
  const { copy } = await copyNow({ BACKUP_TO: join(dir, 'listed') });
  const store = openObjectStore({ dir: join(dir, 'listed') });
  const listed = JSON.stringify(await readManifest(store, openPieces(store, Buffer.from(key, 'base64')), copy));
  expect(listed).toContain(photoPath);
  for (const canary of [number, 'CANARIA', 'canaria@correo.gt', 'lucia@correo.gt', '576937K', key])
    expect(listed).not.toContain(canary);
  expect(listed).not.toMatch(/(?<!\d)7391(?!\d)/);
});

test('a damaged backup is refused, and the database stays empty', async () => {
  const copies = join(dir, 'cut');
  const { copy } = await copyNow({ BACKUP_TO: copies });
  const url = await server.create('cut');
  const options = { ...openCopies(configOf('cut', { BACKUP_TO: copies })), copy };
  for (const piece of await filesBelow(join(copies, 'pieces'))) {
    const place = join(copies, 'pieces', piece);
    const whole = await readFile(place);
    await truncate(place, whole.length - 1);
    await expect(restoreBackup(url, options), piece).rejects.toThrow('cut');
    await rm(place);
    await expect(restoreBackup(url, options), piece).rejects.toThrow('missing');
    await writeFile(place, whole);
  }
  // The repaired backup can be restored, because the attempts left nothing behind.
  expect((await restoreBackup(url, options)).copy).toBe(copy);
  await expect(restoreBackup(url, options)).rejects.toThrow('has tables');
});

test('a backup without its manifest does not count', async () => {
  const copies = join(dir, 'unfinished');
  const { copy } = await copyNow({ BACKUP_TO: copies });
  await rm(join(copies, 'copies', copy));
  expect(await listCopies(openObjectStore({ dir: copies }))).toEqual([]);
  const options = { ...openCopies(configOf('unfinished', { BACKUP_TO: copies })), copy };
  await expect(restoreBackup(shop.url, options)).rejects.toThrow(`There is no copy ${copy}.`);
});

test('[OPS-07] a drill restores the last backup aside, is recorded, and removes all drill databases', async () => {
  const more = { BACKUP_TO: join(dir, 'drilled') };
  const { copy } = await copyNow(more);
  const left = await nameForDrill(shop.db.write);
  const others = 'ceiba_drill_1_anothers';
  await server.create(left);
  await server.create(others);
  expect(await findDrillLeftovers(shop.db.write)).toEqual([left]);
  const drill = await drillBackup(shop.db, { ...openCopies(configOf('shop', more)), copy: 'latest' });
  expect(drill).toMatchObject({ copy, findings: [] });
  expect((await findLastRuns(shop.db.write)).drill).toBeInstanceOf(Date);
  const { rows } = await shop.db.pool.query(`select datname from pg_database where datname like 'ceiba_drill%'`);
  expect(rows).toEqual([{ datname: others }]);
});

test('[OPS-15] a restore erases a person again who was erased after the backup', async () => {
  const email = 'borrada@correo.gt';
  const number = await order(cash(130), email);
  const more = { BACKUP_TO: join(dir, 'erased') };
  const { copy } = await copyNow(more, yesterday);
  expect((await erasePerson(shop.db, email, new Date())).ok).toBe(true);
  // The list is stored beside all backups.
  await copyNow(more);
  const url = await server.create('erased');
  const options = { ...openCopies(configOf('erased', more)), copy };
  expect((await restoreBackup(url, options)).erased).toBe(1);
  const db = openDatabase({ url });
  const { rows } = await db.pool.query('select forgets_buyer from orders where number = $1', [number]);
  expect(rows).toEqual([{ forgets_buyer: true }]);
  await db.close();
});

/** Creates an account with an unconfirmed address. Returns its ID. */
const register = async (email: string): Promise<string> => {
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `insert into customers (id, email, first_name, last_name, phone, password_hash, created_at)
     values (gen_random_uuid(), $1, 'Ana', 'Paz', '55555555', '', now()) returning id`,
    [email],
  );
  return rows[0]?.id ?? '';
};

/** Runs the worker's job for an erasure. */
const saveErasures = (config: Config) =>
  saveErasuresTask({ db: shop.db, config }).run({}, { now: new Date(), log: createLog('silent') });

test('[OPS-15] an account closed after the backup stays closed after a restore, but a new one with its e-mail stays', async () => {
  const [closed, other] = [await register('cerrada@correo.gt'), await register('abierta@correo.gt')];
  const more = { BACKUP_TO: join(dir, 'closed') };
  const { copy } = await copyNow(more, yesterday);
  await shop.db.transaction((tx) => closeAccountOf(tx, closed, new Date()));
  const { rows: jobs } = await shop.db.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'save-erasures'`,
  );
  expect(jobs).toHaveLength(1);
  await saveErasures(configOf('shop', more));

  const url = await server.create('closed');
  expect((await restoreBackup(url, { ...openCopies(configOf('closed', more)), copy })).waiting).toEqual([]);
  const db = openDatabase({ url });
  const { rows } = await db.pool.query('select id from customers');
  expect(rows).toEqual([{ id: other }]);
  await db.close();
});

test('[OPS-15] a person erased up to an hour before a backup is erased again', async () => {
  const [within, before] = [await register('dentro@correo.gt'), await register('antes@correo.gt')];
  const more = { BACKUP_TO: join(dir, 'around') };
  const takenAt = new Date();
  const { copy } = await copyNow(more, () => takenAt);
  const hourBefore = takenAt.getTime() - 3_600_000;
  await shop.db.transaction((tx) => closeAccountOf(tx, within, new Date(hourBefore)));
  await shop.db.transaction((tx) => closeAccountOf(tx, before, new Date(hourBefore - 1)));
  await saveErasures(configOf('shop', more));
  const url = await server.create('around');
  await restoreBackup(url, { ...openCopies(configOf('around', more)), copy });
  const db = openDatabase({ url });
  const { rows } = await db.pool.query('select id from customers where id = any ($1)', [[within, before]]);
  expect(rows).toEqual([{ id: before }]);
  await db.close();
});

test('[OPS-05] a backup with --to counts as elsewhere, unless --to names the configured place', async () => {
  const kinds = async (to: string): Promise<unknown[]> => {
    const config = configOf('shop', { BACKUP_TO: join(dir, 'named') });
    const said: string[] = [];
    const call = { db: shop.db, config, args: ['--to', to], say: (text: string) => void said.push(text) };
    expect(await typing(backupCommands, 'backup')(call), said.join('\n')).toBe(true);
    const { rows } = await shop.db.pool.query('select kind from backup_runs where place = $1', [to]);
    return rows;
  };
  expect(await kinds(join(dir, 'aside'))).toEqual([{ kind: 'backup-elsewhere' }]);
  expect(await kinds(join(dir, 'named'))).toEqual([{ kind: 'backup' }]);
});

test('[OPS-15] the list of erased people is saved at every place of backups and applied to each restore', async () => {
  const elsewhere = { BACKUP_TO: join(dir, 'elsewhere') };
  const own = { BACKUP_TO: join(dir, 'own') };
  const id = await register('lejos@correo.gt');
  await copyNow(own);
  const { copy } = await copyNow(elsewhere, yesterday);
  await shop.db.transaction((tx) => closeAccountOf(tx, id, new Date()));
  // Simulates a disconnected disk.
  await rename(elsewhere.BACKUP_TO, join(dir, 'drawer'));
  await saveErasures(configOf('shop', own));
  await rename(join(dir, 'drawer'), elsewhere.BACKUP_TO);

  const restoreElsewhere = async (
    name: string,
    ownPlace: string,
  ): Promise<{ unasked: string | null; has: boolean }> => {
    const url = await server.create(name);
    const options = { ...openCopies(configOf(name, elsewhere)), ownPlace: { dir: ownPlace }, copy };
    const { unasked } = await restoreBackup(url, options);
    const db = openDatabase({ url });
    const { rows } = await db.pool.query('select from customers where id = $1', [id]);
    await db.close();
    return { unasked, has: rows.length > 0 };
  };
  const away = join(dir, 'away');
  expect(await restoreElsewhere('unknown', away)).toEqual({ unasked: `${away}: there is no copy`, has: true });
  expect(await restoreElsewhere('asked', own.BACKUP_TO)).toEqual({ unasked: null, has: false });
  await saveErasures(configOf('shop', own));
  expect(await restoreElsewhere('saved', away)).toMatchObject({ has: false });
});

const ceiba = fileURLToPath(new URL('../ceiba.ts', import.meta.url));

/** Runs commands with these settings, each in a separate process. */
const typeOn = (url: string, settings: Record<string, string>) => {
  const env = { ...childEnv, PATH: process.env.PATH, DEMO: 'true', DATABASE_URL: url, ...settings };
  return async (...words: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [ceiba, ...words], { env })).stdout.trim();
};

test('[OPS-05, OPS-07, OPS-12, OPS-15] the commands for backup, drill, erasure, restore and key change work', async () => {
  const email = 'tecleada@correo.gt';
  const [before, after] = ['before', 'after'].map(() => randomBytes(32).toString('base64'));
  const settings = settingsOf('shop', { BACKUP_TO: join(dir, 'typed'), SECRETS_KEY: before ?? '' });
  const type = typeOn(shop.url, settings);
  const number = await order(cash(130), email);
  const made: { copy: string } = JSON.parse(await type('backup', '--json'));
  expect(JSON.parse(await type('drill', '--json'))).toMatchObject({ copy: made.copy, findings: [] });
  expect(await type('drill', made.copy)).toMatch(/ restored and looked through in \d+ s\.$/);

  expect(await type('customer', 'erase', email, '--dry-run')).toContain('there was no account, 1 orders');
  const forgets = async (url: string): Promise<unknown> => {
    const db = openDatabase({ url });
    const { rows } = await db.pool.query('select forgets_buyer from orders where number = $1', [number]);
    await db.close();
    return rows[0]?.forgets_buyer;
  };
  expect(await forgets(shop.url)).toBe(false);
  expect(await type('customer', 'erase', email)).toContain('there was no account, 1 orders');
  expect(await forgets(shop.url)).toBe(true);

  // A worker, or the next backup, stores the list of erased people beside all backups.
  await type('backup');
  expect(JSON.parse(await type('backup', 'list', '--json'))).toEqual([made.copy, expect.any(String)]);
  const url = await server.create('typed');
  const restored = JSON.parse(
    await typeOn(shop.url, { ...settings, ...settingsOf('typed', { BACKUP_TO: settings.BACKUP_TO ?? '' }) })(
      ...['restore', made.copy, '--into', url, '--json'],
    ),
  );
  expect(restored).toMatchObject({ copy: made.copy, unasked: null });
  expect(await forgets(url)).toBe(true);
  expect(await typeOn(url, settings)('migrate')).toBe('The database is up to date.');

  await type('webhook', 'add', 'https://sistema.example/avisos');
  const rotating = typeOn(shop.url, { ...settings, SECRETS_KEY: `${after},${before}` });
  expect(await rotating('secrets', 'rotate')).toMatch(/^1 of 1 secrets sealed anew/);
  expect(await typeOn(shop.url, { ...settings, SECRETS_KEY: after ?? '' })('secrets', 'rotate')).toMatch(/^0 of 1 /);
  await expect(type('secrets', 'rotate')).rejects.toThrow('Command failed');
});

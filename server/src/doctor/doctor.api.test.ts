import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { nameForDrill } from '../backups/backups.store.ts';
import { pageCommands } from '../content/page-command.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { createSealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { readConfig } from '../platform/operations/config.ts';
import { createKeyRing } from '../platform/operations/key-ring.ts';
import { listenHere } from '../testing/listen-here.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { typing } from '../testing/operator.ts';
import { merchantKey, openShopWithBank } from '../testing/order-calls.ts';
import { judgeSpace } from './ask-outside.ts';
import { doctorCommand } from './doctor-command.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let mediaDir: string;

beforeAll(async () => {
  open = await openShopWithBank();
  smtp = await startMailServer(0);
  mediaDir = await mkdtemp(join(tmpdir(), 'ceiba-media-'));
});
afterAll(async () => {
  smtp.server.close();
  await rm(mediaDir, { recursive: true });
  await open.close();
});

/** A real shop's settings with the test's own database, bank and mail server. */
const settings = () => ({
  DEMO: 'false',
  DATABASE_URL: open.shop.url,
  BANK_URL: open.bank.url,
  BANK_KEY: merchantKey,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Tienda <hola@tienda.com.gt>',
  PUBLIC_URL: 'https://tienda.invalid',
  MEDIA_DIR: mediaDir,
});

/** Runs the command. Returns its results by subject, and whether the shop may open. */
const doctor = async (changes: Record<string, string> = {}, build = mediaDir) => {
  const config = { ...readConfig({ ...settings(), ...changes }), storefrontBuild: build, deskBuild: build };
  const db = openDatabase({ url: config.databaseUrl ?? '' });
  const said: string[] = [];
  const isFit = await typing([doctorCommand], 'doctor')({ db, config, args: [], say: (text) => void said.push(text) });
  await db.close();
  return { isFit, said: said.join('\n') };
};

test('the doctor asks bank, tax registry and mail server, and reports their answers', async () => {
  const { said } = await doctor();
  expect(said).toContain(`✓ BANK_URL               ${open.bank.url} knows the shop`);
  expect(said).toContain('✓ tax registry           answers');
  expect(said).toContain('✓ SMTP_URL               takes the shop’s mails');
  expect(said).toContain('✓ migrations             all are applied');
  expect(smtp.messages).toEqual([]);
});

test('the doctor lists missing legal texts, and accepts the texts of the operations manual', async () => {
  expect((await doctor()).said).toMatch(
    /⚠ legal texts +\/terminos-y-condiciones and \/politica-de-privacidad lead nowhere/,
  );
  const manual = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = manual.split('## Legal texts');
  const typed = [...section.matchAll(/^ {4}ceiba page set (\S+) (\S+)$/gm)];
  expect(typed).toHaveLength(2);
  const { db } = open.shop;
  for (const [, path = '', file = ''] of typed) {
    const args = ['set', path, fileURLToPath(new URL(`../../../docs/examples/${file}`, import.meta.url))];
    expect(await typing(pageCommands, 'page')({ db, args, say: () => {} })).toBe(true);
  }
  expect((await doctor()).said).toMatch(/✓ legal texts +are there/);
});

test('a sandbox bank prevents a public shop from opening, but a trial on this machine only gets a report', async () => {
  const sandbox = `${open.bank.url} is the sandbox bank`;
  expect((await doctor()).said).toContain(`✗ BANK_URL               ${sandbox}: anybody buys with a test card`);
  const trial = await doctor({ PUBLIC_URL: 'http://localhost:3000' });
  expect(trial.said).toContain(`⚠ BANK_URL               ${sandbox}: test cards are approved`);
  const bank = createServer((_, answer) => answer.writeHead(200).end('{"status":"ok"}'));
  await new Promise<void>((done) => void bank.listen(0, '127.0.0.1', done));
  onTestFinished(() => void bank.close());
  const address = bank.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  expect((await doctor({ BANK_URL: url })).said).not.toContain('sandbox bank');
});

test('a key refused by the bank, or a missing mail server, prevents the shop from opening', async () => {
  const { isFit, said } = await doctor({ BANK_KEY: 'somebody else’s', SMTP_URL: 'smtp://127.0.0.1:9' });
  expect(isFit).toBe(false);
  expect(said).toMatch(/✗ BANK_URL .* refuses the shop’s key/);
  expect(said).toMatch(/✗ SMTP_URL .*the mail server did not take it/);
  expect(said).not.toContain('somebody else’s');
});

test('the doctor asks file store and messaging service without sending a message or revealing a secret', async () => {
  const asked: string[] = [];
  const service = createServer((call, answer) => {
    asked.push(`${call.method} ${call.url}`);
    answer.writeHead(call.url?.startsWith('/fotos') ? 403 : 405).end();
  });
  await new Promise<void>((done) => void service.listen(0, '127.0.0.1', done));
  const address = service.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const bucket = {
    FILES_STORE: 's3',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'known',
    S3_SECRET_ACCESS_KEY: 'kept to itself',
  };
  const secret = 'a secret of both sides';
  const { isFit, said } = await doctor({
    ...bucket,
    S3_ENDPOINT: `${url}/fotos`,
    MESSAGING_URL: `${url}/mensajes`,
    MESSAGING_SECRET: secret,
    GTM_ID: 'GTM-CEIBA1',
  });
  expect(isFit).toBe(false);
  expect(said).toMatch(/✗ S3_ENDPOINT .* refuses the shop’s keys/);
  expect(said).toMatch(/✓ MESSAGING_URL +is reached/);
  expect(said).toMatch(/✓ GTM_ID +GTM-CEIBA1 measures who agrees/);
  expect(said).not.toMatch(/kept to itself|a secret of both sides/);
  expect(asked).toContain('GET /mensajes');
  expect(asked.filter((each) => each.startsWith('POST'))).toEqual([]);
  service.closeAllConnections();
  service.close();
  const gone = await doctor({ MESSAGING_URL: `${url}/mensajes`, MESSAGING_SECRET: secret });
  expect(gone.said).toMatch(/✗ MESSAGING_URL +does not answer \(\w+\)/);
});

test.each(['127.0.0.1', 'localhost'])(
  'a database that does not answer at %s is reported with the reason',
  async (host) => {
    const { isFit, said } = await doctor({ DATABASE_URL: `postgresql://nobody@${host}:9/ceiba` });
    expect(isFit).toBe(false);
    expect(said).toMatch(/✗ database +does not answer: .*ECONNREFUSED.*\. See DATABASE_URL/);
  },
);

test('the doctor asks the captcha service whether it knows the secret, and reports an unexpected answer', async () => {
  let answer = '{"success":false,"error-codes":["invalid-input-response"]}';
  const service = createServer((call, reply) => void call.resume().on('end', () => reply.end(answer)));
  const RECAPTCHA_URL = `http://127.0.0.1:${await listenHere(service)}/siteverify`;
  const asked = async () => (await doctor({ RECAPTCHA_SECRET: 'secreto', RECAPTCHA_URL })).said;
  expect(await asked()).toContain('✓ RECAPTCHA_SECRET       is known to the service');
  answer = '{"success":false,"error-codes":["invalid-input-secret"]}';
  expect(await asked()).toContain('✗ RECAPTCHA_SECRET       is not known to the service');
  answer = '<html>';
  expect(await asked()).toMatch(/✗ RECAPTCHA_URL .*does not answer as it should/);
  await new Promise((done) => service.close(done));
});

test('a replica that commits do not wait for prevents opening, but an unreachable replica is only reported', async () => {
  const { isFit, said } = await doctor({ DATABASE_REPLICA_URL: open.shop.url });
  expect(isFit).toBe(false);
  expect(said).toMatch(/✗ replica +would show old prices/);
  expect(said).toMatch(/⚠ DATABASE_REPLICA_URL +is no standby just now/);
  expect((await doctor({ DATABASE_REPLICA_URL: 'postgresql://nobody@127.0.0.1:9/ceiba' })).said).toMatch(
    /⚠ DATABASE_REPLICA_URL +does not answer/,
  );
});

test('without a storefront or desk build the shop cannot open, but without a picture folder it can', async () => {
  const { isFit, said } = await doctor({ MEDIA_DIR: join(mediaDir, 'none') });
  expect(isFit).toBe(false);
  expect(said).toMatch(/✗ storefront +is not built/);
  expect(said).toMatch(/✗ desk +is not built: .*`npm run build -w desk`/);
  expect(said).toMatch(/⚠ MEDIA_DIR .*is not there yet/);
  await mkdir(join(mediaDir, 'server'));
  await writeFile(join(mediaDir, 'index.html'), '');
  const built = await doctor();
  expect(built.said).toContain('✓ storefront             is built');
  expect(built.said).toContain('✓ desk                   is built');
  expect(built.said).toContain(`✓ MEDIA_DIR              ${mediaDir}`);
});

test('[OPS-05] a backup folder that cannot be written is reported', async () => {
  const copies = (to: string) => doctor({ BACKUP_TO: to, BACKUP_KEY: Buffer.alloc(32, 7).toString('base64') });
  expect((await copies(join(mediaDir, 'unmounted', 'copies'))).said).toMatch(/⚠ BACKUP_TO .*cannot be written/);
  expect((await copies(join(mediaDir, 'copies'))).said).toContain(
    `✓ BACKUP_TO              ${join(mediaDir, 'copies')}`,
  );
});

test('[OPS-05] a shop without backups or the programs for them is reported', async () => {
  expect((await doctor()).said).toMatch(/⚠ BACKUP_TO +is not set/);
  const programs = join(mediaDir, 'no-programs');
  const set = {
    BACKUP_TO: join(mediaDir, 'copies'),
    BACKUP_KEY: Buffer.alloc(32, 7).toString('base64'),
    PG_BIN: programs,
  };
  const { said } = await doctor(set);
  expect(said).not.toMatch(/BACKUP_TO +is not set/);
  expect(said).toMatch(/✗ backups +\S/);
});

test('[OPS-23] a disk with less than a gigabyte of free space is reported', () => {
  expect([999_999_999, 1_000_000_000].map((space) => judgeSpace('/srv/media', space).verdict)).toEqual([
    'look',
    'sound',
  ]);
});

test('[OPS-12] a shop with secrets that no key opens does not start, and secrets of an older key are reported', async () => {
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const { db } = open.shop;
  const sealed = createSealedSecrets(createKeyRing([older]));
  await sealed.seal(db.write, 'webhook:doctor', 'whsec_one');
  const withKeys = async (...keys: Buffer[]) =>
    doctor(keys.length === 0 ? {} : { SECRETS_KEY: keys.map((key) => key.toString('base64')).join(',') });
  for (const keys of [[], [newer]])
    expect((await withKeys(...keys)).said).toMatch(/✗ SECRETS_KEY +lacks the key of 1 secrets/);
  expect((await withKeys(newer, older)).said).toMatch(/⚠ SECRETS_KEY +1 secrets wait for `ceiba secrets rotate`/);
  expect((await withKeys(older)).said).not.toContain('SECRETS_KEY');
  await sealed.remove(db.write, 'webhook:doctor');
});

test('[OPS-07] the doctor names the database that remains of an interrupted drill', async () => {
  const { db } = open.shop;
  const name = await nameForDrill(db.write);
  await db.pool.query(`create database ${name}`);
  expect((await doctor()).said).toContain(`⚠ drills                 ${name} is what an interrupted one left`);
  await db.pool.query(`drop database ${name}`);
  expect((await doctor()).said).not.toContain('⚠ drills');
});

test('[OPS-06] the doctor names the folder that remains of an interrupted restore to a moment', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ceiba-data-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect((await doctor({ DATA_DIR: dataDir })).said).not.toContain('⚠ restores');
  await mkdir(join(dataDir, 'recovered-aB3xYz'));
  expect((await doctor({ DATA_DIR: dataDir })).said).toContain(
    `⚠ restores               ${dataDir}/recovered-aB3xYz is of a restore to a moment: unless one is under way`,
  );
});

test('[OFF-11] the doctor reports when audit years before the fifth may be dropped', async () => {
  const year = new Date(Date.now() - 6 * 3_600_000).getUTCFullYear();
  const write = (at: string) =>
    open.shop.db.pool.query(
      `insert into audit_entries (at, actor_kind, operation, entity, entity_id) values ($1, 'job', 'x', 'things', 'old')`,
      [at],
    );
  await write(`${year - 5}-01-01T06:00:00Z`);
  expect((await doctor()).said).not.toMatch(/⚠ audit/);
  await write(`${year - 5}-01-01T05:59:59Z`);
  expect((await doctor()).said).toContain(
    `⚠ audit                  has rows of ${year - 6}: \`ceiba audit prune\` drops years before ${year - 5}`,
  );
});

test('an empty database is checked and left unchanged', async () => {
  const admin = new pg.Client({ connectionString: open.shop.url });
  await admin.connect();
  await admin.query('create database doctor_empty');
  const url = open.shop.url.replace(/\/[^/]*$/, '/doctor_empty');
  const { said } = await doctor({ DATABASE_URL: url });
  expect(said).toMatch(/⚠ migrations {13}\d+ are still to be applied/);
  const empty = new pg.Client({ connectionString: url });
  await empty.connect();
  expect((await empty.query("select from pg_tables where schemaname = 'public'")).rows).toEqual([]);
  await empty.end();
  await admin.query('drop database doctor_empty with (force)');
  await admin.end();
});

test.each(['doctor', 'check', 'points write-off 100000001', 'return receive D-100001', 'web'])(
  'ceiba %s reports what is missing for a real shop, without a stack trace',
  (command) => {
    const ceiba = fileURLToPath(new URL('../ceiba.ts', import.meta.url));
    const env = { DEMO: 'false', DATABASE_URL: open.shop.url, PUBLIC_URL: 'https://tienda.invalid' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [ceiba, ...command.split(' ')], {
      env,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(`Outside demo mode, a shop does not start without its own bank (docs/operations.md):
✖ BANK_URL is not set: the address of the payment gateway
✖ BANK_KEY is not set: the secret by which the payment gateway recognizes this shop
`);
  },
);

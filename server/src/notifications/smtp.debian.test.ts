import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/open-database.ts';
import { migrateAll } from '../shop-database.ts';
import { type DebianExim, openDebianExim } from '../testing/debian-exim.ts';
import { type DebianPostgres, startDebianPostgres } from '../testing/debian-postgres.ts';
import { cash, merchantKey, openTestBank, postOrder, prepareCart, type TestBank } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { runCommand } from '../testing/started-shop.ts';
import { openShopOn, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

// The tests use Debian's Exim. Other tests use `testing/mail-server.ts`, which imitates a mail server. The worker is a separate process, as
// in a real shop.

let dir: string;
let server: DebianPostgres;
let bank: TestBank;
let shop: TestShop;
let exim: DebianExim;
let speaker: number;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-smtp-'));
  server = await startDebianPostgres(dir);
  bank = await openTestBank();
  const url = await server.create('ceiba');
  const db = openDatabase({ url });
  await migrateAll(db, url);
  await db.close();
  shop = await openShopOn(url, { BANK_URL: bank.url, BANK_KEY: merchantKey, DATA_DIR: join(dir, 'data') });
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina <Ámbar> para niños', price: 100_00 });
  exim = await openDebianExim(await mkdtemp(join(dir, 'exim-')));
  await exim.start();
});
afterAll(async () => {
  await exim.stop();
  await shop.close();
  await bank.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const placeOne = async (email: string): Promise<string> => {
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }], email });
  const body: { data: { orderNumber: string } } = (await postOrder(shop, { cartId, payments: [cash(130)] })).json();
  return body.data.orderNumber;
};

const startWorker = (more: Record<string, string> = {}) =>
  runCommand(process.execPath, ['server/src/ceiba.ts', 'worker'], {
    DEMO: 'true',
    DATABASE_URL: shop.url,
    DATA_DIR: join(dir, 'data'),
    BANK_URL: bank.url,
    BANK_KEY: merchantKey,
    SMTP_URL: exim.url,
    MAIL_FROM: 'Tienda Ñandú <ventas@tienda.gt>',
    NODE_EXTRA_CA_CERTS: exim.certificate,
    LOG_LEVEL: 'warn',
    ...more,
  });

const failureOf = async (recipient: string): Promise<string | null> => {
  const found = await shop.db.pool.query<{ error: string | null }>(
    'select last_error as error from mails where recipient = $1',
    [recipient],
  );
  return found.rows[0]?.error ?? null;
};

const tryAgain = () => shop.db.pool.query('update graphile_worker._private_jobs set run_at = now()');

const subjectOf = (number: string): string => `¡Gracias por tu compra! Orden ${number}`;

test('[DEC-12] a confirmation reaches Debian’s mail server over TLS with a password, or waits for the server', async () => {
  const first = await placeOne('lucia@correo.gt');
  const worker = startWorker();
  try {
    await until(async () => (await exim.mails()).length === 1);
    await exim.stop();
    const second = await placeOne('mario@correo.gt');
    await until(async () => (await failureOf('mario@correo.gt'))?.includes('ECONNREFUSED') === true);
    await exim.start();
    await tryAgain();
    await until(async () => (await exim.mails()).length === 2);
    expect((await exim.mails()).map(({ subject }) => subject).sort()).toEqual([first, second].map(subjectOf).sort());
  } finally {
    worker.child.kill('SIGTERM');
    await worker.ended;
  }
  const mail = (await exim.mails()).find(({ to }) => to.includes('luc'));
  expect(mail?.from).toBe('Tienda Ñandú <ventas@tienda.gt>');
  expect(mail?.text).toContain('Bocina <Ámbar> para niños');
  expect(mail?.html).toContain('Bocina &#60;Ámbar&#62; para niños');
  const [{ html, text } = { html: '', text: '' }] = (
    await shop.db.pool.query<{ html: string; text: string }>('select html, text from mails where subject = $1', [
      subjectOf(first),
    ])
  ).rows;
  expect(mail?.html.trim()).toBe(html.trim());
  expect(mail?.text.trim()).toBe(text.trim());
  for (const line of await exim.taken()) expect(line).toMatch(/ P=esmtpsa X=TLS1\.3\S* .* A=plain:tienda /);
});

test('a mail server with an untrusted certificate gets no password and no mail', async () => {
  const worker = startWorker({ NODE_EXTRA_CA_CERTS: '' });
  const taken = (await exim.taken()).length;
  try {
    await placeOne('eva@correo.gt');
    await until(async () => (await failureOf('eva@correo.gt'))?.includes('self-signed certificate') === true);
  } finally {
    worker.child.kill('SIGTERM');
    await worker.ended;
  }
  expect((await exim.taken()).length).toBe(taken);
});

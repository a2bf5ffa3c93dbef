import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmEmailOf } from '../auth/accounts.store.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { restockCalls } from '../testing/restock-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { resumeToken } from './unsubscribe.routes.ts';

let smtp: Awaited<ReturnType<typeof startMailServer>>;
let shop: TestShop;
let ana: SignedInCustomer;
let link: string;

const { run, request, waitedFor, restock, mailOf, linkOf, oneClick, stopped } = restockCalls(() => shop);

beforeAll(async () => {
  smtp = await startMailServer(0);
  shop = await openTestShop({ SMTP_URL: smtp.url, MAIL_FROM: 'Ceiba <tienda@ceiba.example>' });
  await createShopBasics(shop.db);
  ana = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  await confirmEmailOf(shop.db.write, ana.id, new Date());
  await restock(await waitedFor('BACK-0', ana));
  link = await linkOf('BACK-0', ana);
});
afterAll(async () => {
  await shop.close();
  smtp.server.close();
});

/** Returns the token of the button on a page that confirms a stop. */
const buttonOf = (page: string): string =>
  /<button name="notices" value="([\w.-]+)">Volver a recibir avisos</.exec(page)?.[1] ?? '';

const stop = async (): Promise<string> => buttonOf((await oneClick(link)).payload);

const resume = (button: string) => oneClick(link, `notices=${button}`);

test('the button on the page after a stop resumes the mails', async () => {
  const id = await waitedFor('BACK-1', ana);
  await stop();
  const again = await resume(await stop());
  expect([again.statusCode, again.payload]).toEqual([200, expect.stringContaining('Recibirás tus avisos de nuevo')]);
  expect(await stopped(ana)).toMatchObject({ 'BACK-1': false });
  await restock(id);
  expect(await mailOf('BACK-1', ana)).toBeDefined();
});

/** Counts waiting jobs that send a mail. */
const jobsOf = async (mailId: string | undefined): Promise<number> => {
  const { rows } = await shop.db.pool.query<{ n: number }>(
    `select count(*)::int as n from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'send-mail' and j.payload ->> 'mailId' = $1`,
    [mailId],
  );
  return rows[0]?.n ?? 0;
};

test('a mail that was written but unsent at the stop is sent after the mails are resumed', async () => {
  await restock(await waitedFor('BACK-2', ana));
  const mail = await mailOf('BACK-2', ana);
  const button = await stop();
  // The job finds the mail withdrawn and ends.
  await run('send-mail', { mailId: mail?.id });
  await shop.db.pool.query('delete from graphile_worker._private_jobs');
  await Promise.all([resume(button), resume(button)]);
  expect(await jobsOf(mail?.id)).toBe(1);
  const before = smtp.messages.length;
  await run('send-mail', { mailId: mail?.id });
  await run('send-mail', { mailId: mail?.id });
  expect(smtp.messages.slice(before)).toEqual([expect.stringContaining('BACK-2')]);
  await resume(await stop());
  expect(await jobsOf(mail?.id)).toBe(1);
});

test('a forwarded link undoes no stop, and only the button of that account’s page does, within an hour', async () => {
  const id = await waitedFor('BACK-3', ana);
  const luis = await signInCustomer(shop.db, 'luis@correo.gt', new Date());
  await restock(await waitedFor('BACK-4', luis));
  const others = buttonOf((await oneClick(await linkOf('BACK-4', luis))).payload);
  const button = await stop();
  const secret = await getShopSecret(shop.db.write, 'unsubscribe');
  const made = (minutes: number): string =>
    resumeToken({ customerId: ana.id, email: ana.email }, new Date(Date.now() + minutes * 60_000), secret);
  const [moment] = button.split('.');
  for (const bad of [
    'again',
    '',
    others,
    made(-61),
    `${moment}.`,
    `${Number(moment) + 1}${button.slice(button.indexOf('.'))}`,
  ]) {
    const answer = await resume(bad);
    expect([answer.statusCode, answer.payload], bad).toEqual([410, expect.stringContaining('Este botón ya no sirve')]);
  }
  expect(await stopped(ana)).toMatchObject({ 'BACK-3': true });
  await restock(id);
  expect(await mailOf('BACK-3', ana)).toBeUndefined();
});

test('notices stopped long before the page was opened stay stopped', async () => {
  const [old] = [await waitedFor('BACK-5', ana), await waitedFor('BACK-6', ana)];
  const button = await stop();
  await shop.db.pool.query(
    `update restock_notices set stopped_at = stopped_at - interval '61 minutes' where product_id = $1`,
    [old],
  );
  expect((await resume(button)).statusCode).toBe(200);
  expect(await stopped(ana)).toMatchObject({ 'BACK-5': true, 'BACK-6': false });
});

test('if everything was stopped long before the page was opened, the button reports that nothing changes', async () => {
  const eva = await signInCustomer(shop.db, 'eva.antigua@correo.gt', new Date());
  await restock(await waitedFor('BACK-9', eva));
  await run('send-mail', { mailId: (await mailOf('BACK-9', eva))?.id });
  await waitedFor('BACK-10', eva);
  const page = await linkOf('BACK-9', eva);
  await oneClick(page);
  const age = (minutes: number) =>
    shop.db.pool.query(
      `with own as (update restock_notices set stopped_at = stopped_at - $2::integer * interval '1 minute' where customer_id = $1)
       update customers set restock_stopped_at = restock_stopped_at - $2::integer * interval '1 minute' where id = $1`,
      [eva.id, minutes],
    );
  const again = async () => {
    const button = buttonOf((await oneClick(page)).payload);
    const { statusCode, payload } = await oneClick(page, `notices=${button}`);
    return [statusCode, /<h1>([^<]*)/.exec(payload)?.[1]];
  };
  await age(61);
  expect(await again()).toEqual([409, 'Tus avisos siguen detenidos']);
  expect((await request('BACK-10', eva)).ok).toBe(false);
  // After confirming the address, the account may request notices. The stopped notices stay stopped.
  await confirmEmailOf(shop.db.write, eva.id, new Date());
  expect(await again()).toEqual([409, 'Tus avisos siguen detenidos']);
  expect(await stopped(eva)).toEqual({ 'BACK-10': true });
  await waitedFor('BACK-11', eva);
  expect(await again()).toEqual([200, 'Recibirás tus avisos de nuevo']);
  expect(await stopped(eva)).toEqual({ 'BACK-10': true, 'BACK-11': false });
});

test('the button in the next account’s mail ends a stop by a closed account’s link', async () => {
  const email = 'eva.siguiente@correo.gt';
  const eva = await signInCustomer(shop.db, email, new Date());
  await restock(await waitedFor('BACK-12', eva));
  const page = await linkOf('BACK-12', eva);
  await shop.db.pool.query(`insert into restock_stops values (restock_stop_hash($1), now())`, [email]);
  expect((await request('BACK-12', eva)).ok).toBe(false);
  const button = buttonOf((await oneClick(page)).payload);
  expect((await oneClick(page, `notices=${button}`)).statusCode).toBe(200);
  await createProduct(shop.db, { sku: 'BACK-13', stock: 0 });
  expect((await request('BACK-13', eva)).ok).toBe(true);
});

test('for an unconfirmed account, the button also allows new requests', async () => {
  const eva = await signInCustomer(shop.db, 'eva@correo.gt', new Date());
  await restock(await waitedFor('BACK-7', eva));
  const page = await linkOf('BACK-7', eva);
  const button = buttonOf((await oneClick(page)).payload);
  await createProduct(shop.db, { sku: 'BACK-8', stock: 0 });
  expect((await request('BACK-8', eva)).ok).toBe(false);
  await oneClick(page, `notices=${button}`);
  expect((await request('BACK-8', eva)).ok).toBe(true);
});

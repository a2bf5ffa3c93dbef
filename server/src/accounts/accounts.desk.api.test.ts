import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { confirmEmail, signInCustomer } from '../testing/sessions.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  desk = await openDesk(shop, 'support');
});
afterAll(() => shop.close());

const see = async (id: string, person = desk) => done(await person.call('getDeskCustomer', { params: { id } })).data;
const rows = async <Row extends object>(text: string, values: unknown[]) =>
  (await shop.db.pool.query<Row>(text, values)).rows;

/** Creates an account with all data that the desk must not show. Returns its ID. */
async function customer(email: string, name = 'Brenda'): Promise<string> {
  const { id } = await signInCustomer(shop.db, email, new Date());
  await confirmEmail(shop.db, { id });
  await shop.db.pool.query(
    `update customers set first_name = $2, last_name = 'Xicará', phone = '55124087', dpi = '2987654321001', nit = '576937K', password_hash = 'CANARIO'
     where id = $1`,
    [id, name],
  );
  return id;
}

test('[WORK-03] a customer is found by name, e-mail, phone and NIT, and shown without credentials', async () => {
  const id = await customer('brenda@correo.gt');
  for (const q of ['bren', 'xicara', 'brenda@correo', '5512-4087', '576937-K']) {
    const { data } = done(await desk.call('listCustomers', { query: { q } }));
    expect(data, q).toMatchObject([{ id, name: 'Brenda Xicará' }]);
  }
  expect(done(await desk.call('listCustomers', { query: { q: 'nadie' } })).data).toEqual([]);
  const shown = await see(id);
  expect(shop.lastStatements().length).toBeLessThanOrEqual(6);
  expect(shown).toMatchObject({ email: 'brenda@correo.gt', dpi: '…1001', sessions: [{}], recentOrders: [] });
  expect(JSON.stringify(shown)).not.toMatch(/CANARIO|298765432/);
  const clerk = await openDesk(shop, 'support', ['MAX']);
  expect(await clerk.call('getDeskCustomer', { params: { id } })).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test('[WORK-03] showing a DPI needs a reason, and the audit records the reason without the DPI', async () => {
  const id = await customer('dpi@correo.gt');
  const opened = done(await desk.call('openCustomerDpi', { params: { id }, body: { reason: 'Verificar identidad' } }));
  expect(opened.data).toEqual({ dpi: '2987654321001' });
  const [entry] = await rows<{ after: object; reason: string }>(
    "select after, reason from audit_entries where operation = 'openCustomerDpi' and entity_id = $1",
    [id],
  );
  expect(entry).toEqual({ after: { dpi: '…1001' }, reason: 'Verificar identidad' });
  expect((await desk.send('POST', `/v1/admin/customers/${id}/dpi`, { body: {} })).statusCode).toBe(400);
});

test('[WORK-03] support lifts a lock, ends sessions and resends the confirmation', async () => {
  const id = await customer('ayuda@correo.gt');
  await shop.db.pool.query(
    "insert into sign_in_failures (email_hash, failed_at) values (sha256('ayuda@correo.gt'), now())",
  );
  await shop.db.pool.query('update customers set email_confirmed_at = null where id = $1', [id]);
  expect(await see(id)).toMatchObject({
    failedSignIns: 1,
    actions: ['unlock', 'signOut', 'confirmation', 'email', 'giveBack', 'dpi'],
  });
  const reason = 'Lo pidió por teléfono';
  expect(done(await desk.call('unlockCustomer', { params: { id }, body: { reason } })).data.failedSignIns).toBe(0);
  expect(done(await desk.call('endCustomerSessions', { params: { id }, body: { reason } })).data.sessions).toEqual([]);
  done(await desk.call('resendCustomerConfirmation', { params: { id }, body: {} }));
  const [mail] = await rows<{ recipient: string }>('select recipient from mails where dedupe_key like $1', [
    `account-confirmation:${id}:%`,
  ]);
  expect(mail?.recipient).toBe('ayuda@correo.gt');
});

test('[WORK-03] a corrected e-mail is mailed to both addresses, and the former address gives no access', async () => {
  const id = await customer('viejo@correo.gt');
  await customer('tomado@correo.gt');
  const { version } = await see(id);
  const correct = (email: string, seen = version) =>
    desk.call('correctCustomerEmail', { params: { id }, body: { version: seen, email, reason: 'Mal escrito' } });
  expect(await correct('Tomado@correo.gt')).toMatchObject({ error: { code: 'EMAIL_TAKEN' } });
  const changed = done(await correct('nuevo@correo.gt')).data;
  expect(changed).toMatchObject({ email: 'nuevo@correo.gt', isConfirmed: false, sessions: [] });
  const mails = await rows<{ recipient: string }>(
    'select recipient from mails where dedupe_key like $1 order by recipient',
    [`%:${id}:%`],
  );
  expect(mails.map(({ recipient }) => recipient)).toEqual(['nuevo@correo.gt', 'viejo@correo.gt']);
  expect(await correct('otro@correo.gt')).toMatchObject({
    error: { code: 'VERSION_CONFLICT', metadata: { current: { email: 'nuevo@correo.gt' } } },
  });
});

test('[WORK-03] a stolen account is returned to its owner', async () => {
  const id = await customer('ladron@correo.gt');
  const { version } = await see(id);
  const body = { version, email: 'duena.real@correo.gt', reason: 'Robo de cuenta' };
  const given = done(await desk.call('giveCustomerBack', { params: { id }, body })).data;
  expect(given).toMatchObject({ email: 'duena.real@correo.gt', isConfirmed: true, sessions: [] });
  expect(await rows('select password_hash from customers where id = $1', [id])).toEqual([{ password_hash: null }]);
  // The former address gets a mail, because its owner may be the victim.
  const mails = await rows<{ recipient: string }>('select recipient from mails where dedupe_key like $1', [
    `email-changed:${id}:%`,
  ]);
  expect(mails).toEqual([{ recipient: 'ladron@correo.gt' }]);
});

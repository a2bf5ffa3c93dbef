import { randomUUIDv7 } from 'node:crypto';
import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords } from '../auth/passwords.ts';
import { createSealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { createKeyRing } from '../platform/operations/key-ring.ts';
import { createLog } from '../platform/operations/log.ts';
import { done } from '../testing/cart-calls.ts';
import { card, merchantKey, openTestBank, postOrder, prepareCart, type TestBank } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { markEnrolled } from './credentials.store.ts';
import { insertMember } from './members.store.ts';
import { provideCredentials } from './sign-in.ts';

/** Secret values that occur nowhere else. Any occurrence is a leak. */
const canary = {
  note: 'canario de nota: compra para revender',
  tag: 'canario-etiqueta',
  dpi: '2718281828459',
  card: '4111111111111111',
  cvv: '9173',
  password: 'canario-clave-del-comprador-1A',
  staffPassword: 'canario-clave-de-la-duena',
  secret: new Secret({ size: 20 }).base32,
  account: '7788990011223',
};

let bank: TestBank;
let shop: TestShop;
let owner: TestDesk;
const lines: string[] = [];
/** All responses to the shopper and to desk users. */
const answers = { shopper: '', desk: '' };
let shopper: Record<string, string>;
let order: string;

const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object): Promise<string> => {
  const key = method === 'POST' ? { headers: { 'idempotency-key': randomUUIDv7() } } : {};
  const answer = await owner.send(method, url, body === undefined ? key : { body, ...key });
  expect(answer.statusCode, `${url} ${answer.body.slice(0, 300)}`).toBeLessThan(300);
  answers.desk += answer.payload;
  return answer.payload;
};

/** Signs in the owner of the shop. */
async function enter(): Promise<TestDesk> {
  const id = randomUUIDv7();
  const now = new Date();
  const email = 'duena@correo.gt';
  const passwordHash = await createPasswords(10_000).hash(canary.staffPassword, 'test');
  await shop.db.transaction(async (tx) => {
    await insertMember(tx, { id, email, name: 'Dueña', role: 'owner', stores: null }, now);
    const sealed = createSealedSecrets(createKeyRing(shop.config.secretsKeys));
    await provideCredentials(tx, sealed, { staffId: id, passwordHash, secret: canary.secret });
    await markEnrolled(tx, id, now);
  });
  const post = async (path: string, payload: object) => {
    const headers = { origin: shop.config.publicUrl };
    const answer = await shop.inject({ method: 'POST', url: `/v1/admin/session${path}`, headers, payload });
    answers.desk += answer.payload;
    return answer;
  };
  await post('', { email, password: `${canary.staffPassword}-no` });
  const { data } = (await post('', { email, password: canary.staffPassword })).json();
  const code = new TOTP({ secret: Secret.fromBase32(canary.secret) }).generate();
  const entered = await post('/verify', { challenge: data.challenge, code });
  const [cookie = ''] = [entered.headers['set-cookie']].flat();
  const other = await openDesk(shop, 'owner');
  const send: TestDesk['send'] = (method, path, { body, headers } = {}) =>
    shop.inject({
      method,
      url: path,
      headers: { cookie: cookie.split(';')[0] ?? '', origin: shop.config.publicUrl, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
  return { ...other, id, send };
}

/** Makes a buyer with an account, a DPI and an order that is paid by card. */
async function buy(): Promise<string> {
  const register = await shop.inject({
    method: 'POST',
    url: '/v1/auth/register',
    payload: {
      ...{ firstName: 'Ana', lastName: 'Ajú', email: 'ana@correo.gt', phone: '5555-1234', password: canary.password },
      ...{ registerLeal: false, acceptTerms: true },
    },
  });
  answers.shopper += register.payload;
  shopper = { authorization: `Bearer ${register.json().data.sessionToken}` };
  await shop.db.pool.query('update customers set dpi = $1, email_confirmed_at = now()', [canary.dpi]);
  const product = await createProduct(shop.db, { sku: 'TV', price: 100_00, stock: 50 });
  const cartId = await prepareCart(shop, { email: 'ana@correo.gt', lines: [{ productId: product, quantity: 2 }] });
  const { prices } = done(await shop.call('getCart', { params: { id: cartId } }));
  const payments = [card(prices.grandTotal.value, canary.card, { ccCVV: canary.cvv.slice(0, 3) })];
  const placed = await postOrder(shop, { cartId, payments });
  answers.shopper += placed.payload;
  await shop.db.pool.query('update orders set customer_id = (select id from customers)');
  return placed.json().data.orderNumber;
}

/** Makes changes to that order at the desk: notes, tags, a correction, a refund by transfer, an opened DPI, a locked account. */
async function workOnIt(): Promise<void> {
  const path = `/v1/admin/orders/${order}`;
  await send('POST', `${path}/notes`, { text: canary.note });
  const { version } = JSON.parse(await send('GET', path)).data;
  await send('PATCH', path, { version, tags: [canary.tag], contact: { phone: '55501234' } });
  await send('POST', '/v1/admin/refunds', {
    version: version + 1,
    ...{ orderNumber: order, lines: [], shipping: 0, goodwill: 10, reason: 'Llegó tarde', to: 'till' },
  });
  const [{ id }] = JSON.parse(await send('GET', `/v1/admin/cash-refunds?q=${order}`)).data;
  await send('POST', `/v1/admin/refunds/${id}/transfer`, {
    bank: 'Banrural',
    account: canary.account,
    name: 'Ana Ajú',
  });
  const [customer] = JSON.parse(await send('GET', '/v1/admin/customers')).data;
  // A person who opens a DPI with a reason sees it once, only in that response.
  const opened = await owner.send('POST', `/v1/admin/customers/${customer.id}/dpi`, {
    body: { reason: 'Lo pide el banco' },
  });
  expect(opened.payload).toContain(canary.dpi);
  await send('POST', `/v1/admin/customers/${customer.id}/unlock`, { reason: 'Llamó' });
}

beforeAll(async () => {
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  bank = await openTestBank();
  shop = await openTestShop(
    { BANK_URL: bank.url, BANK_KEY: merchantKey, BANK_TIMEOUT_MS: '60000', LOG_LEVEL: 'debug' },
    { log },
  );
  await createShopBasics(shop.db);
  order = await buy();
  owner = await enter();
  await workOnIt();
});
afterAll(async () => {
  await shop.close();
  await bank.close();
});

/** Returns existing IDs, by the names of parameters. */
async function idsOf(): Promise<Record<string, string>> {
  const { rows } = await shop.db.pool.query<Record<string, string>>(
    `select o.number::text as number, o.number::text as "orderNumber", o.cart_id::text as cart, c.id::text as customer
     from orders o, customers c`,
  );
  return rows[0] ?? {};
}

/** Makes each reading call once for each ID of its kind. Returns the responses, and the number of successful calls. */
async function readAll(
  specs: readonly EndpointSpec[],
  headers: Record<string, string>,
): Promise<{ text: string; answered: number }> {
  const { number = '', cart = '', customer = '' } = await idsOf();
  const candidates = [number, `${number}-1`, cart, customer, 'orders', 'TV', '1', owner.id];
  let text = '';
  let answered = 0;
  for (const { method, path } of specs) {
    if (method !== 'GET') continue;
    for (const id of path.includes('{') ? candidates : ['']) {
      const url = path.replace('{entity}', 'orders').replaceAll(/\{\w+\}/g, encodeURIComponent(id));
      for (const query of ['', '?q=Ana', `?email=ana%40correo.gt`, `?sku=TV`]) {
        const answer = await shop.inject({ method: 'GET', url: `${url}${query}`, headers });
        text += answer.payload;
        if (answer.statusCode === 200) answered += 1;
      }
    }
  }
  return { text, answered };
}

const found = (text: string, names: readonly (keyof typeof canary)[]): string[] =>
  names.filter((name) => text.includes(canary[name]));

const nowhere = ['card', 'password', 'staffPassword', 'secret'] as const;

test('[OFF-10] no response or mail of the shop contains a note of the desk, its tags or a secret', async () => {
  const read = await readAll(Object.values<EndpointSpec>(endpoints), shopper);
  expect(read.answered).toBeGreaterThan(15);
  // The calls reach the order, the account and its DPI: the session is signed in.
  expect(read.text).toContain(order);
  expect(read.text).toContain('ana@correo.gt');
  const { rows } = await shop.db.pool.query(
    `select coalesce(string_agg(m::text, ' '), '') || (select coalesce(string_agg(e::text, ' '), '') from event_outbox e) as text from mails m`,
  );
  expect(rows[0].text).toContain(order);
  for (const text of [read.text, answers.shopper, rows[0].text])
    expect(found(text, ['note', 'tag', 'account', ...nowhere])).toEqual([]);
});

test('[OFF-10] every desk response masks DPI and bank account, and contains no secret', async () => {
  const cookie = owner.cookie;
  const read = await readAll(Object.values<EndpointSpec>(deskEndpoints), { cookie });
  expect(read.answered).toBeGreaterThan(40);
  expect(found(read.text, ['note', 'tag'])).toEqual(['note', 'tag']);
  expect(read.text).toContain('…8459');
  expect(read.text).toContain('…1223');
  for (const text of [read.text, answers.desk]) expect(found(text, ['dpi', 'account', ...nowhere])).toEqual([]);
});

test('[OFF-10] neither the log nor the audit contains a canary or the text of a note', async () => {
  const { rows } = await shop.db.pool.query<{ text: string }>('select e::text as text from audit_entries e');
  const audit = rows.map(({ text }) => text).join('\n');
  expect(audit).toContain('openCustomerDpi');
  expect(audit).toContain(canary.tag);
  expect(lines.length).toBeGreaterThan(100);
  for (const text of [audit, lines.join('\n')]) expect(found(text, ['note', 'dpi', 'account', ...nowhere])).toEqual([]);
});

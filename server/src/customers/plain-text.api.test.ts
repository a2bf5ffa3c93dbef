import { personNameMessage } from '@ceiba/domain/customers/person-name';
import { notPlainMessage } from '@ceiba/domain/customers/plain-text';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeOrderMails } from '../orders/mails/write-order-mails.ts';
import { createLog } from '../platform/operations/log.ts';
import { cash, openShopWithBank, prepareCart } from '../testing/order-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let customer: SignedInCustomer;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', title: 'Bocina', price: 100_00 });
  await createProduct(open.shop.db, { sku: 'GIFT', kind: 'gift_card', price: 100_00 });
  customer = await signInCustomer(open.shop.db, 'ana@correo.gt', new Date());
});
afterAll(() => open.close());

type Body = Record<string, unknown>;

const send = async (method: 'POST' | 'PATCH', url: string, payload: Body, headers: Record<string, string> = {}) => {
  const answer = await open.shop.inject({ method, url, payload, headers });
  const { error } = answer.json();
  return answer.statusCode < 300 ? 'taken' : (error.metadata.fields ?? error.code);
};

const newCart = async (headers: Record<string, string> = {}): Promise<string> =>
  (await open.shop.inject({ method: 'POST', url: '/v1/carts/', payload: {}, headers })).json().id;

const home = {
  firstname: 'Ma. José',
  lastname: "D'Ángelo S.A.",
  street: '3ra calle 4-55 zona 10',
  city: 'Mixco',
  region: 485,
};
const billed = {
  firstname: 'Comercial La Aurora, S.A.',
  street: 'Kilómetro 12.5',
  nit: '576937K',
  documentType: 'NIT',
};
const saved = {
  alias: 'Apto. 2.B',
  street: ['3ra calle 4-55 zona 10', 'Apto. 2.B'],
  city: 'Mixco',
  regionId: 485,
  zone: 'Zona 10',
  firstName: 'Ma. José',
  lastName: 'Paz',
  trustedPerson: { firstName: 'Mateo', lastName: 'Ajú' },
};
const person = { firstName: 'Doña Rosa', lastName: 'Xol', message: '55501234|Portón negro. Toca 2 veces.' };
const gift = { giftcardEmail: 'eva@correo.gt', giftcardName: 'Eva', giftcardMessage: '¡Felicidades!\nTu mamá.' };

/** Each call that accepts names or address lines, with ordinary values and with one wrong value. */
const calls: readonly [string, (changed?: Body) => Promise<unknown>, readonly [string, Body, string][]][] = [
  [
    'the shipping address',
    async (changed) =>
      send('POST', `/v1/carts/${await newCart()}/shippingAddress`, { ...home, trustedPerson: person, ...changed }),
    [
      ['firstname', { firstname: 'Ganaste Q500 en evil.test' }, notPlainMessage],
      ['firstname', { firstname: 'Premio No. 1' }, personNameMessage],
      ['street', { street: 'Reclama en https://evil.test' }, notPlainMessage],
      ['street', { street: ['Zona 1', 'www.evil.test'] }, notPlainMessage],
      ['city', { city: 'x.com/…' }, notPlainMessage],
      ['zone', { zone: 'evil.test' }, notPlainMessage],
      ['trustedPerson.firstName', { trustedPerson: { ...person, firstName: 'evil.test' } }, notPlainMessage],
      ['trustedPerson.lastName', { trustedPerson: { ...person, lastName: '5' } }, personNameMessage],
      ['trustedPerson.message', { trustedPerson: { ...person, message: '55501234|evil.test' } }, notPlainMessage],
    ],
  ],
  [
    'the billing address',
    async (changed) => {
      const cart = await newCart();
      await send('POST', `/v1/carts/${cart}/shippingAddress`, home);
      return send('POST', `/v1/carts/${cart}/billingAddress`, { ...billed, ...changed });
    },
    [
      ['firstname', { firstname: 'Reclama en evil.test' }, notPlainMessage],
      ['street', { street: 'evil.test' }, notPlainMessage],
      ['city', { city: 'evil.test' }, notPlainMessage],
    ],
  ],
  [
    'a saved address',
    (changed) => send('POST', '/v1/customers/addresses', { ...saved, ...changed }, customer.headers),
    [
      ['firstName', { firstName: 'evil.test' }, notPlainMessage],
      ['street', { street: 'evil.test' }, notPlainMessage],
      ['alias', { alias: 'evil.test' }, notPlainMessage],
      ['trustedPerson.lastName', { trustedPerson: { firstName: 'Eva', lastName: 'evil.test' } }, notPlainMessage],
    ],
  ],
  [
    'the profile',
    (changed) =>
      send(
        'PATCH',
        '/v1/customers/profile',
        { firstName: 'Ma. José', billingName: 'Inversiones 3M & Cía. Ltda.', ...changed },
        customer.headers,
      ),
    [
      ['firstName', { firstName: 'evil.test' }, notPlainMessage],
      ['billingName', { billingName: 'evil.test' }, notPlainMessage],
      ['billingAddress', { billingAddress: 'www.evil.test' }, notPlainMessage],
    ],
  ],
  [
    'a gift card',
    async (changed) =>
      send('POST', `/v1/carts/${await newCart()}/products`, {
        sku: 'GIFT',
        quantity: 1,
        itemAdditionalInfo: { ...gift, giftcardDeliveryDate: today, ...changed },
      }),
    [
      ['itemAdditionalInfo.giftcardName', { giftcardName: 'evil.test' }, notPlainMessage],
      ['itemAdditionalInfo.giftcardMessage', { giftcardMessage: 'Tu premio:\nhttps://evil.test' }, notPlainMessage],
    ],
  ],
];

const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);

test.each(calls)('%s accepts ordinary names and lines, and a link is refused at its field', async (_, call, wrong) => {
  expect(await call()).toBe('taken');
  for (const [field, changed, message] of wrong) expect(await call(changed)).toEqual({ [field]: message });
});

/** Values of a cart from before the rule, such as a stranger might send. */
const lure = {
  firstname: 'Ganaste en evil.test',
  lastname: 'Reclama',
  street: ['https://evil.test'],
  zone: 'x.com/premio',
  city: 'evil.test',
};

const mailOfOrder = async (email: string, changed: Body, customerId: string | null = null): Promise<string> => {
  const { shop } = open;
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }], email });
  await shop.db.pool.query(
    `update carts set shipping_address = shipping_address || $2, billing_address = billing_address || $2, customer_id = $3
     where id = $1`,
    [cartId, JSON.stringify(changed), customerId],
  );
  const headers = customerId === null ? {} : customer.headers;
  const payload = { cartId, payments: [cash(130)] };
  const answer = await shop.inject({ method: 'POST', url: '/v1/orders', payload, headers });
  expect(answer.statusCode).toBe(200);
  const policy = () => defaultShopPolicy;
  await writeOrderMails(
    { db: shop.db, policy, publicUrl: shop.config.publicUrl, log: createLog('silent') },
    new Date(),
  );
  const { rows } = await shop.db.pool.query<{ text: string; html: string }>(
    'select text, html from mails where recipient = $1',
    [email],
  );
  expect(rows).toHaveLength(1);
  return `${rows[0]?.text}${rows[0]?.html}`;
};

test('the mail of a guest’s order contains the shop’s own data, but no typed text', async () => {
  const mail = await mailOfOrder('extrana@correo.gt', lure);
  for (const text of ['¡Gracias por tu compra!', 'Bocina', 'Q130.00', 'Entrega a domicilio', 'NIT'])
    expect(mail).toContain(text);
  expect(mail).not.toMatch(/evil|ganaste|reclama|x\.com|576937K/i);
  await open.shop.db.pool.query(
    `insert into municipios (ine_code, region_id, name, position) values ('0108', 485, 'Mixco', 1)`,
  );
  const place = await mailOfOrder('vecina@correo.gt', { city: 'Mixco' });
  expect(place).toContain('Mixco, Guatemala');
  expect(place).not.toMatch(/Lucía|12 calle|Zona 10/);
});

test('a confirmed customer’s mail contains the receiver, the place and the name on the invoice', async () => {
  const { db } = open.shop;
  const buyer = /Lucía Paz[\s\S]*12 calle 1-25, Zona 10, Guatemala, Guatemala[\s\S]*Lucía Paz · NIT 576937K/;
  expect(await mailOfOrder(customer.email, {}, customer.id)).not.toMatch(buyer);
  await db.pool.query('delete from mails');
  await db.pool.query('update customers set email_confirmed_at = now() where id = $1', [customer.id]);
  expect(await mailOfOrder(customer.email, {}, customer.id)).toMatch(buyer);
});

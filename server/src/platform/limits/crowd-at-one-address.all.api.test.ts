import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirmationToken } from '../../orders/placing/confirm-cash-order.ts';
import { mintProof } from '../../testing/captcha-proofs.ts';
import { card, cash, openShopWithBank, outcomeOf } from '../../testing/order-calls.ts';
import { expectSoundBooks } from '../../testing/order-facts.ts';
import { confirmEmail, signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { getShopSecret } from '../db/shop-secrets.store.ts';

/** One IPv4 address of a mobile carrier. */
const remoteAddress = '190.56.1.1';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
/** The shop's clock, by which the budgets of calls are counted. Budgets of orders use the database's clock. */
let now: Date;
const setNow = (moment: Date): void => {
  now = moment;
  shop.setNow(now);
};

beforeEach(async () => {
  open = await openShopWithBank({ RATE_LIMIT_FACTOR: '1' });
  shop = open.shop;
  setNow(new Date());
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 10_000 });
});
afterEach(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const address = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  region: 485,
  zone: 'Zona 10',
};
const invoice = { ...address, nit: '576937K', documentType: 'NIT' };

type Headers = Record<string, string>;

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload: object, headers: Headers = {}) =>
  shop.inject({ method, url, remoteAddress, headers, ...(method === 'GET' ? {} : { payload }) });

/** Sends the checkout's calls, from an empty cart to just before the order. Returns the statuses other than 200, and the cart's ID. */
const walk = async (
  person: number,
  email: string,
  headers: Headers,
): Promise<{ cartId: string; refused: string[] }> => {
  const { id: cartId } = (await call('POST', '/v1/carts/', {}, headers)).json();
  const cart = `/v1/carts/${cartId}`;
  const { zone: _, ...billing } = invoice;
  const steps: readonly (readonly ['GET' | 'POST' | 'PATCH', string, object])[] = [
    ['POST', `${cart}/products`, { sku: 'SPEAKER', quantity: 1 }],
    ['GET', cart, {}],
    ['POST', `${cart}/shippingAddress`, { ...address, telephone: String(40_000_000 + person) }],
    ['POST', `${cart}/shippingMethods`, { carrierCode: 'tablerate', methodCode: 'bestway' }],
    ['POST', `${cart}/billingAddress`, billing],
    ['POST', `${cart}/paymentMethods`, { paymentMethod: 'kosmos_payment' }],
    ['PATCH', cart, { email }],
  ];
  const refused: string[] = [];
  for (const [method, url, payload] of steps) {
    const answer = await call(method, url, payload, headers);
    if (answer.statusCode >= 300) refused.push(`${method} ${url} ${answer.statusCode} ${answer.payload}`);
  }
  return { cartId, refused };
};

/** Places an order like a browser. Solves the shop's own challenge if one is required. */
const place = async (cartId: string, payment: object, headers: Headers = {}): Promise<string> => {
  const send = (more: Headers) =>
    call(
      'POST',
      '/v1/orders',
      { cartId, payments: [payment] },
      { ...headers, ...more, 'idempotency-key': randomUUID() },
    );
  const first = outcomeOf(await send({}));
  return first === '403 CAPTCHA_FAILED' ? outcomeOf(await send({ 'x-recaptcha': await mintProof(shop, now) })) : first;
};

const follow = async (cartId: string): Promise<string> => {
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders where cart_id = $1', [cartId]);
  const token = confirmationToken(rows[0]?.id ?? '', await getShopSecret(shop.db.write, 'order-confirmation'));
  const answer = await call('POST', '/v1/orders/confirmations', { token });
  return answer.json().data?.state ?? answer.json().error.code;
};

/**
 * Places an order for a person: every third by card, every third in cash with a confirmed account, the others in cash as a guest. Cash
 * orders also follow the link of their mail.
 */
const shopOne = async (person: number): Promise<string[]> => {
  const isCustomer = person % 3 === 1;
  const email = `persona${person}@correo.gt`;
  const customer = isCustomer ? await signInCustomer(shop.db, email, new Date()) : undefined;
  if (customer !== undefined) await confirmEmail(shop.db, customer);
  const { cartId, refused } = await walk(person, email, customer?.headers ?? {});
  const placed = await place(cartId, person % 3 === 0 ? card(130) : cash(130), customer?.headers);
  if (!/^200 \d{9}$/.test(placed)) refused.push(placed);
  if (person % 3 !== 0 && refused.length === 0) {
    const state = await follow(cartId);
    if (state !== 'confirmed') refused.push(state);
  }
  return refused;
};

test('500 people behind one address, a hundred a minute, place and confirm orders within the budgets', async () => {
  await shop.setPolicy('cashConfirmation', 'yes');
  const begun = now.getTime();
  const refused: string[] = [];
  // Ten people at a time order, six seconds apart on the clock of the call budgets. For the order budgets, all orders are within one hour.
  for (let first = 0; first < 500; first += 10) {
    setNow(new Date(begun + first * 600));
    const people = Array.from({ length: 10 }, (_, index) => shopOne(first + index));
    refused.push(...(await Promise.all(people)).flat());
  }
  expect(refused).toEqual([]);
  const { rows } = await shop.db.pool.query<{ orders: number }>(
    `select count(*) as orders from orders where status = 'processing' and confirmation_due is null`,
  );
  expect(rows).toEqual([{ orders: 500 }]);
  // 500 confirmed orders count as much as eight unconfirmed orders. So even an attacker with hundreds of mailboxes is stopped.
  const more: string[] = [];
  for (let person = 500; person < 514; person += 1) {
    const { cartId } = await walk(person, `persona${person}@correo.gt`, {});
    more.push((await place(cartId, cash(130))).replace(/^200 .*/, '200'));
  }
  expect([more[0], more.at(-2), more.at(-1)]).toEqual(['200', '429 RATE_LIMITED', '429 RATE_LIMITED']);
}, 600_000);

test('an attacker behind one address may place 20 unconfirmed orders and try 10 declined cards', async () => {
  const tally = (outcomes: readonly string[]) =>
    Object.fromEntries([...new Set(outcomes)].map((name) => [name, outcomes.filter((each) => each === name).length]));
  const cashOrders: string[] = [];
  const cards: string[] = [];
  for (let person = 0; person < 60; person += 1) {
    // The people are a minute apart, so that only the order budgets limit them.
    setNow(new Date(Date.now() + person * 60_000));
    const { cartId } = await walk(person, `persona${person}@correo.gt`, {});
    const isCash = person < 40;
    const outcome = await place(cartId, isCash ? cash(130) : card(130, '4000000000000002'));
    (isCash ? cashOrders : cards).push(outcome.replace(/^200 .*/, '200'));
  }
  expect(tally(cashOrders)).toEqual({ '200': 20, '429 RATE_LIMITED': 20 });
  expect(tally(cards)).toEqual({ '429 RATE_LIMITED': 20 });

  setNow(new Date(Date.now() + 7_200_000));
  const { id } = (await call('POST', '/v1/carts/', {})).json();
  const write = async (cartId: string) =>
    String((await call('POST', `/v1/carts/${cartId}/products`, { sku: 'NADA', quantity: 1 })).statusCode);
  const ofOne: string[] = [];
  for (let times = 0; times < 400; times += 1) ofOne.push(await write(id));
  expect(ofOne.filter((status) => status !== '429')).toHaveLength(300);
  const ofMany: string[] = [];
  for (let times = 0; times < 1_500; times += 1) ofMany.push(await write(randomUUID()));
  // 900 calls are answered, including the 300 calls before.
  expect(ofMany.filter((status) => status !== '429')).toHaveLength(900);
  const countRows = async () => (await shop.db.pool.query('select count(*) from call_budgets')).rows;
  const before = await countRows();
  // The cart's node reports to the database before a cart has made this many calls.
  for (let carts = 0; carts < 100; carts += 1) {
    const invented = randomUUID();
    for (let times = 0; times < 15; times += 1) expect(await write(invented)).toBe('429');
  }
  expect(await countRows()).toEqual(before);
}, 600_000);

import { randomUUID } from 'node:crypto';
import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import {
  card,
  installments,
  merchantKey,
  openShopWithBank,
  openTestBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks, stateOf } from '../../testing/order-facts.ts';
import { signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openShopOn, type TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { reconcileOrders } from './settle-order.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
/** The same shop with a short time-out, for cards whose charge the bank never answers. */
let hasty: TestShop;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  const settings = { BANK_URL: open.bank.url, BANK_KEY: merchantKey, BANK_TIMEOUT_MS: String(expectedSilenceMs) };
  hasty = await openShopOn(open.shop.url, settings);
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 300_00, stock: 1000 });
  await open.shop.db.pool.query(
    `insert into coupons (code, label, amount, total_limit) values ('UNO', 'Uno', 5000, 1000)`,
  );
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await hasty.close();
  await open.close();
});

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

const gatewayAt = (url: string) => createHttpGateway({ url, merchantKey, timeoutMs: 60_000 });

/** Returns an address where no server listens. */
const deadUrl = async (): Promise<string> => {
  const bank = await openTestBank();
  await bank.close();
  return bank.url;
};

/** Runs the reconciler as if the placements were old enough. */
const reconcile = (url = open.bank.url) =>
  reconcileOrders({ db: open.shop.db, gateway: gatewayAt(url), log: silentLog }, new Date(), 60_000);

const openCart = (quantity = 2) =>
  prepareCart(open.shop, { lines: [{ productId: speaker, quantity }], couponCode: 'UNO' });

const total = 580;

const chargesOf = async (cartId: string) => {
  const { rows } = await open.shop.db.pool.query<{ id: string }>(
    'select p.id from payments p join orders o on o.id = p.order_id where o.cart_id = $1',
    [cartId],
  );
  return (await open.bank.charges()).filter(({ key }) => rows.some(({ id }) => id === key));
};

const ordersOf = async (cartId: string) =>
  (
    await open.shop.db.pool.query<{ status: string; number: number | null }>(
      'select status, number from orders where cart_id = $1 order by id',
      [cartId],
    )
  ).rows;

describe('[DEC-107] a refused card leaves cart, stock and coupon unchanged', () => {
  const refusals: [number: string, outcome: string][] = [
    ['4000000000000002', '400 PAY_DECLINED'],
    ['4000000000009995', '400 PAY_INSUFFICIENT_FUNDS'],
    ['4000000000000069', '400 PAY_EXPIRED_CARD'],
    ['4000000000000127', '400 PAY_INVALID_CVV'],
    ['4000000000000317', '400 PAY_LIMIT_EXCEEDED'],
    ['4000000000000325', '400 PAY_FRAUD_REVIEW'],
    ['4000000000000119', '502 PAY_PROCESSOR_ERROR'],
  ];
  for (const [number, outcome] of refusals) {
    test(`${number}: ${outcome}`, async () => {
      const cartId = await openCart();
      const before = await stateOf(open.shop.db, cartId);
      expect(outcomeOf(await postOrder(open.shop, { cartId, payments: [card(total, number)] }))).toBe(outcome);
      expect(await stateOf(open.shop.db, cartId)).toEqual(before);
      expect(await ordersOf(cartId)).toEqual([{ status: 'void', number: null }]);
      expect((await chargesOf(cartId)).filter(({ outstandingCentavos }) => outstandingCentavos > 0)).toEqual([]);
    });
  }

  test('[DEC-173] a CVV of three digits on an Amex is refused by the bank', async () => {
    const cartId = await openCart();
    const answer = await postOrder(open.shop, { cartId, payments: [card(total, '378282246310005')] });
    expect(outcomeOf(answer)).toBe('400 PAY_INVALID_CVV');
    const paid = await postOrder(open.shop, { cartId, payments: [card(total, '378282246310005', { ccCVV: '1234' })] });
    expect(paid.statusCode).toBe(200);
  });

  test('after two refused cards, the same cart is ordered once, with another card', async () => {
    const cartId = await openCart();
    for (const number of ['4000000000000002', '4000000000009995']) {
      await postOrder(open.shop, { cartId, payments: [card(total, number)] });
    }
    const answer = await postOrder(open.shop, { cartId, payments: [installments(total, 6)] });
    expect(answer.statusCode).toBe(200);
    expect((await ordersOf(cartId)).map(({ status }) => status)).toEqual(['void', 'void', 'processing']);
    const approved = (await chargesOf(cartId)).filter(({ status }) => status === 'approved');
    expect(approved).toMatchObject([{ amountCentavos: 580_00, plan: 6 }]);
  });
});

describe('[DEC-131] if the bank does not answer, the shopper sees a message, and the shop finds the outcome later', () => {
  test('if the bank has no charge, its key is barred and everything is given back', async () => {
    const cartId = await openCart();
    const before = await stateOf(open.shop.db, cartId);
    const key = `silent-${cartId}`;
    const body = { cartId, payments: [card(total, '4000000000000416')] };
    expect(outcomeOf(await postOrder(hasty, body, key))).toBe('502 PAY_TIMEOUT');
    expect(await ordersOf(cartId)).toEqual([{ status: 'placing', number: null }]);
    expect(outcomeOf(await postOrder(open.shop, { cartId, payments: [card(total)] }))).toBe('409 ORDER_IN_PROGRESS');
    expect(outcomeOf(await postOrder(open.shop, body, key))).toBe('409 ORDER_IN_PROGRESS');
    expect(await reconcile()).toBe(1);
    expect(await stateOf(open.shop.db, cartId)).toEqual(before);
    expect(outcomeOf(await postOrder(open.shop, { cartId, payments: [card(total)] }, key))).toMatch(/^200 /);
  });

  for (const [number, what] of [
    ['4000000000000424', 'the answer is lost after the charge'],
    ['4000000000000713', 'a bare 502 after the charge'],
  ] as const) {
    test(`${what}: the order is confirmed, and the first call’s key returns the order`, async () => {
      const cartId = await openCart();
      const key = `lost-${cartId}`;
      const body = { cartId, payments: [card(total, number)] };
      expect(outcomeOf(await postOrder(open.shop, body, key))).toBe('502 PAY_TIMEOUT');
      expect(await reconcile()).toBe(1);
      const [order] = await ordersOf(cartId);
      expect(order?.status).toBe('processing');
      const replayed = await postOrder(open.shop, body, key);
      expect(outcomeOf(replayed)).toBe(`200 ${order?.number}`);
      expect(replayed.headers['idempotent-replayed']).toBe('true');
      const other = await postOrder(open.shop, { cartId, payments: [card(total)] });
      expect(outcomeOf(other)).toBe('409 CART_CLOSED');
      expect(other.json().error.metadata.orderNumber).toBe(String(order?.number));
      expect(await chargesOf(cartId)).toMatchObject([{ status: 'approved', outstandingCentavos: 580_00 }]);
    });
  }

  test('a charge that arrives after its key was barred is refused, so that nobody pays without an order', async () => {
    const cartId = await openCart();
    const refusedBefore = open.bank.lateRefusals();
    const answer = await postOrder(hasty, { cartId, payments: [card(total, '4000000000000432')] });
    expect(outcomeOf(answer)).toBe('502 PAY_TIMEOUT');
    expect(await reconcile()).toBe(1);
    open.bank.arrive();
    await until(() => open.bank.lateRefusals() > refusedBefore);
    expect((await ordersOf(cartId))[0]?.status).toBe('void');
    expect(await chargesOf(cartId)).toEqual([]);
  });

  test('the shop waits for slow answers within the time-out', async () => {
    for (const number of ['4000000000000515', '4000000000000523']) {
      const cartId = await openCart();
      expect(outcomeOf(await postOrder(open.shop, { cartId, payments: [card(total, number)] }))).toMatch(/^200 /);
    }
  });

  test('the reconciler skips recent placements, and placements whose bank cannot be reached', async () => {
    const cartId = await openCart();
    await postOrder(hasty, { cartId, payments: [card(total, '4000000000000416')] });
    await open.shop.db.pool.query(`update orders set settle_after = now() + interval '20 s' where cart_id = $1`, [
      cartId,
    ]);
    const deps = { db: open.shop.db, gateway: gatewayAt(open.bank.url), log: silentLog };
    expect(await reconcileOrders(deps, new Date())).toBe(0);
    expect(await reconcile(await deadUrl())).toBe(0);
    expect((await ordersOf(cartId))[0]?.status).toBe('placing');
    // The failed try has leased the placement. The next try must come after the lease.
    expect(await reconcile()).toBe(0);
    expect(await reconcileOrders(deps, new Date(), 120_000)).toBe(1);
    expect((await ordersOf(cartId))[0]?.status).toBe('void');
  });

  test('several concurrent reconcilers settle each placement once', async () => {
    // Fewer placements than the failures that open the breaker, so all of them reach the bank.
    const carts = await Promise.all(Array.from({ length: 4 }, () => openCart(1)));
    const silent = (cartId: string) => postOrder(hasty, { cartId, payments: [card(280, '4000000000000416')] });
    const lost = (cartId: string) => postOrder(open.shop, { cartId, payments: [card(280, '4000000000000424')] });
    await Promise.all(carts.map((cartId, index) => (index % 2 === 0 ? silent(cartId) : lost(cartId))));
    const settled = await Promise.all([reconcile(), reconcile(), reconcile()]);
    expect(settled.reduce((sum, count) => sum + count, 0)).toBe(carts.length);
    const states = await Promise.all(carts.map(async (cartId) => (await ordersOf(cartId))[0]?.status));
    expect(states).toEqual(carts.map((_, index) => (index % 2 === 0 ? 'void' : 'processing')));
  });
});

test('[DEC-132] if the bank cannot be reached, nothing is charged and the cart is unchanged', async () => {
  const dead = await openShopWithBank({ BANK_URL: await deadUrl() });
  await createShopBasics(dead.shop.db);
  const productId = await createProduct(dead.shop.db, { sku: 'SPEAKER', price: 100_00 });
  const cartId = await prepareCart(dead.shop, { lines: [{ productId, quantity: 1 }] });
  const before = await stateOf(dead.shop.db, cartId);
  const answer = await postOrder(dead.shop, { cartId, payments: [card(130)] });
  expect(outcomeOf(answer)).toBe('502 PAY_PROCESSOR_ERROR');
  expect(await stateOf(dead.shop.db, cartId)).toEqual(before);
  await dead.close();
});

test('[API-42] the answer to an order contains its number, and every refusal has the same form', async () => {
  const { shop } = open;
  const customer = await signInCustomer(shop.db, 'numerada@correo.gt', new Date());
  const own = async () => prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const place = (cartId: string, payment: object, headers = {}) =>
    shop.inject({
      method: 'POST',
      url: '/v1/orders',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      payload: { cartId, payments: [payment], deliveryPromise: { shippingMethod: 'delivery', groups: [] } },
    });
  const placed = await place(await own(), card(330));
  expect([placed.statusCode, placed.json()]).toEqual([
    200,
    { status: 200, data: { orderNumber: expect.stringMatching(/^\d{9}$/) } },
  ]);
  const guests = await own();
  const owned = await own();
  await shop.db.pool.query('update carts set customer_id = $2 where id = $1', [owned, customer.id]);
  const link = await own();
  await shop.db.pool.query("update carts set link_expires_at = now() + interval '1 day' where id = $1", [link]);
  const refused = [
    await place(guests, { ...card(330), ccOwner: '' }),
    await place(owned, card(330)),
    await place(link, card(330), customer.headers),
    await place(randomUUID(), card(330)),
    await place(guests, card(329)),
    await place(guests, card(330, '4000000000000119')),
  ];
  expect(refused.map(outcomeOf)).toEqual([
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 CART_NOT_FOUND',
    '409 PAY_AMOUNT_MISMATCH',
    '502 PAY_PROCESSOR_ERROR',
  ]);
  for (const answer of refused) {
    const { status, message, error } = answer.json();
    expect(status).toBe(answer.statusCode);
    expect(message).toMatch(/\S/);
    expect(error).toMatchObject({ code: error.metadata.mgtoCode, message });
  }
});

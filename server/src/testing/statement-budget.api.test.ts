import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintProof } from './captcha-proofs.ts';
import { done } from './cart-calls.ts';
import { buyGiftCard, byGiftCard } from './gift-card-calls.ts';
import { card, cash, openShopWithBank } from './order-calls.ts';
import { applyPoints, biCard, member, offeredCode, redeem, requestPoints } from './points-calls.ts';
import { signInCustomer } from './sessions.ts';
import { createProduct, createShopBasics } from './shop-fixtures.ts';
import type { TestShop } from './test-shop.ts';
import { until } from './until.ts';

// Limits the statements of a call (architecture §8), without BEGIN and COMMIT. A statement is a round trip.

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  for (const sku of ['TV', 'RADIO', 'CABLE']) await createProduct(shop.db, { sku, price: 100_00 });
  await shop.db.pool.query("insert into coupons (code, label, amount) values ('MENOS10', 'Menos Q10', 1000)");
});
afterAll(() => open.close());

const address = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: '12 calle 1-25',
  city: 'Guatemala',
  region: 485,
  telephone: '55554444',
};

interface Step {
  name: string;
  most: number;
  send(): Promise<unknown>;
}

/** Sends the calls one after the other. Returns the calls that sent too many statements. */
const overBudget = async (steps: readonly Step[]): Promise<string[]> => {
  const over: string[] = [];
  for (const { name, most, send } of steps) {
    await send();
    const sent = shop.lastStatements();
    if (sent.length > most) over.push(`${name}: ${sent.length} of ${most} (${sent.join(', ')})`);
    expect(sent.length, name).toBeGreaterThan(0);
  }
  return over;
};

test('reading calls: product page 2, search 2, suggestions 2, cart 1', async () => {
  const { id } = done(await shop.call('createCart', { body: {} }));
  const query = { q: 'bocina', brand: 'Volcán', sort: 'price_asc' as const };
  // A process loads its search records once, when it first searches products.
  done(await shop.call('searchProducts', { query }));
  const steps: Step[] = [
    {
      name: 'product page',
      most: 2,
      send: async () => done(await shop.call('getProductBySlug', { params: { slug: 'tv' } })),
    },
    { name: 'product', most: 1, send: async () => done(await shop.call('getProductBySku', { params: { sku: 'TV' } })) },
    {
      name: 'products',
      most: 1,
      send: async () => done(await shop.call('listProducts', { query: { skus: 'TV,RADIO' } })),
    },
    { name: 'search', most: 2, send: async () => done(await shop.call('searchProducts', { query })) },
    {
      name: 'browse',
      most: 2,
      send: async () => done(await shop.call('searchProducts', { query: { category: '2' } })),
    },
    { name: 'suggest', most: 2, send: async () => done(await shop.call('searchSuggestions', { query: { q: 'boc' } })) },
    { name: 'cart', most: 1, send: async () => done(await shop.call('getCart', { params: { id } })) },
  ];
  expect(await overBudget(steps)).toEqual([]);
});

test('every call of a purchase changes the cart in at most 2 statements', async () => {
  const { id } = done(await shop.call('createCart', { body: {} }));
  expect(shop.lastStatements()).toHaveLength(1);
  const params = { id };
  const add = async (sku: string) => done(await shop.call('addCartProduct', { params, body: { sku, quantity: 1 } }));
  const { cartItemId } = await add('CABLE');
  const change = async (quantity: number) =>
    done(await shop.call('changeCartProduct', { params, body: { cartItemId, quantity } }));
  const method = { carrierCode: 'tablerate', methodCode: 'bestway' } as const;
  const billing = { same_as_shipping: true };
  const steps: [name: string, send: () => Promise<unknown>][] = [
    ['add', () => add('TV')],
    ['add the same', () => add('TV')],
    ['change', () => change(3)],
    ['remove', () => change(0)],
    ['donate', async () => done(await shop.call('setCartDonation', { params, body: { donation: 5 } }))],
    ['do not donate', async () => done(await shop.call('removeCartDonation', { params }))],
    ['coupon', async () => done(await shop.call('applyCoupon', { body: { cartId: id, couponCode: 'MENOS10' } }))],
    ['coupon twice', async () => done(await shop.call('applyCoupon', { body: { cartId: id, couponCode: 'MENOS10' } }))],
    ['no coupon', async () => done(await shop.call('removeCoupon', { params }))],
    ['address', async () => done(await shop.call('setCartShippingAddress', { params, body: address }))],
    ['other address', async () => done(await shop.call('changeCartShippingAddress', { params, body: address }))],
    ['method', async () => done(await shop.call('setCartShippingMethod', { params, body: method }))],
    ['rate', async () => done(await shop.call('getCartTableRate', { params }))],
    ['billing', async () => done(await shop.call('setCartBillingAddress', { params, body: billing }))],
    [
      'payment',
      async () => done(await shop.call('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } })),
    ],
    ['confirm', async () => done(await shop.call('confirmCart', { params, body: { email: 'lucia@correo.gt' } }))],
  ];
  expect(await overBudget(steps.map(([name, send]) => ({ name, most: 2, send })))).toEqual([]);
});

/** Creates a cart with three lines, ready for its order. Returns its ID and total. */
const readyCart = async (quantity = 1): Promise<{ cartId: string; total: number }> => {
  const { id } = done(await shop.call('createCart', { body: {} }));
  const params = { id };
  for (const sku of ['TV', 'RADIO', 'CABLE']) {
    done(await shop.call('addCartProduct', { params, body: { sku, quantity } }));
  }
  done(await shop.call('setCartShippingAddress', { params, body: address }));
  const method = { carrierCode: 'tablerate', methodCode: 'bestway' } as const;
  done(await shop.call('setCartShippingMethod', { params, body: method }));
  done(await shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }));
  const body = { paymentMethod: 'kosmos_payment' } as const;
  const paid = done(await shop.call('setCartPaymentMethod', { params, body }));
  done(await shop.call('confirmCart', { params, body: { email: 'lucia@correo.gt' } }));
  return { cartId: id, total: paid.data.prices.grandTotal.value };
};

test('points: options 2, request 8 (also with a card, from a network, found or not), apply 6', async () => {
  const cartId = (await readyCart(6)).cartId;
  // The shop loads its captcha secret once.
  done(await requestPoints(shop, cartId));
  const code = await offeredCode(shop, cartId, 25);
  const from = '2001:db8::7';
  const request = async (form: object, status: number) => {
    const headers = { 'x-recaptcha': await mintProof(shop) };
    const url = '/v1/catalogs/coupons/points/request';
    const answer = await shop.inject({
      method: 'POST',
      url,
      payload: { cartId, ...form },
      headers,
      remoteAddress: from,
    });
    expect(answer.statusCode, answer.payload).toBe(status);
  };
  const steps: Step[] = [
    { name: 'options', most: 2, send: async () => done(await shop.call('getPointsOptions', { query: { cartId } })) },
    { name: 'request by document', most: 8, send: () => request(member, 200) },
    { name: 'request by card', most: 8, send: () => request(biCard(), 200) },
    { name: 'request of nobody’s', most: 8, send: () => request({ ...biCard(), ccCVV: '124' }, 404) },
    { name: 'apply', most: 6, send: async () => done(await applyPoints(shop, cartId, code)) },
    { name: 'apply again', most: 2, send: async () => done(await applyPoints(shop, cartId, code)) },
  ];
  expect(await overBudget(steps)).toEqual([]);
});

/** The payment entry of a coupon or points (ORD-01). */
const slotEntry = (amount: number) => ({ paymentType: 'Coupon', paymentPlan: 0, paymentAmount: amount });

const inSix = (payment: object) => ({ ...payment, paymentType: 'CardInstallments', paymentPlan: 6 });

/** Returns a payment by a customer's saved card. */
const savedCard = async () => {
  const ana = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());
  const saving = card((await readyCart()).total, '4111111111111111', { savePaymentInstrument: true });
  const { cartId, total } = await readyCart();
  const payload = { cartId, payments: [{ ...saving, paymentAmount: total }] };
  const answer = await shop.inject({ method: 'POST', url: '/v1/orders', payload, headers: ana.headers });
  expect(answer.statusCode).toBe(200);
  const list = async () => done(await shop.call('listSavedCards', {}, { headers: ana.headers }));
  await until(async () => (await list()).length === 1);
  const token = (await list())[0]?.instrumentToken;
  const pay = (amount: number) => ({
    paymentType: 'Card',
    paymentPlan: 1,
    paymentAmount: amount,
    token,
    tokenType: 'InstrumentToken',
    ccCVV: '123',
  });
  return { headers: ana.headers, pay };
};

test('an order takes at most 8 statements with any payment method, except for payment links', async () => {
  const saved = await savedCard();
  const ways: [name: string, payment: (total: number) => object, status: number, headers?: object][] = [
    ['cash', cash, 200],
    ['card', card, 200],
    ['card in 6 payments', (total) => inSix(card(total)), 200],
    ['refused card', (total) => card(total, '4000000000000002'), 400],
    ['saved card', saved.pay, 200, saved.headers],
    ['saved card in 6 payments', (total) => inSix(saved.pay(total)), 200, saved.headers],
  ];
  for (const slot of ['coupon', 'points'] as const) {
    for (const [name, payment, status, headers] of ways) {
      const { cartId, total: full } = await readyCart(6);
      if (slot === 'coupon') done(await shop.call('applyCoupon', { body: { cartId, couponCode: 'MENOS10' } }));
      else await redeem(shop, cartId, 25);
      const off = slot === 'coupon' ? 10 : 25;
      const method = { paymentMethod: 'otherVisaInstallments', bin: '411111' } as const;
      if (name.includes('6')) done(await shop.call('setCartPaymentMethod', { params: { id: cartId }, body: method }));
      const payload = { cartId, payments: [payment(full - off), slotEntry(off)] };
      const key = { 'idempotency-key': `${name} with ${slot}` };
      const answer = await shop.inject({ method: 'POST', url: '/v1/orders', payload, headers: { ...key, ...headers } });
      expect(answer.statusCode, `${name} with ${slot}: ${answer.payload}`).toBe(status);
      // Every call with a session looks up its owner.
      const sent = shop.lastStatements().filter((each) => each !== 'auth.session');
      expect(sent.length, `${name} with ${slot}: ${sent.join(', ')}`).toBeLessThanOrEqual(8);
    }
  }
});

test('gift cards add two statements to an order, for any number of cards', async () => {
  const gifts = [await buyGiftCard(shop, 10_00), await buyGiftCard(shop, 10_00)];
  for (const beside of [cash, card]) {
    const { cartId, total } = await readyCart(6);
    const payments = [...gifts.map((gift) => byGiftCard(gift, 5)), beside(total - 10)];
    const headers = { 'idempotency-key': `gift cards with ${beside.name}` };
    const answer = await shop.inject({ method: 'POST', url: '/v1/orders', payload: { cartId, payments }, headers });
    expect(answer.statusCode, answer.payload).toBe(200);
    const sent = shop.lastStatements();
    expect(sent.length, sent.join(', ')).toBeLessThanOrEqual(beside === cash ? 8 : 9);
    expect(sent.filter((name) => /^gift-cards|shop-secret/.test(name))).toEqual([
      'platform.shop-secret',
      'gift-cards.lock',
    ]);
  }
});

/** Opens a payment link of a ready cart in a browser. */
const openedLink = async () => {
  const { cartId } = await readyCart(6);
  const advisor = { employeeHash: 'asesor-demo', storeCode: 'MAX' };
  done(await shop.call('attachAdvisor', { params: { id: cartId }, body: advisor }));
  const link = done(await shop.call('cloneCart', { params: { id: cartId }, body: {} })).newCartId;
  const opened = done(await shop.call('openPaymentLink', { params: { quoteId: link }, body: {} })).data;
  const { cartId: copy, token } = opened;
  return { copy, headers: { authorization: `Bearer ${token}` } };
};

test('an order of a payment link takes at most 9 statements in cash, 10 by card, 11 by card with points', async () => {
  await shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor-demo', 'MAX', 'Andrea', now())`,
  );
  const ways = [
    { name: 'cash', payment: cash, off: 0, most: 9 },
    { name: 'card', payment: card, off: 0, most: 10 },
    { name: 'card with points', payment: card, off: 25, most: 11 },
  ];
  for (const { name, payment, off, most } of ways) {
    const { copy, headers } = await openedLink();
    if (off > 0) {
      const proof = { ...headers, 'x-recaptcha': await mintProof(shop) };
      const offer = done(await shop.call('requestPoints', { body: { cartId: copy, ...member } }, { headers: proof }));
      const { couponCode = '' } = offer.coupons.find(({ discountAmount }) => discountAmount === off) ?? {};
      done(await shop.call('applyPoints', { body: { cartId: copy, couponCode } }, { headers }));
    }
    const body = { paymentMethod: 'kosmos_payment' } as const;
    const { data } = done(await shop.call('setCartPaymentMethod', { params: { id: copy }, body }, { headers }));
    const payments = [payment(data.prices.grandTotal.value), ...(off > 0 ? [slotEntry(off)] : [])];
    const answer = await shop.inject({
      method: 'POST',
      url: '/v1/orders/link',
      payload: { cartId: copy, payments },
      headers: { ...headers, 'idempotency-key': `link ${name}` },
    });
    expect(answer.statusCode, `${name}: ${answer.payload}`).toBe(200);
    const sent = shop.lastStatements();
    expect(sent.length, `${name}: ${sent.join(', ')}`).toBeLessThanOrEqual(most);
  }
});

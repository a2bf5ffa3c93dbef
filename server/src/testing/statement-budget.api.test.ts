import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from './cart-calls.ts';
import { card, cash, openShopWithBank, postOrder } from './order-calls.ts';
import { createProduct, createShopBasics } from './shop-fixtures.ts';
import type { TestShop } from './test-shop.ts';

// Architecture §8: what a call may send to the database, BEGIN and COMMIT excluded. A statement is a round trip.

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

/** Sends the calls one after the other; answers those that sent more statements than they may. */
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

test('[DEC-08] reading calls: product page 2, search 2, suggestions 2, cart 1', async () => {
  const { id } = done(await shop.call('createCart', { body: {} }));
  const query = { q: 'bocina', brand: 'Volcán', sort: 'price_asc' as const };
  // A process that meets products for the first time asks for their search records once.
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

test('[DEC-08] every call of a purchase changes the cart in at most 2 statements', async () => {
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

/** A cart of three lines, ready for its order; answers its id and total. */
const readyCart = async (): Promise<{ cartId: string; total: number }> => {
  const { id } = done(await shop.call('createCart', { body: {} }));
  const params = { id };
  for (const sku of ['TV', 'RADIO', 'CABLE']) {
    done(await shop.call('addCartProduct', { params, body: { sku, quantity: 1 } }));
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

test('[DEC-08, ORD-10] an order costs at most 8 statements, in cash and by card, approved and refused', async () => {
  const ways: [name: string, payment: (total: number) => object, status: number][] = [
    ['cash', cash, 200],
    ['card', card, 200],
    ['refused card', (total) => card(total, '4000000000000002'), 400],
  ];
  for (const [name, payment, status] of ways) {
    const { cartId, total: full } = await readyCart();
    done(await shop.call('applyCoupon', { body: { cartId, couponCode: 'MENOS10' } }));
    const total = full - 10;
    const answer = await postOrder(shop, { cartId, payments: [payment(total)] }, `key-of-${name}`);
    expect(answer.statusCode, name).toBe(status);
    expect(shop.lastStatements().length, `${name}: ${shop.lastStatements().join(', ')}`).toBeLessThanOrEqual(8);
  }
});

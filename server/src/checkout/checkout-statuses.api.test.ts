import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, done, openCart, readCart } from '../testing/cart-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 900_00 });
});
afterAll(() => shop.close());

const address = { firstname: 'Ana', lastname: 'Paz', street: '12 calle 1-25', city: 'Guatemala', region: 485 };
const delivery = { carrierCode: 'tablerate', methodCode: 'bestway', notificationMode: 'all' };

/** Creates a cart with a television and an address. */
const addressedCart = async (): Promise<string> => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV'));
  done(await shop.call('setCartShippingAddress', { params: { id }, body: address }));
  return id;
};

interface Documented {
  method: 'POST' | 'PATCH';
  path: string;
  status: number;
  body: object;
  bad: object;
  answer: object;
}

const documented: [string, Documented][] = [
  [
    '[API-28] POST shippingAddress',
    {
      method: 'POST',
      path: 'shippingAddress',
      status: 201,
      body: address,
      bad: { ...address, city: '' },
      answer: { shippingAddress: { street: ['12 calle 1-25'] } },
    },
  ],
  [
    '[API-28] PATCH shippingAddress',
    {
      method: 'PATCH',
      path: 'shippingAddress',
      status: 200,
      body: { ...address, street: '5a avenida 9-99' },
      bad: { ...address, region: 'Guatemala' },
      answer: { shippingAddress: { street: ['5a avenida 9-99'] } },
    },
  ],
  [
    '[API-29] POST billingAddress',
    {
      method: 'POST',
      path: 'billingAddress',
      status: 201,
      body: { firstname: 'Ana Paz', nit: '576937-K' },
      bad: { firstname: 'Ana Paz', nit: '5769371' },
      answer: { billingAddress: { nit: '576937K', street: ['Ciudad'] } },
    },
  ],
  [
    '[API-30] POST shippingMethods',
    {
      method: 'POST',
      path: 'shippingMethods',
      status: 201,
      body: delivery,
      bad: { ...delivery, methodCode: 'pickup' },
      answer: {
        selectedShippingMethod: { carrierCode: 'tablerate', methodCode: 'bestway' },
        prices: { shipping: { value: 30, currency: 'GTQ' } },
      },
    },
  ],
  [
    '[API-31] POST paymentMethods',
    {
      method: 'POST',
      path: 'paymentMethods',
      status: 201,
      body: { paymentMethod: 'kosmos_payment', bin: '411111' },
      bad: { paymentMethod: 'kosmos_payment', bin: '4111' },
      answer: {
        selectedPaymentMethod: { code: 'kosmos_payment' },
        prices: { grandTotal: { value: 900, currency: 'GTQ' } },
      },
    },
  ],
];

test.each(documented)('%s returns its status, and a refusal (400 or 404) stores nothing', async (_, call) => {
  const id = await addressedCart();
  const send = (cartId: string, payload: object) =>
    shop.inject({ method: call.method, url: `/v1/carts/${cartId}/${call.path}`, payload });
  const before = await readCart(shop, id);
  const refused = await send(id, call.bad);
  expect(refused.json()).toMatchObject({
    status: 400,
    error: { code: 'VALIDATION_ERROR', metadata: { fields: {} } },
  });
  expect(refused.statusCode).toBe(400);
  expect(await readCart(shop, id)).toEqual(before);
  expect((await send(randomUUID(), call.body)).statusCode).toBe(404);
  const taken = await send(id, call.body);
  expect(taken.statusCode).toBe(call.status);
  expect(taken.json()).toMatchObject({ status: call.status, data: call.answer });
});

test('[API-32] GET tableRate answers 200 with the fee of the address, 404 for an unknown cart', async () => {
  const read = (id: string) => shop.inject({ method: 'GET', url: `/v1/carts/${id}/tableRate` });
  const known = await read(await addressedCart());
  expect(known.statusCode).toBe(200);
  expect(known.json()).toEqual({ status: 200, data: { value: 30, currency: 'GTQ' } });
  expect((await read(randomUUID())).statusCode).toBe(404);
});

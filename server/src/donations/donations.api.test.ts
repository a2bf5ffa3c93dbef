import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, changeLine, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 900_00 });
  await createProduct(shop.db, { sku: 'TECKI', kind: 'service' });
});
afterAll(() => shop.close());

const donate = (id: string, donation: number) => shop.call('setCartDonation', { params: { id }, body: { donation } });
const removeDonation = (id: string) => shop.call('removeCartDonation', { params: { id } });

test('[DON-01, DON-05, DEC-178] a donation is an item, part of the subtotal, and in no quantity', async () => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV', { quantity: 2 }));
  const answer = done(await donate(id, 25));
  expect(shop.lastStatements()).toEqual(['donations.set', 'carts.read']);
  expect(answer).toMatchObject({ status: 201, donation: 25, totalQuantity: 2, prices: { subtotal: { value: 1825 } } });
  expect(answer.items.at(-1)).toMatchObject({ sku: 'DONAPUENTE', isDonation: true, kind: 'donation', quantity: 1 });
});

test('[CONST-30] [DIF-17] a donation cannot be a product of a shop, and no call adds one to a cart', async () => {
  await expect(createProduct(shop.db, { sku: 'DONAPUENTE', kind: 'service', price: 1_00 })).rejects.toMatchObject({
    constraint: 'donation_is_no_product',
  });
  const id = await openCart(shop);
  expect(codeOf(await addProduct(shop, id, 'DONAPUENTE', { quantity: 6 }))).toBe('PRODUCT_NOT_FOUND');
});

test('[DEC-82] a new donation replaces the earlier one', async () => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV'));
  done(await donate(id, 5));
  expect(done(await donate(id, 1000))).toMatchObject({ donation: 1000, prices: { subtotal: { value: 1900 } } });
});

test('[DEC-82] a donation must be in whole quetzales, from 1 to 1,000', async () => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV'));
  for (const donation of [0, 1001, 2.5, -5]) {
    expect(await donate(id, donation)).toMatchObject({ error: { code: 'VALIDATION_ERROR', status: 400 } });
  }
  expect(done(await donate(id, 1)).donation).toBe(1);
});

test('[DEC-82] an empty or digital-only cart accepts no donation', async () => {
  const id = await openCart(shop);
  expect(await donate(id, 5)).toMatchObject({ error: { code: 'DONATION_NOT_ALLOWED', status: 400 } });
  done(await addProduct(shop, id, 'TECKI'));
  expect(codeOf(await donate(id, 5))).toBe('DONATION_NOT_ALLOWED');
});

test('[DEC-82] the donation is removed when only digital items remain', async () => {
  const id = await openCart(shop);
  const { cartItemId } = done(await addProduct(shop, id, 'TV'));
  done(await addProduct(shop, id, 'TECKI'));
  done(await donate(id, 5));
  const left = done(await changeLine(shop, id, cartItemId, 0));
  expect(left).toMatchObject({ donation: null, isDigital: true });
  expect(left.items.map((item) => item.sku)).toEqual(['TECKI']);
});

test('[DON-07, DEC-53] a donation without products stays until it is removed, and then the cart is empty', async () => {
  const id = await openCart(shop);
  const { cartItemId } = done(await addProduct(shop, id, 'TV'));
  done(await donate(id, 5));
  expect(done(await changeLine(shop, id, cartItemId, 0)).items).toMatchObject([{ isDonation: true }]);
  expect(done(await removeDonation(id))).toMatchObject({ status: 200, items: [], donation: null });
  expect(shop.lastStatements()).toEqual(['donations.remove', 'carts.read']);
  expect(codeOf(await removeDonation(id))).toBe('ok');
});

test('[API-26] a donation answers 201 with items, units and prices, and a refusal answers 400 or 404', async () => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV', { quantity: 2 }));
  const post = (payload: object) => shop.inject({ method: 'POST', url: `/v1/carts/${id}/donation`, payload });
  const given = await post({ donation: 25 });
  const { status, items, totalQuantity, prices } = given.json();
  expect([given.statusCode, status, totalQuantity]).toEqual([201, 201, 2]);
  expect(items.map(({ sku }: { sku: string }) => sku)).toEqual(['TV', 'DONAPUENTE']);
  expect([prices.subtotal, prices.grandTotal]).toMatchObject([{ value: 1825 }, { value: 1825 }]);
  for (const wrong of [{}, { donation: '25' }, { donation: 0 }, { donation: 25, cause: 'agua' }])
    expect((await post(wrong)).statusCode).toBe(400);
  expect(await donate(randomUUID(), 5)).toMatchObject({ error: { status: 404, code: 'CART_NOT_FOUND' } });
  expect((await readCart(shop, id)).donation).toBe(25);
});

test('[API-27] removing a donation answers 404 for an unknown cart, 409 for a cart being ordered', async () => {
  expect(codeOf(await donate(randomUUID(), 5))).toBe('CART_NOT_FOUND');
  expect(codeOf(await removeDonation(randomUUID()))).toBe('CART_NOT_FOUND');
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV'));
  await shop.db.pool.query("update carts set status = 'placing' where id = $1", [id]);
  expect(codeOf(await donate(id, 5))).toBe('ORDER_IN_PROGRESS');
  expect(codeOf(await removeDonation(id))).toBe('ORDER_IN_PROGRESS');
  expect((await readCart(shop, id)).donation).toBeNull();
});

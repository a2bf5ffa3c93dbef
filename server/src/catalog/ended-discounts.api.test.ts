import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, done, openCart, readCart } from '../testing/cart-calls.ts';
import { cash, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { findNextPriceChange } from './catalog.store.ts';
import { endDiscountsTask } from './catalog.tasks.ts';

const end = new Date('2026-11-28T00:00:00-06:00');
const lastMoment = new Date(end.getTime() - 1);

let shop: TestShop;
let speaker: number;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 80_00, regularPrice: 100_00 });
  await shop.db.pool.query('update products set discount_ends_at = $1 where id = $2', [end, speaker]);
});
afterAll(() => shop.close());

const pageOf = async (slug: string) => {
  const answer = await shop.call('getProductBySlug', { params: { slug } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};

test('[CAT-12] a discount applies until the moment shown on the page, in a cart and in suggestions', async () => {
  const cartId = await openCart(shop);
  shop.setNow(lastMoment);
  done(await addProduct(shop, cartId, 'SPEAKER'));
  const seen = async () => {
    const { salesPrice, discount } = await pageOf('speaker');
    const suggested = done(await shop.call('searchSuggestions', { query: { q: 'bocina' } }));
    return {
      page: [salesPrice?.value, discount?.percentOff],
      cart: (await readCart(shop, cartId)).prices.subtotal.value,
      suggested: suggested.data.find(({ type }) => type === 'product')?.price?.value,
    };
  };
  expect(await seen()).toEqual({ page: [80, 20], cart: 80, suggested: 80 });
  shop.setNow(end);
  expect(await seen()).toEqual({ page: [100, undefined], cart: 100, suggested: 100 });
});

test('[CAT-12] no order gets the price of a discount that has ended', async () => {
  const lines = [{ productId: speaker, quantity: 1 }];
  shop.setNow(end);
  const cartId = await prepareCart(shop, { lines });
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(110)] }))).not.toMatch(/^200/);
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(130)] }))).toMatch(/^200/);
});

test('[CAT-12] cached prices expire at the end of the next discount', async () => {
  expect(await findNextPriceChange(shop.db.read, lastMoment)).toEqual(end);
  expect(await findNextPriceChange(shop.db.read, end)).toBeNull();
});

test('[CAT-12] within a minute, search and sorting use the regular price of an ended discount', async () => {
  await createProduct(shop.db, { sku: 'LAMP', title: 'Bocina LAMP', price: 90_00 });
  const found = async (query: object) =>
    done(await shop.call('searchProducts', { query: { q: 'bocina', ...query } })).products.map(({ sku }) => sku);
  shop.setNow(lastMoment);
  await endDiscountsTask({ db: shop.db }).run({}, { now: lastMoment, log: shop.log });
  expect(await found({ sort: 'price_asc' })).toEqual(['SPEAKER', 'LAMP']);
  expect(await found({ offers: 'true' })).toEqual(['SPEAKER']);
  shop.setNow(end);
  await endDiscountsTask({ db: shop.db }).run({}, { now: end, log: shop.log });
  expect(await found({ sort: 'price_asc' })).toEqual(['LAMP', 'SPEAKER']);
  expect(await found({ offers: 'true' })).toEqual([]);
});

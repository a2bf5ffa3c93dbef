import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { openDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('[OFF-29, PROD-27] the first product of an empty shop is sold by the shop, under its name', async () => {
  const owner = await openDesk(shop, 'owner');
  const { version } = done(await owner.call('getSettings', {})).data;
  done(await owner.call('changeSettings', { body: { version, shopName: 'Electrónica Maya' } }));
  done(await owner.call('createStandardCategories', { body: {} }));
  done(await owner.call('createBrand', { body: { title: 'Volcán' } }));
  const body = { title: 'Bocina Volcán 300', category: 'audio', brand: 'Volcán', regularPrice: 499 };
  const made = await Promise.all([1, 2].map(() => owner.call('createProduct', { body })));
  expect(made.map((answer) => answer.ok)).toEqual([true, true]);
  expect((await shop.db.pool.query('select id, title, slug from sellers')).rows).toEqual([
    { id: 1, title: 'Electrónica Maya', slug: 'electronica-maya' },
  ]);
  const other = done(await owner.call('createDeskSeller', { body: { title: 'Óptica', leadDays: 2 } }));
  expect(String(other.data.id)).toBe('2');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

const searchRow = async (id: number): Promise<object[]> =>
  (
    await shop.db.pool.query<object>(
      `select encode(record, 'hex') as record, words::text, price, discount, sold, t.texts
       from product_search s, lateral (select words::text as texts from product_texts where product_id = s.product_id) t
       where product_id = $1`,
      [id],
    )
  ).rows;

test.each([
  ['within a range of the facet', 'regular_price = 49000, sales_price = 27000'],
  ['into another range', 'regular_price = 700000, sales_price = 650000'],
  ['away', 'regular_price = null, sales_price = null'],
  ['with a sale', 'regular_price = 30100, sales_price = 30000, sold_count = sold_count + 3'],
  ['with its title', `regular_price = 31000, sales_price = 31000, title = 'Otra bocina'`],
])('a price that goes %s gives the same search row as a full refresh', async (name, change) => {
  const id = await createProduct(shop.db, { sku: name, price: 300_00 });
  const other = await createProduct(shop.db, { sku: `${name}, other`, price: 300_00 });
  const untouched = await searchRow(other);
  await shop.db.pool.query(`update products set ${change} where id = $1`, [id]);
  const changed = await searchRow(id);
  expect(changed).toHaveLength(1);
  await shop.db.pool.query('select refresh_product_search(array[$1::bigint])', [id]);
  expect(await searchRow(id)).toEqual(changed);
  expect(await searchRow(other)).toEqual(untouched);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { done, readCart } from '../testing/cart-calls.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { countBoughtTogether } from './recommendations.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
const ids: Record<string, number> = {};

const create = async (sku: string, more: Partial<Parameters<typeof createProduct>[1]> = {}): Promise<void> => {
  ids[sku] = await createProduct(shop.db, { sku, price: 300_00, ...more });
};
const idOf = (sku: string): number => ids[sku] ?? 0;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  for (const sku of ['TV', 'MOUNT', 'CABLE', 'LAST', 'LISTED']) await create(sku, { categoryId: 1 });
  await create('SAME', { categoryId: 1 });
  await create('BEST', { categoryId: 2 });
  await shop.db.pool.query("update products set sold_count = 500 where sku = 'BEST'");
  await shop.db.pool.query("update products set sold_count = 50 where sku = 'SAME'");
});
afterAll(() => open.close());

/** Places an order of these products. */
const buy = async (...skus: string[]): Promise<void> => {
  const lines = skus.map((sku) => ({ productId: idOf(sku), quantity: 1 }));
  const cartId = await prepareCart(shop, { lines });
  const total = (await readCart(shop, cartId)).prices.grandTotal.value;
  const answer = await postOrder(shop, { cartId, payments: [cash(total)] });
  expect(answer.statusCode, answer.payload).toBe(200);
};

const recommended = async (skus: string): Promise<string[]> =>
  done(await shop.call('getRecommendations', { query: { skus } })).products.map(({ sku }) => sku);

const countAll = async (): Promise<void> => {
  while ((await countBoughtTogether(shop.db.write)) > 0);
};

test('[REC-01, DEC-85] products bought together come first, then the category, then best-sellers', async () => {
  await buy('TV', 'CABLE');
  await buy('TV', 'MOUNT');
  await buy('TV', 'MOUNT');
  await countAll();
  expect((await recommended('TV')).slice(0, 3)).toEqual(['MOUNT', 'CABLE', 'SAME']);
  expect(await recommended('TV')).toContain('BEST');
  expect(shop.lastStatements()).toEqual(['recommendations.list']);
  expect((await recommended('MOUNT'))[0]).toBe('TV');
});

test('[REC-04, DEC-85] recommends twelve products at most, and never a service', async () => {
  for (let number = 1; number <= 12; number += 1) await create(`MORE-${number}`, { categoryId: 2 });
  await create('SERVICE', { categoryId: 1, kind: 'service' });
  await shop.db.pool.query("update products set sold_count = 900 where sku = 'SERVICE'");
  const answer = await recommended('TV');
  expect(answer).toHaveLength(12);
  expect(new Set(answer).size).toBe(12);
  expect(answer).not.toContain('SERVICE');
});

test('each order is counted once, even by concurrent jobs, and later jobs count only new orders', async () => {
  await Promise.all([buy('LAST', 'CABLE'), buy('LAST', 'CABLE'), buy('LAST', 'CABLE')]);
  const counted = await Promise.all([1, 2, 3, 4].map(() => countBoughtTogether(shop.db.write, 2)));
  await countAll();
  expect(counted.reduce((sum, orders) => sum + orders, 0)).toBeLessThanOrEqual(3);
  const { rows } = await shop.db.pool.query(
    'select orders from bought_together where (product_id, companion_id) in (($1, $2), ($2, $1))',
    [idOf('LAST'), idOf('CABLE')],
  );
  expect(rows).toEqual([{ orders: 3 }, { orders: 3 }]);
  expect(await countBoughtTogether(shop.db.write)).toBe(0);
});

test('[REC-04] products in the cart, sold out, withdrawn or without a price are never recommended', async () => {
  await countAll();
  expect((await recommended('CABLE')).slice(0, 2)).toEqual(['LAST', 'TV']);
  expect(await recommended('CABLE,LAST')).not.toContain('LAST');
  await shop.db.pool.query(
    "select move_stock($1, 'BODEGA', -salable, 'counted') from stock_totals where product_id = $1",
    [idOf('LAST')],
  );
  expect(await recommended('CABLE')).not.toContain('LAST');
  await shop.db.pool.query("update products set is_listed = false where sku = 'TV'");
  expect(await recommended('CABLE')).not.toContain('TV');
  await shop.db.pool.query(
    "update products set is_listed = true, sales_price = null, regular_price = null where sku = 'TV'",
  );
  expect(await recommended('CABLE')).not.toContain('TV');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { countSales } from './sales-count.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
});
afterAll(() => open.close());

test('[DEC-20] each order’s units are counted once for the best-sellers, also when jobs run at the same time', async () => {
  const { shop } = open;
  const productId = await createProduct(shop.db, { sku: 'POPULAR', price: 1_000_00, stock: 100 });
  for (const quantity of [2, 3, 4]) {
    const cartId = await prepareCart(shop, { lines: [{ productId, quantity }] });
    expect((await postOrder(shop, { cartId, payments: [cash(quantity * 1000)] })).statusCode).toBe(200);
  }
  const counted = await Promise.all(Array.from({ length: 4 }, () => countSales(shop.db.write, 2)));
  await countSales(shop.db.write);
  const { rows } = await shop.db.pool.query("select sold_count from products where sku = 'POPULAR'");
  expect(rows).toEqual([{ sold_count: 9 }]);
  expect(counted.reduce((sum, orders) => sum + orders, 0)).toBeLessThanOrEqual(3);
  expect(await countSales(shop.db.write)).toBe(0);
});

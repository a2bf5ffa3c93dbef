import { afterAll, beforeAll, expect, test } from 'vitest';
import { countSales } from '../orders/sales-count.store.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let productIds: number[];

beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  productIds = [];
  for (let n = 1; n <= 8; n += 1)
    productIds.push(await createProduct(open.shop.db, { sku: `P${n}`, price: 200_00, stock: 1 }));
});
afterAll(() => open.close());

/** Rows of a product that is written last stand last: so the order in which a statement meets them changes. */
const shuffleRows = async (round: number): Promise<void> => {
  const moved = productIds[round % productIds.length];
  await open.shop.db.pool.query('update product_search set sold = sold where product_id = $1', [moved]);
  await open.shop.db.pool.query('update stock_totals set salable = salable where product_id <> $1', [moved]);
};

/** The order that takes the last unit of all of them, while sales of them are counted. */
const sellOut = async (round: number): Promise<void> => {
  const { shop } = open;
  await shop.db.pool.query('update orders set is_counted = false');
  const lines = (round % 2 === 0 ? productIds : productIds.toReversed()).map((productId) => ({
    productId,
    quantity: 1,
  }));
  const cartId = await prepareCart(shop, { lines });
  const [answer] = await Promise.all([
    postOrder(shop, { cartId, payments: [cash(1_600)] }),
    countSales(shop.db.write),
    countSales(shop.db.write),
  ]);
  expect(answer.statusCode, answer.body).toBe(200);
};

test('orders that sell several products out and the counting of their sales never wait for each other', async () => {
  const { db } = open.shop;
  for (let round = 0; round < 40; round += 1) {
    await sellOut(round);
    await shuffleRows(round);
    for (const id of productIds) await addStock(db, id, 1);
  }
  const { rows } = await db.pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

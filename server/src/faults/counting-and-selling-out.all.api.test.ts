import { afterAll, beforeAll, expect, test } from 'vitest';
import { countSales } from '../orders/order-upkeep.store.ts';
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

/** Rewrites rows, which moves them to the table's end, so that statements read the rows in another order. */
const shuffleRows = async (round: number): Promise<void> => {
  const moved = productIds[round % productIds.length];
  await open.shop.db.pool.query('update product_search set sold = sold where product_id = $1', [moved]);
  await open.shop.db.pool.query('update stock_totals set salable = salable where product_id <> $1', [moved]);
};

/** Places an order that takes the last unit of each product, while sales of these products are counted. */
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

/** Counts the deadlocks in this database so far. A connection reports its statistics late, so this asks all connections for them. */
const deadlocks = async (): Promise<number> => {
  const { pool } = open.shop.db;
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const one of all) await one.query('select pg_stat_force_next_flush()');
  for (const one of all) one.release();
  const { rows } = await pool.query<{ count: number }>(
    'select deadlocks::integer as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.count ?? 0;
};

test('a deadlock of two transactions is counted', async () => {
  const { pool } = open.shop.db;
  const before = await deadlocks();
  const [one, other] = await Promise.all([pool.connect(), pool.connect()]);
  for (const connection of [one, other]) await connection.query('begin');
  const lock = 'select from products where id = $1 for update';
  await one.query(lock, [productIds[0]]);
  await other.query(lock, [productIds[1]]);
  const crossed = [one.query(lock, [productIds[1]]), other.query(lock, [productIds[0]])];
  const ends = (await Promise.allSettled(crossed)).map(({ status }) => status);
  for (const connection of [one, other]) {
    await connection.query('rollback');
    connection.release();
  }
  expect(ends.sort()).toEqual(['fulfilled', 'rejected']);
  expect(await deadlocks()).toBe(before + 1);
});

test('orders that sell out several products never deadlock with the count of their sales', async () => {
  const { db } = open.shop;
  const before = await deadlocks();
  for (let round = 0; round < 40; round += 1) {
    await sellOut(round);
    await shuffleRows(round);
    for (const id of productIds) await addStock(db, id, 1);
  }
  expect(await deadlocks()).toBe(before);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/open-database.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { countSales } from './order-upkeep.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
});
afterAll(() => open.close());

test('[DEC-20] each order’s units count once for the best-sellers, even if several jobs run concurrently', async () => {
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

/** Writes 5,000 orders that were canceled before their units were counted. */
const fillShop = `
  -- The rows are valid. Triggers that check each row would take most of the time.
  set local session_replication_role = replica;
  insert into carts (id, status) select gen_random_uuid(), 'ordered' from generate_series(1, 5000);
  insert into orders (id, cart_id, number, status, email, contact, billing_address, payment_type, subtotal, total, placed_at)
    select gen_random_uuid(), id, nextval('order_numbers'), 'canceled', '', '{}', '{}', 'Cash', 0, 0, now()
    from carts c where not exists (select from orders o where o.cart_id = c.id);
  analyze orders;`;

test('the count skips orders that were canceled before the count', async () => {
  await open.shop.db.pool.query(fillShop);
  // With only one connection, the statistics are available immediately.
  const db = openDatabase({ url: open.shop.url, maxConnections: 1 });
  const read = async (): Promise<number> => {
    await db.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await db.pool.query<{ read: number }>(
      `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = 'orders'`,
    );
    return rows[0]?.read ?? Number.NaN;
  };
  const before = await read();
  expect(await countSales(db.write)).toBe(0);
  expect((await read()) - before).toBeLessThan(100);
  await db.close();
});

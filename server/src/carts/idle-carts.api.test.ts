import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/database.ts';
import { card, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { deleteIdleCarts } from './carts.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let productId: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  productId = await createProduct(open.shop.db, { sku: 'RADIO', price: 1_000_00 });
});
afterAll(() => open.close());

const declined = '4000000000000002';

test('[DEC-72] the cart of an order that came to nothing goes as any other; the order stays, without naming anybody', async () => {
  const { shop } = open;
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  expect((await postOrder(shop, { cartId, payments: [card(1_000, declined)] })).statusCode).not.toBe(200);
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await deleteIdleCarts(shop.db.write, tomorrow)).toBe(1);
  expect((await shop.inject({ url: `/v1/carts/${cartId}` })).statusCode).toBe(404);
  const { rows } = await shop.db.pool.query(
    `select status, cart_id, email, contact, shipping_address, billing_address, total from orders`,
  );
  expect(rows).toEqual([
    {
      status: 'void',
      cart_id: null,
      email: '',
      contact: {},
      shipping_address: null,
      billing_address: {},
      total: 1_000_00,
    },
  ]);
});

/** 200,000 ordered carts, and 3,000 open ones of which each third has an order that came to nothing. */
const fillShop = `
  insert into carts (id, status, updated_at)
    select gen_random_uuid(), 'ordered', now() - interval '90 days' from generate_series(1, 200000);
  insert into orders (id, cart_id, number, status, email, contact, billing_address, payment_type, subtotal, total)
    select gen_random_uuid(), id, nextval('order_numbers'), 'processing', '', '{}', '{}', 'Cash', 0, 0 from carts where status = 'ordered';
  insert into carts (id, status, updated_at)
    select gen_random_uuid(), 'open', now() - interval '60 days' from generate_series(1, 3000);
  insert into orders (id, cart_id, status, email, contact, billing_address, payment_type, subtotal, total)
    select gen_random_uuid(), id, 'void', '', '{}', '{}', 'Card', 0, 0 from (select id from carts where status = 'open' limit 1000) c;
  analyze carts; analyze orders;`;

test('cleaning idle carts never reads all orders of a shop that has 200,000', async () => {
  const { shop } = open;
  await shop.db.pool.query(fillShop);
  // One connection, of no kind: as a worker's, which may read whole tables.
  const db = openDatabase({ url: shop.url, maxConnections: 1 });
  const scans = async (): Promise<number> => {
    await db.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await db.pool.query<{ scans: number }>(
      `select seq_scan as scans from pg_stat_user_tables where relname = 'orders'`,
    );
    return rows[0]?.scans ?? -1;
  };
  const before = await scans();
  // What the deletion looks up itself counts too: each deleted cart is asked for its orders by the foreign key.
  expect(await deleteIdleCarts(db.write, new Date(), 1_000)).toBe(1_000);
  expect(await deleteIdleCarts(db.write, new Date(), 5_000)).toBe(2_000);
  expect(await scans()).toBe(before);
  const { rows } = await db.pool.query(`select status, count(*) from orders where cart_id is null group by 1`);
  expect(rows).toEqual([{ status: 'void', count: 1_001 }]);
  await db.close();
});

import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/open-database.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { card, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { deleteIdleCarts, lowestCartId } from './carts.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let productId: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  productId = await createProduct(open.shop.db, { sku: 'RADIO', price: 1_000_00 });
});
afterAll(() => open.close());

const declined = '4000000000000002';

test('[DEC-72] the cart of a void order is deleted like any other, but the order stays, without personal data', async () => {
  const { shop } = open;
  const voucher = await createProduct(shop.db, { sku: 'CARD', kind: 'gift_card', price: 100_00 });
  const giftCardDate = guatemalaDate(new Date());
  const lines = [
    { productId, quantity: 1 },
    { productId: voucher, quantity: 1, giftCardDate },
  ];
  const cartId = await prepareCart(shop, { lines });
  expect((await postOrder(shop, { cartId, payments: [card(1_100, declined)] })).statusCode).not.toBe(200);
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await deleteIdleCarts(shop.db.write, tomorrow, lowestCartId)).toEqual({ carts: 1, nextAfterId: cartId });
  expect((await shop.inject({ url: `/v1/carts/${cartId}` })).statusCode).toBe(404);
  const { rows } = await shop.db.pool.query(
    `select status, cart_id, email, contact, shipping_address, billing_address, total, client_key,
       (select count(gift_card)::integer from order_lines l where l.order_id = orders.id) as receivers from orders`,
  );
  expect(rows).toEqual([
    {
      status: 'void',
      cart_id: null,
      email: '',
      contact: {},
      shipping_address: null,
      billing_address: {},
      total: 1_100_00,
      client_key: null,
      receivers: 0,
    },
  ]);
});

test('[DEC-72] carts closed by a login or a deleted account are deleted like idle carts, but ordered carts stay', async () => {
  const { db } = open.shop;
  const { rows } = await db.pool.query<{ id: string; kind: string }>(
    `with made as (
       insert into carts (id, status, updated_at)
         select gen_random_uuid(), 'closed', at from (values (now() - interval '2 days'), (now() - interval '9 days'),
           (now() - interval '9 days')) v (at) returning id, updated_at),
     numbered as (select id, row_number() over (order by updated_at desc, id) as n from made)
     select id, case n when 1 then 'young' when 2 then 'old' else 'ordered' end as kind from numbered`,
  );
  const idOf = (kind: string): string => rows.find((row) => row.kind === kind)?.id ?? '';
  await db.pool.query(
    `insert into orders (id, cart_id, number, status, email, contact, billing_address, payment_type, subtotal, total, placed_at)
     values (gen_random_uuid(), $1, nextval('order_numbers'), 'processing', '', '{}', '{}', 'Cash', 0, 0, now())`,
    [idOf('ordered')],
  );
  const before = new Date(Date.now() - 5 * 86_400_000);
  expect(await deleteIdleCarts(db.write, before, lowestCartId)).toEqual({ carts: 1, nextAfterId: idOf('old') });
  const { rows: left } = await db.pool.query("select id from carts where status = 'closed'");
  expect(left.map(({ id }) => id).sort()).toEqual([idOf('young'), idOf('ordered')].sort());
  expect(await deleteIdleCarts(db.write, new Date(), lowestCartId)).toEqual({ carts: 1, nextAfterId: idOf('young') });
});

/** 200,000 ordered carts, and 3,000 open ones, a third of which have a void order each. */
const fillShop = `
  -- The rows are valid. Triggers that check each row would take most of the time.
  set local session_replication_role = replica;
  insert into carts (id, status, updated_at)
    select gen_random_uuid(), 'ordered', now() - interval '90 days' from generate_series(1, 200000);
  insert into orders (id, cart_id, number, status, email, contact, billing_address, payment_type, subtotal, total)
    select gen_random_uuid(), id, nextval('order_numbers'), 'processing', '', '{}', '{}', 'Cash', 0, 0 from carts where status = 'ordered';
  insert into carts (id, status, updated_at)
    select gen_random_uuid(), 'open', now() - interval '60 days' from generate_series(1, 3000);
  insert into orders (id, cart_id, status, email, contact, billing_address, payment_type, subtotal, total)
    select gen_random_uuid(), id, 'void', '', '{}', '{}', 'Card', 0, 0 from (select id from carts where status = 'open' limit 1000) c;
  analyze carts; analyze orders;`;

test('cleaning idle carts does not read all orders and carts of a shop that has 200,000 of each', async () => {
  const { shop } = open;
  await shop.db.pool.query(fillShop);
  // A connection with the use `upkeep`, like a worker's. It may read whole tables.
  const db = openDatabase({ url: shop.url, maxConnections: 1 });
  const read = async (): Promise<{ scans: number; carts: number }> => {
    await db.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await db.pool.query<{ scans: number; carts: number }>(
      `select (select seq_scan from pg_stat_user_tables where relname = 'orders') as scans,
         (select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_user_tables where relname = 'carts') as carts`,
    );
    return rows[0] ?? { scans: -1, carts: -1 };
  };
  const before = await read();
  // Lookups within the deletion count, too: the foreign key looks for the orders of each deleted cart.
  const first = await deleteIdleCarts(db.write, new Date(), lowestCartId, 1_000);
  expect(first.carts).toBe(1_000);
  const rest = await deleteIdleCarts(db.write, new Date(), first.nextAfterId ?? lowestCartId, 5_000);
  expect(rest.carts).toBe(2_000);
  expect(await deleteIdleCarts(db.write, new Date(), rest.nextAfterId ?? lowestCartId)).toEqual({
    carts: 0,
    nextAfterId: null,
  });
  const after = await read();
  expect(after.scans).toBe(before.scans);
  // The 200,000 ordered carts are just as old, but are not read.
  expect(after.carts - before.carts).toBeLessThan(20_000);
  const { rows } = await db.pool.query(`select status, count(*) from orders where cart_id is null group by 1`);
  expect(rows).toEqual([{ status: 'void', count: 1_001 }]);
  await db.close();
}, 240_000);

const day = 86_400_000;

test('[DEC-72] a cart with a recent payment attempt stays, however long ago it was changed', async () => {
  const { shop } = open;
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  expect((await postOrder(shop, { cartId, payments: [card(1_000, declined)] })).json().error.code).toBe('PAY_DECLINED');
  await shop.db.pool.query(`update carts set updated_at = now() - interval '31 days' where id = $1`, [cartId]);
  const before = new Date(Date.now() - 30 * day);
  expect(await deleteIdleCarts(shop.db.write, before, lowestCartId)).toEqual({ carts: 0, nextAfterId: null });
  await shop.db.pool.query(`update orders set created_at = now() - interval '31 days' where cart_id = $1`, [cartId]);
  expect(await deleteIdleCarts(shop.db.write, before, lowestCartId)).toEqual({ carts: 1, nextAfterId: cartId });
});

test('cleaning carts and forgetting shoppers at the same time never deadlock', async () => {
  const { shop } = open;
  const { pool } = shop.db;
  const voucher = await createProduct(shop.db, { sku: 'CARD-2', kind: 'gift_card', price: 100_00 });
  const lines = [{ productId: voucher, quantity: 1, giftCardDate: guatemalaDate(new Date()) }];
  const cartId = await prepareCart(shop, { lines, shippingMethod: null });
  expect((await postOrder(shop, { cartId, payments: [card(100, declined)] })).json().error.code).toBe('PAY_DECLINED');
  const forgetting = await pool.connect();
  try {
    await forgetting.query('begin');
    const { rows } = await forgetting.query('select id from orders where cart_id = $1 for update', [cartId]);
    const deleting = deleteIdleCarts(shop.db.write, new Date(Date.now() + day), lowestCartId);
    deleting.catch(() => {});
    await untilBlocked(pool, forgetting);
    await forgetting.query('select forget_shopper($1)', [rows.map(({ id }) => id)]);
    await forgetting.query('commit');
    expect(await deleting).toEqual({ carts: 1, nextAfterId: cartId });
  } finally {
    await forgetting.query('rollback');
    forgetting.release();
  }
});

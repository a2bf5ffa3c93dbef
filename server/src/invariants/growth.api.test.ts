import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { rowsReadBy } from '../testing/visited-rows.ts';
import { frequentReach } from './check-invariants.ts';
import { giftCardInvariants } from './gift-card-invariants.store.ts';
import { jobInvariants } from './job-invariants.store.ts';
import { orderInvariants } from './order-invariants.store.ts';
import { paymentInvariants } from './payment-invariants.store.ts';
import { pointsInvariants } from './points-invariants.store.ts';
import { shipmentInvariants } from './shipment-invariants.store.ts';
import { taxInvariants } from './tax-invariants.store.ts';

let shop: TestShop;

const old = 20_000;
const lately = 20;

/** Writes orders with one coupon, ten seconds apart, with all their rows. The last order is `back` old. */
const fill = async (tx: Tx, { count, back, from }: { count: number; back: string; from: number }): Promise<void> => {
  const begun = `now() - interval '${back}' - (${count} - n) * interval '10 seconds'`;
  const digits = `lpad(to_hex((extract(epoch from ${begun}) * 1000)::bigint), 12, '0')`;
  const id = `(left(${digits}, 8) || '-' || right(${digits}, 4) || '-7000-8000-' || lpad(to_hex(${from} + n), 12, '0'))::uuid`;
  const texts = [
    'set local session_replication_role = replica',
    `create temp table placed on commit drop as
       select n, ${id} as id, ${begun} as at, gen_random_uuid() as cart from generate_series(1, ${count}) n`,
    `insert into carts (id, status, created_at, updated_at) select cart, 'ordered', at, at from placed`,
    `insert into carts (id, status, created_at, updated_at) select gen_random_uuid(), 'open', at, at from placed`,
    `insert into orders (id, number, cart_id, status, email, contact, billing_address, payment_type, coupon_code, subtotal, discount,
         total, discounts, created_at, placed_at, updated_at, is_counted, is_paired)
       select id, nextval('order_numbers'), cart, 'processing', 'a' || n || '@correo.gt', '{}', '{}', 'Card', 'MUCHO', 11000, 1000,
         10000, '[]', at, at, at, true, true from placed`,
    `insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity, unit_price, regular_price)
       select id, 0, 1, 'P', 'P', 'P', '', 1, 1, 11000, 11000 from placed`,
    `insert into payments (id, order_id, kind, plan, amount, status, acquirer, created_at, decided_at)
       select id, id, 'Card', 0, 10000, 'approved', 'bank/x', at, at from placed`,
    `insert into money_movements (order_id, kind, amount, at, acquirer, reference, actor)
       select id, 'capture', 10000, at, 'bank/x', 'x', '{"kind": "customer", "id": null}' from placed`,
    `insert into coupon_uses (order_id, code, email, used_at) select id, 'MUCHO', 'a' || n || '@correo.gt', at from placed`,
  ];
  for (const text of texts) await tx.run({ text, values: [] });
};

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await shop.db.pool.query(
    `insert into coupons (code, label, amount, customer_limit, used_count) values ('MUCHO', 'Mucho', 1000, 2, ${old + lately})`,
  );
  await shop.db.transaction((tx) => fill(tx, { count: old, back: '3 days', from: 0 }));
  await shop.db.transaction((tx) => fill(tx, { count: lately, back: '1 hour', from: old }));
  await shop.db.pool.query('analyze');
});
afterAll(() => shop.close());

/** A run reads each recent order about thirty times, through several indexes. A whole table would be forty times as much. */
const most = lately * 100;

test.each(['orders', 'carts', 'order_lines', 'payments', 'money_movements', 'coupon_uses'])(
  '[ORD-10] a run every ten minutes reads no more rows of %s when the shop grows',
  async (table) => {
    const rules = [
      ...orderInvariants,
      ...taxInvariants,
      ...giftCardInvariants,
      ...paymentInvariants,
      ...pointsInvariants,
      ...shipmentInvariants,
      ...jobInvariants,
    ];
    const read = await rowsReadBy(shop.url, table, async (tx) => {
      for (const { find } of rules) await find(tx, frequentReach(new Date()));
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(most);
  },
);

import type { PaidBy, PlacingBudgets } from '@ceiba/domain/orders/order-budgets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareCart } from '../../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { indexReadsOf, rowsReadBy } from '../../testing/visited-rows.ts';
import { askPlacingBudgets } from './placing-budgets.store.ts';

let shop: TestShop;
let cartId: string;
const others = 5_000;

/** Inserts orders of other clients, contacts and cards from the last hour: open cash orders, or declined card orders. */
const insertOthers = (paidBy: 'Cash' | 'Card') =>
  shop.db.pool.query(
    `with made as (
       insert into orders (id, number, status, cart_id, email, contact, billing_address, payment_type, payment_plan, subtotal,
         warranties, donation, shipping, discount, total, discounts, client_key, network_key, created_at, placed_at, updated_at)
       select gen_random_uuid(), case when $1 = 'Cash' then nextval('order_numbers') end,
         (case when $1 = 'Cash' then 'processing' else 'void' end)::order_status, gen_random_uuid(), 'otro' || n || '@correo.gt',
         jsonb_build_object('phone', (50000000 + n)::text), '{}', $1, 1, 100, 0, 0, 0, 0, 100, '[]', $1 || n, 'net' || n,
         now() - interval '5 minutes', case when $1 = 'Cash' then now() end, now()
       from generate_series(1, $2::integer) n returning id)
     insert into payments (id, order_id, kind, plan, amount, status, refusal_code, card_bin, card_key, created_at, decided_at)
     select gen_random_uuid(), id, $1, 1, 100, (case when $1 = 'Cash' then 'pending' else 'refused' end)::payment_status,
       case when $1 = 'Card' then 'PAY_DECLINED' end, case when $1 = 'Card' then '411111' end, case when $1 = 'Card' then id::text end,
       now() - interval '5 minutes', case when $1 = 'Card' then now() end
     from made`,
    [paidBy, others],
  );

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  const productId = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00 });
  cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  await shop.db.pool.query('alter table orders disable trigger all');
  await insertOthers('Cash');
  await insertOthers('Card');
  await shop.db.pool.query('analyze orders, payments');
});
afterAll(() => shop.close());

const budgets: PlacingBudgets = {
  ordersPerAddress: 20,
  openCashOrders: 5,
  unconfirmedOrders: 10,
  unconfirmedUnits: 60,
  unconfirmedValue: 1,
  unpaidUnits: 240,
  unpaidValue: 4,
  openStoreOrders: 8,
  declinesPerCart: 5,
  declinesPerAddress: 10,
  declinesPerBin: 10,
  declinesPerCard: 5,
  declinesPerShop: 60,
};

test.each<PaidBy>(['Cash', 'StorePayment', 'Card'])(
  'the budget check of an order paid by %s reads only relevant rows, not all orders and payments',
  async (paidBy) => {
    const ask = (table: string) =>
      rowsReadBy(shop.url, table, async (tx) => {
        const client = { caller: '2001:db8:1:2::/64', budgets, openCashOrderDays: 60 };
        const order = { cartId, paidBy, bin: '411111', cardKey: paidBy === 'Card' ? 'llave' : null, savedCardId: null };
        expect(await askPlacingBudgets(tx, client, order)).toMatchObject({ spent: null });
      });
    expect(await ask('orders')).toBeLessThan(20);
    // Declined charges of the whole shop are counted only up to the policy's limit.
    expect(await ask('payments')).toBeLessThan(budgets.declinesPerShop * 3);
  },
);

test('refusing a client over its limit reads no more rows than the limit', async () => {
  const caller = '10.9.9.9';
  await shop.db.pool.query(
    `update orders set client_key = client_key_of($1), created_at = now() - interval '2 hours'
     where payment_type = 'Cash' and id in (select id from orders where payment_type = 'Cash' limit 2000)`,
    [caller],
  );
  const [reads] = await indexReadsOf(shop.url, ['orders_client'], async (tx) => {
    const order = { cartId, paidBy: 'Cash', bin: null, cardKey: null, savedCardId: null } as const;
    const answer = await askPlacingBudgets(tx, { caller, budgets, openCashOrderDays: 60 }, order);
    expect(answer.unconfirmedLeft.orders).toBe(budgets.unconfirmedOrders - budgets.unpaidUnits);
  });
  expect(reads?.visited).toBeLessThanOrEqual(budgets.unpaidUnits);
});

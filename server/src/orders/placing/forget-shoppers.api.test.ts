import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import { card, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { expectSoundBooks } from '../../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { ordersTasks } from '../orders.tasks.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let radio: number;
let voucher: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  radio = await createProduct(open.shop.db, { sku: 'RADIO', price: 1_000_00 });
  voucher = await createProduct(open.shop.db, { sku: 'CARD', kind: 'gift_card', price: 100_00 });
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const day = 86_400_000;

const clean = async (now: Date): Promise<void> => {
  const { shop } = open;
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const tasks = ordersTasks({ ...shop, gateway, publicUrl: '' });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await tasks.find(({ name }) => name === 'forget-shoppers')?.run({}, { now, log });
};

interface ClientOfOrder {
  status: string;
  names: boolean;
  receivers: number;
  is_client_known: boolean;
}

const ordersOf = async (cartId: string): Promise<ClientOfOrder[]> => {
  const { rows } = await open.shop.db.pool.query<ClientOfOrder>(
    `select status, email <> '' or contact <> '{}'
         or shipping_address is not null or billing_address <> '{}' as names,
       (select count(gift_card)::integer from order_lines l where l.order_id = o.id) as receivers,
       client_key is not null as is_client_known
     from orders o where cart_id = $1 order by created_at`,
    [cartId],
  );
  return rows;
};

test('a failed order loses its buyer’s data after 30 days, and a successful order of the cart does not', async () => {
  const { shop } = open;
  const lines = [
    { productId: radio, quantity: 1 },
    { productId: voucher, quantity: 1, giftCardDate: guatemalaDate(new Date()) },
  ];
  const cartId = await prepareCart(shop, { lines });
  const order = (number?: string) => postOrder(shop, { cartId, payments: [card(1_100, number)] });
  expect(outcomeOf(await order('4000000000000002'))).toBe('400 PAY_DECLINED');
  expect(outcomeOf(await order())).toMatch(/^200/);
  const whole = { names: true, receivers: 1, is_client_known: true };
  expect(await ordersOf(cartId)).toEqual([
    { status: 'void', ...whole },
    { status: 'processing', ...whole },
  ]);
  const placed = await shop.db.pool.query<{ at: Date }>('select max(created_at) as at from orders where cart_id = $1', [
    cartId,
  ]);
  const begun = placed.rows[0]?.at.getTime() ?? Number.NaN;
  await clean(new Date(begun + day - 60_000));
  expect((await ordersOf(cartId)).map((order) => order.is_client_known)).toEqual([true, true]);
  // The client's hash is deleted after a day.
  await clean(new Date(begun + day + 60_000));
  const clientless = { ...whole, is_client_known: false };
  expect(await ordersOf(cartId)).toEqual([
    { status: 'void', ...clientless },
    { status: 'processing', ...clientless },
  ]);
  await clean(new Date(begun + 31 * day));
  await clean(new Date(begun + 31 * day));
  expect(await ordersOf(cartId)).toEqual([
    { status: 'void', names: false, receivers: 0, is_client_known: false },
    { status: 'processing', ...clientless },
  ]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import {
  card,
  cash,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../../testing/order-calls.ts';
import { addStock, createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { ordersTasks } from '../orders.tasks.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
let glasses: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00 });
  await addStock(open.shop.db, speaker, 5, 'MAX');
  glasses = await createProduct(open.shop.db, { sku: 'GLASSES', price: 200_00, sellerId: 2, offerId: 'OF-1' });
  // This moment is a Wednesday, 10:00 in Guatemala.
  open.shop.setNow(new Date('2026-11-25T16:00:00Z'));
});
afterAll(() => open.close());

const place = async (cart: ReadyCart, payment: object, deliveryPromise?: object) => {
  const cartId = await prepareCart(open.shop, cart);
  const body = { cartId, payments: [payment], ...(deliveryPromise && { deliveryPromise }) };
  const answer = await postOrder(open.shop, body);
  const { rows } = await open.shop.db.pool.query<{ id: string; delivery_promise: object | null }>(
    'select id, delivery_promise from orders where cart_id = $1',
    [cartId],
  );
  return { outcome: outcomeOf(answer), ...rows[0] };
};

const mailOf = async (orderId = ''): Promise<string> => {
  const { shop } = open;
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const tasks = ordersTasks({ ...shop, gateway, publicUrl: 'https://ceiba.example' });
  const task = tasks.find(({ name }) => name === 'order-confirmation');
  await task?.run({ orderId }, { now: new Date(), log: { info: () => {}, warn: () => {}, error: () => {} } });
  const { rows } = await shop.db.pool.query<{ text: string }>('select text from mails where dedupe_key = $1', [
    `order-confirmation:${orderId}`,
  ]);
  return rows[0]?.text ?? '';
};

/** Delivery dates that the shop never promised. */
const invented = {
  shippingMethod: 'storepickup',
  groups: [{ sellerId: 77, shopId: 9, deliveryDate: '2020-01-01', pickupDate: '2020-01-05', pickupTime: '03:00' }],
};

test.each([
  ['nothing', undefined],
  ['invented dates', invented],
])(
  '[DEC-96] if a call sends %s, order and mail still have the dates that the shop computes, by seller',
  async (_, said) => {
    const lines = [
      { productId: speaker, quantity: 1 },
      { productId: glasses, quantity: 1 },
    ];
    const { outcome, id, delivery_promise } = await place({ lines }, cash(330), said);
    expect(outcome).toMatch(/^200/);
    const none = { pickupDate: null, pickupTime: null };
    expect(delivery_promise).toEqual({
      shippingMethod: 'delivery',
      groups: [
        { sellerId: 1, shopId: 2, deliveryDate: '2026-11-26', ...none },
        { sellerId: 2, shopId: 2, deliveryDate: '2026-11-30', ...none },
      ],
    });
    const mail = await mailOf(id);
    expect(mail).toContain('Entrega estimada: 26 de noviembre de 2026');
    expect(mail).toContain('Entrega estimada: 30 de noviembre de 2026');
    expect(mail).not.toContain('2020');
  },
);

const pickup = (quantity: number): ReadyCart => ({
  lines: [{ productId: speaker, quantity }],
  shippingMethod: 'pickup',
  storeCode: 'MAX',
});

test('[DEC-97] pickup takes the store’s own time, or the time of a transfer if the store has too few units', async () => {
  const { delivery_promise: own } = await place(pickup(1), card(100), invented);
  expect(own).toEqual({
    shippingMethod: 'storepickup',
    groups: [{ sellerId: 1, shopId: 1, deliveryDate: null, pickupDate: '2026-11-25', pickupTime: '12:00' }],
  });
  const { delivery_promise: transfer } = await place(pickup(10), card(1_000));
  expect(transfer).toMatchObject({ groups: [{ pickupDate: '2026-11-27' }] });
});

test('[DEC-84] a digital order has no delivery date, whatever its call sends', async () => {
  const productId = await createProduct(open.shop.db, { sku: 'CARD', kind: 'gift_card', price: 300_00 });
  const cart = { lines: [{ productId, quantity: 1 }], hasAddress: false, shippingMethod: null };
  expect(await place(cart, card(300), invented)).toMatchObject({ delivery_promise: null });
});

test('[DEC-97, DEC-135] if the chosen store has stopped pickups, the buyer must choose again, and stock is unchanged', async () => {
  await open.shop.db.pool.query(`update stores set is_pickup = false where store_code = 'MAX'`);
  expect(await place(pickup(1), card(100))).toEqual({ outcome: '400 STORE_REQUIRED' });
  await open.shop.db.pool.query(`update stores set is_pickup = true where store_code = 'MAX'`);
  expect((await place(pickup(1), card(100))).outcome).toMatch(/^200/);
});

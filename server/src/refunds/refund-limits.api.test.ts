import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveShipment } from '../shipments/move-shipment.ts';
import { done } from '../testing/cart-calls.ts';
import { buyGiftCards } from '../testing/gift-card-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator } from '../testing/operator.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct } from '../testing/shop-fixtures.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
beforeAll(async () => {
  open = await openShopWithDesk();
  await loosenBudgets(open.shop);
});
afterAll(() => open.close());

/** Returns the amount that a refund of this order returns, or the code of its refusal. */
const refund = async (orderNumber: string, body: object): Promise<string | number> => {
  const { version } = await open.see(orderNumber);
  const answer = await open.desk.send('POST', '/v1/admin/refunds', {
    body: { orderNumber, version, reason: 'Cortesía', unsent: 'send', courtesyReason: 'Se le prometió', ...body },
  });
  const { data, error } = answer.json<{ data?: { amount: number }; error?: { code: string } }>();
  return data?.amount ?? error?.code ?? '';
};

/** Places a delivered order with a gift card of Q500.00, whose code was sent, and a radio of Q33.33 with its delivery. */
const placeWithSentCard = async (): Promise<string> => {
  const [bought] = await buyGiftCards(open.shop, 500_00, 1, { productId: open.radio, costs: 33_33 + 30_00 });
  return bought?.orderNumber ?? '';
};

test('goodwill, units and delivery together never refund the value of a gift card whose code was sent', async () => {
  const number = await placeWithSentCard();
  expect(await refund(number, { goodwill: 500 })).toBe('REFUND_EXCEEDS_CAPTURED');
  expect(await refund(number, { goodwill: 63.34 })).toBe('REFUND_EXCEEDS_CAPTURED');
  expect(await refund(number, { goodwill: 40 })).toBe(40);
  expect(await refund(number, { shipping: 30 })).toBe('REFUND_EXCEEDS_CAPTURED');
  expect(await refund(number, { lines: [{ line: 2, quantity: 1 }] })).toBe('REFUND_EXCEEDS_CAPTURED');
  expect(await refund(number, { goodwill: 23.33 })).toBe(23.33);
  expect(await refund(number, { goodwill: 0.01 })).toBe('REFUND_EXCEEDS_CAPTURED');
});

test('goodwill does not refund a gift card whose code is not sent yet', async () => {
  const { shop, place } = open;
  const card = await createProduct(shop.db, { sku: 'CARD-LATER', kind: 'gift_card', price: 200_00 });
  const number = await place({ lines: [{ productId: card, quantity: 2 }] });
  expect(await refund(number, { goodwill: 0.01 })).toBe('REFUND_EXCEEDS_CAPTURED');
  expect(await refund(number, { lines: [{ line: 1, quantity: 1 }], goodwill: 0.01 })).toBe('REFUND_EXCEEDS_CAPTURED');
  expect(await refund(number, { lines: [{ line: 1, quantity: 1 }] })).toBe(200);
});

test('goodwill does not refund a donation, because donations are passed on', async () => {
  const { shop, place, send } = open;
  const number = await place({ donation: 5_00, lines: [{ productId: open.radio, quantity: 1 }] }, 'cash');
  await send(number);
  const action = { kind: 'deliver', cash: { amount: 'due', difference: null } } as const;
  await moveShipment(
    shop.db,
    { orderNumber: number, choice: { shipmentNumber: 1 }, action, actor: operator },
    new Date(),
  );
  const { refundable, shippingLeft } = await open.see(number);
  expect(refundable).toBe(33.33 + (shippingLeft ?? 0) + 5);
  expect(await refund(number, { goodwill: refundable ?? 0 })).toBe('REFUND_EXCEEDS_CAPTURED');
  expect(await refund(number, { goodwill: (refundable ?? 0) - 5 })).toBe((refundable ?? 0) - 5);
});

test('earlier goodwill is deducted from a return, so that a sent gift card stays paid', async () => {
  const { shop, desk } = open;
  const number = await placeWithSentCard();
  expect(await refund(number, { goodwill: 50 })).toBe(50);
  await open.send(number);
  const action = { kind: 'deliver', cash: { amount: null, difference: null } } as const;
  await moveShipment(
    shop.db,
    { orderNumber: number, choice: { shipmentNumber: 1 }, action, actor: operator },
    new Date(),
  );
  const body = { orderNumber: number, sku: 'RADIO', quantity: 1, reason: 'Producto dañado' } as const;
  const asked = done(await desk.call('createReturn', { body })).data;
  const params = { number: asked.number };
  const received = done(await desk.call('receiveReturn', { params, body: { version: asked.version } })).data;
  const units = [{ quantity: 1, fate: 'restock' as const, storeCode: 'BODEGA' }];
  done(await desk.call('decideReturnUnits', { params, body: { version: received.version, units } }));
  // The buyer paid Q563.33 and got Q50.00 as goodwill. Q500.00 must stay for the gift card.
  expect((await open.see(number)).refundable).toBe(500);
});

test('all records agree after all tests', async () => {
  await open.sendRefunds();
  await expectSoundBooks(open.shop.db, open.bank);
});

import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beforeAllLines, findDueGiftCards } from '../../gift-cards/gift-cards.store.ts';
import { moveShipment } from '../../shipments/move-shipment.ts';
import { done } from '../../testing/cart-calls.ts';
import { balanceOf, buyGiftCard } from '../../testing/gift-card-calls.ts';
import { operator } from '../../testing/operator.ts';
import { levelsOf } from '../../testing/order-facts.ts';
import { freePoints, overdue, programsOf, settle } from '../../testing/points-calls.ts';
import { createProduct } from '../../testing/shop-fixtures.ts';
import { openShopWithDesk } from '../../testing/shop-with-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
beforeAll(async () => {
  open = await openShopWithDesk();
});
afterAll(() => open.close());

test('[WORK-15] the desk cancels units, then the whole order, and a repeated call changes nothing', async () => {
  const { shop, desk, place } = open;
  const number = await place();
  const tooMany = [
    { line: 1, quantity: 1 },
    { line: 2, quantity: 4 },
  ];
  const refused = await desk.call('cancelOrder', {
    params: { number },
    body: { version: 1, reason: 'Sin existencias', lines: tooMany },
  });
  expect(refused).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  expect((await open.see(number)).lines.map(({ canceledQuantity }) => canceledQuantity)).toEqual([0, 0]);
  const part = { version: 1, reason: 'Sin existencias', lines: [{ line: 2, quantity: 2 }] };
  const { data } = done(await desk.call('cancelOrder', { params: { number }, body: part }));
  expect(data).toMatchObject({
    status: 'processing',
    version: 2,
    lines: [{}, { canceledQuantity: 2, refunded: 0 }],
  });
  expect(data.shipments).toMatchObject([
    {
      lines: [
        { line: 1, quantity: 1 },
        { line: 2, quantity: 1 },
      ],
    },
  ]);
  const cancel = (version: number) =>
    desk.call('cancelOrder', { params: { number }, body: { version, reason: 'El cliente lo pidió' } });
  const both = await Promise.all([cancel(2), cancel(2)]);
  expect(both.map((answer) => done(answer).data.status)).toEqual(['canceled', 'canceled']);
  expect(done(await cancel(2)).data.version).toBe(3);
  const { rows } = await shop.db.pool.query(
    "select reason from audit_entries where operation = 'cancelOrder' and entity_id = $1 order by id",
    [number],
  );
  expect(rows).toEqual([{ reason: 'Sin existencias' }, { reason: 'El cliente lo pidió' }]);
});

test.each(['card', 'cash'] as const)(
  'canceling units, or a whole order, paid by %s takes at most eight statements',
  async (by) => {
    const { shop, desk, place } = open;
    const number = await place({}, by);
    for (const asked of [{ version: 1, lines: [{ line: 2, quantity: 2 }] }, { version: 2 }]) {
      const body = { ...asked, reason: 'Sin existencias' };
      expect(done(await desk.call('cancelOrder', { params: { number }, body })).data.version).toBe(asked.version + 1);
      expect(shop.lastStatements().length, `${shop.lastStatements()}`).toBeLessThanOrEqual(8);
    }
  },
);

test('[WORK-15] canceling an order gives back stock, coupon, points, gift card and money in one step', async () => {
  const { shop, desk, bank, place, see, tv, radio, mailsOf, sendRefunds } = open;
  const gift = await buyGiftCard(shop, 100_00);
  const present = await createProduct(shop.db, { sku: 'REGALO', kind: 'gift_card', price: 50_00 });
  await shop.db.pool.query(
    "insert into coupons (code, label, amount, total_limit) values ('UNICO', 'Menos Q10', 1000, 1)",
  );
  const levels = { tv: await levelsOf(shop.db, tv), radio: await levelsOf(shop.db, radio) };
  const points = await freePoints(bank);
  const lines = [
    { productId: tv, quantity: 1 },
    { productId: radio, quantity: 3 },
    // The gift card is mailed on another day.
    { productId: present, quantity: 1, giftCardDate: addDays(guatemalaDate(new Date()), 9) },
  ];
  const byCoupon = await place({ lines, couponCode: 'UNICO' }, { giftCard: { code: gift.code, amount: 60 } });
  const byPoints = await place({ lines }, { points: 100 });
  expect(await balanceOf(shop, gift)).toBe(40_00);
  expect(await levelsOf(shop.db, tv)).not.toEqual(levels.tv);
  for (const number of [byCoupon, byPoints]) {
    const { due, paid } = await see(number);
    expect(due).toBe(0);
    const cancel = () =>
      desk.call('cancelOrder', { params: { number }, body: { version: 1, reason: 'El cliente lo pidió' } });
    const answers = await Promise.all([cancel(), cancel(), cancel()]);
    const [first, ...others] = answers.map((answer) => done(answer).data);
    expect(first).toMatchObject({ status: 'canceled', refundable: 0, shipments: [{ state: 'canceled' }], version: 2 });
    for (const other of others) expect(other).toEqual(first);
    expect(done(await cancel()).data).toEqual(first);
    expect(first?.actions).not.toContain('refund');
    await sendRefunds();
    expect(await see(number)).toMatchObject({ paid, refunded: paid });
    expect((await mailsOf(number)).filter(({ subject }) => /cancel/i.test(subject))).toHaveLength(1);
  }
  expect({ tv: await levelsOf(shop.db, tv), radio: await levelsOf(shop.db, radio) }).toEqual(levels);
  expect(await balanceOf(shop, gift)).toBe(100_00);
  const { rows } = await shop.db.pool.query("select used_count from coupons where code = 'UNICO'");
  expect(rows).toEqual([{ used_count: 0 }]);
  expect(await place({ lines: [{ productId: tv, quantity: 1 }], couponCode: 'UNICO' })).toMatch(/^\d{9}$/);
  await overdue(shop);
  await settle(shop, programsOf(bank));
  expect(await freePoints(bank)).toEqual(points);
  const due = await findDueGiftCards(shop.db.write, addDays(guatemalaDate(new Date()), 20), beforeAllLines, 100);
  expect(due).toEqual([]);
});

test('[WORK-15] a repeated or concurrent call cancels units once, and gets the same answer', async () => {
  const { desk, place, see } = open;
  const number = await place();
  const press = () =>
    desk.send('POST', `/v1/admin/orders/${number}/cancel`, {
      body: { version: 1, reason: 'Sin existencias', lines: [{ line: 2, quantity: 1 }] },
      headers: { 'idempotency-key': `cancelar-${number}` },
    });
  const answers = [...(await Promise.all([press(), press()])), await press()];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
  expect(await see(number)).toMatchObject({
    version: 2,
    lines: [{ canceledQuantity: 0 }, { canceledQuantity: 1, refunded: 0 }],
  });
});

test('the returned value of a line counts refunded units, not units canceled before delivery', async () => {
  const { shop, desk, place, see, send } = open;
  const number = await place();
  const body = { version: 1, reason: 'Sin existencias', lines: [{ line: 2, quantity: 1 }] };
  done(await desk.call('cancelOrder', { params: { number }, body }));
  await send(number);
  const delivered = { kind: 'deliver', cash: { amount: 'due', difference: null } } as const;
  await moveShipment(
    shop.db,
    { orderNumber: number, choice: { shipmentNumber: 1 }, action: delivered, actor: operator },
    new Date(),
  );
  expect((await see(number)).lines).toMatchObject([{ refunded: 0 }, { refundedQuantity: 1, refunded: 0 }]);
  const { version } = await see(number);
  const asked = { orderNumber: number, version, reason: 'No enciende', lines: [{ line: 2, quantity: 1 }] };
  done(await desk.call('createRefund', { body: asked }));
  const { lines, taxLines } = await see(number);
  expect(lines).toMatchObject([{ refunded: 0 }, { refundedQuantity: 2, refunded: 33.33 }]);
  expect(taxLines).toMatchObject([{ refunded: 0 }, { refunded: 33.33, refundable: 33.33 }]);
});

test('[WORK-15] a canceled shipment loses all its units, and the rest of the order continues', async () => {
  const { shop, desk, place, see, tv } = open;
  const lens = await createProduct(shop.db, { sku: 'LENTE', price: 250_00, stock: 9, sellerId: 2, offerId: 'OF' });
  const number = await place({
    lines: [
      { productId: tv, quantity: 1 },
      { productId: lens, quantity: 2 },
    ],
  });
  const before = await see(number);
  const second = before.shipments.find(({ sellerId }) => sellerId === 2);
  const lines = second?.lines.map(({ line, quantity }) => ({ line, quantity })) ?? [];
  const body = { version: 1, reason: 'El vendedor no lo tiene', lines };
  const { data } = done(await desk.call('cancelOrder', { params: { number }, body }));
  expect(data.shipments.map(({ sellerId, state }) => [sellerId, state])).toEqual([
    [1, 'ready'],
    [2, 'canceled'],
  ]);
  expect(data).toMatchObject({ status: 'processing', refunds: [{ amount: 500, to: 'origin' }] });
  expect(await levelsOf(shop.db, lens)).toEqual({ BODEGA: 9 });
});

test('[WORK-15] units that were sent cannot be canceled', async () => {
  const { desk, place, send } = open;
  const number = await place();
  expect(await send(number)).toMatchObject({ ok: true });
  const refused = await desk.call('cancelOrder', { params: { number }, body: { version: 1, reason: 'Tarde' } });
  expect(refused).toMatchObject({ error: { code: 'TRANSITION_NOT_ALLOWED' } });
});

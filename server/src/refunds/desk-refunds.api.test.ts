import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';
import { openDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
beforeAll(async () => {
  open = await openShopWithDesk();
  await open.shop.db.pool.query("insert into coupons (code, label, amount) values ('MENOS10', 'Menos Q10', 1000)");
});
afterAll(() => open.close());

const refund = (orderNumber: string, body: object, person = open.desk) =>
  person.send('POST', '/v1/admin/refunds', { body: { orderNumber, reason: 'Producto dañado', ...body } });

test('[WORK-17, WORK-18] every unit of an order, one by one, gives back what was paid exactly; each is asked of its bank once', async () => {
  const { desk, place, see, sendRefunds } = open;
  const number = await place({ couponCode: 'MENOS10' });
  const before = await see(number);
  expect(before.paid).toBe(1_589.99);
  const amounts: number[] = [];
  for (const line of [2, 1, 2, 2]) {
    const made = await refund(number, { lines: [{ line, quantity: 1 }] });
    expect(made.statusCode).toBe(201);
    amounts.push(made.json<{ data: { amount: number } }>().data.amount);
  }
  expect(amounts.reduce((all, amount) => all + Math.round(amount * 100), 0)).toBe(158_999);
  expect((await refund(number, { lines: [{ line: 2, quantity: 1 }] })).json()).toMatchObject({
    error: { code: 'VALIDATION_ERROR' },
  });
  expect((await refund(number, { goodwill: 0.01 })).json()).toMatchObject({
    error: { code: 'REFUND_EXCEEDS_CAPTURED' },
  });
  await sendRefunds();
  const after = await see(number);
  expect(after).toMatchObject({
    refunded: 1_589.99,
    refundable: 0,
    lines: [{ refundedQuantity: 1 }, { refundedQuantity: 3 }],
  });
  expect(after.movements.filter(({ kind }) => kind === 'refund')).toHaveLength(4);
  expect(after.movements.at(-1)?.by).toBe(desk.name);
  const listed = done(await desk.call('listRefunds', { query: { q: number } })).data;
  expect(listed).toHaveLength(4);
  expect(listed[0]).toMatchObject({
    orderNumber: number,
    to: 'origin',
    state: 'done',
    reason: 'Producto dañado',
    by: desk.name,
  });
});

test('[WORK-17] of twenty refunds at once none gives back more than was captured', async () => {
  const { desk, place, see, tv } = open;
  const number = await place({ lines: [{ productId: tv, quantity: 1 }] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(number, { goodwill: 200 })));
  const codes = answers.map((answer) => answer.json<{ error?: { code: string } }>().error?.code ?? 'done');
  expect(codes.filter((code) => code === 'done')).toHaveLength(7);
  expect(new Set(codes)).toEqual(new Set(['done', 'REFUND_EXCEEDS_CAPTURED']));
  expect((await see(number)).refundable).toBe(100);
  const keyed = {
    body: { orderNumber: number, goodwill: 50, reason: 'Cortesía' },
    headers: { 'idempotency-key': 'una-sola-vez' },
  };
  const twice = await Promise.all([
    desk.send('POST', '/v1/admin/refunds', keyed),
    desk.send('POST', '/v1/admin/refunds', keyed),
  ]);
  expect(new Set(twice.map((answer) => answer.json<{ data: { id: string } }>().data.id)).size).toBe(1);
  expect((await see(number)).refundable).toBe(50);
});

test('[WORK-17] a till or a transfer gives it out where the card is not wanted; what nobody has paid is not given back', async () => {
  const { shop, place } = open;
  const number = await place();
  const atTill = (await refund(number, { lines: [{ line: 2, quantity: 1 }], to: 'till' })).json();
  const byTransfer = (await refund(number, { lines: [{ line: 2, quantity: 1 }], to: 'transfer' })).json();
  expect(atTill).toMatchObject({ data: { to: 'till', state: 'due', amount: 33.33 } });
  expect(byTransfer).toMatchObject({ data: { to: 'transfer', state: 'due' } });
  const unpaid = await place({}, 'cash');
  expect((await refund(unpaid, { lines: [{ line: 2, quantity: 1 }] })).json()).toMatchObject({
    error: { code: 'TRANSITION_NOT_ALLOWED' },
  });
  expect((await refund(number, {}, await openDesk(shop, 'warehouse'))).json()).toMatchObject({
    error: { code: 'FORBIDDEN', metadata: { permission: 'orders.refund' } },
  });
});

test('the books are sound after all of it', async () => {
  const { shop, sendRefunds } = open;
  await sendRefunds();
  await expectSoundBooks(shop.db, open.bank);
});

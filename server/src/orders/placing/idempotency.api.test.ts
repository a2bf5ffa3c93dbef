import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { operator } from '../../testing/operator.ts';
import { card, cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { expectSoundBooks } from '../../testing/order-facts.ts';
import { placingDeps } from '../../testing/placing-deps.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { StubBank } from '../../testing/stub-bank.ts';
import { visitedRows } from '../../testing/visited-rows.ts';
import { cancelWholeOrder } from '../canceling/cancel-order.ts';
import { placeOrder } from './place-order.ts';
import type { UnsettledOrder } from './placement.ts';
import { confirmPlacement, voidPlacement } from './settle-order.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const numberOf = async (cartId: string): Promise<string> => {
  const { rows } = await open.shop.db.pool.query<{ number: number }>('select number from orders where cart_id = $1', [
    cartId,
  ]);
  return String(rows[0]?.number);
};

const openCart = () => prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }] });

for (const [name, payment] of [
  ['cash', cash(130)],
  ['card', card(130)],
] as const) {
  test(`[DEC-172] the same call again (${name}) gets the same answer, marked as repeated`, async () => {
    const { shop, bank } = open;
    const cartId = await openCart();
    const body = { cartId, payments: [payment] };
    const first = await postOrder(shop, body, `same-${name}`);
    const charges = (await bank.charges()).length;
    const second = await postOrder(shop, body, `same-${name}`);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.statusCode).toBe(200);
    expect(second.json()).toEqual(first.json());
    expect(await bank.charges()).toHaveLength(charges);
  });
}

test('[DEC-172] a used key with another body, or for another cart, is refused with 422', async () => {
  const { shop } = open;
  const cartId = await openCart();
  await postOrder(shop, { cartId, payments: [cash(130)] }, 'reused');
  for (const body of [
    { cartId, payments: [cash(131)] },
    { cartId, payments: [card(130)] },
    { cartId: await openCart(), payments: [cash(130)] },
  ]) {
    expect(outcomeOf(await postOrder(shop, body, 'reused'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  }
});

test('[DEC-172] an order that ends late does not touch a key that another call has taken over', async () => {
  const { shop } = open;
  const bank = new StubBank({ charge: 'lost' });
  const place = async (cartId: string, payment: ReturnType<typeof card>, gateway = bank.gateway()) => {
    const request = { cartId, payments: [{ ...payment, paymentPlan: payment.paymentPlan ?? 0 }] };
    const call = { request, idempotencyKey: 'taken-over', now: new Date(), policy: shop.policy(), client: null };
    return (await placeOrder(placingDeps(shop, gateway), call)).result;
  };
  const kept = async () =>
    (await shop.db.pool.query(`select request_hash, status, answer from idempotency_keys where key = 'taken-over'`))
      .rows;
  for (const isPaid of [false, true]) {
    const late = await openCart();
    expect(await place(late, card(130))).toMatchObject({ ok: false, error: { code: 'PAY_TIMEOUT' } });
    await shop.db.pool.query(
      `update idempotency_keys set created_at = now() - interval '25 hours' where key = 'taken-over'`,
    );
    expect(await place(await openCart(), cash(130))).toMatchObject({ ok: true });
    const answered = await kept();
    const { rows } = await shop.db.pool.query<UnsettledOrder>(
      'select o.id as "orderId", p.id as "paymentId", jsonb_build_object($$kind$$, $$job$$, $$id$$, $$test$$) as actor from orders o join payments p on p.order_id = o.id where o.cart_id = $1',
      [late],
    );
    const [placement] = rows;
    if (placement === undefined) throw new Error('nothing was placed');
    const approval = { gatewayId: 'stub', authorization: '000001' };
    if (isPaid) await confirmPlacement(shop.db, bank.gateway(), placement, { ...approval }, new Date());
    else await voidPlacement(shop.db, placement, 'PAY_DECLINED', new Date());
    expect(await kept()).toEqual(answered);
    await shop.db.pool.query(`delete from idempotency_keys where key = 'taken-over'`);
    // The sandbox bank does not know the charge of the stub bank.
    if (isPaid)
      await cancelWholeOrder(shop.db, { orderNumber: await numberOf(late), actor: operator, reason: null }, new Date());
    await shop.db.pool.query(
      `update payments set status = 'reversed', reverse_after = null where order_id = $1 and status = 'reversing'`,
      [placement.orderId],
    );
  }
});

test('[DEC-172] the key is checked after an unknown cart, and before CART_CLOSED', async () => {
  const { shop } = open;
  const cartId = await openCart();
  await postOrder(shop, { cartId, payments: [cash(130)] }, 'order-of-checks');
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(99)] }, 'order-of-checks'))).toBe(
    '422 IDEMPOTENCY_KEY_REUSED',
  );
  const unknown = { cartId: '00000000-0000-4000-8000-000000000000', payments: [cash(99)] };
  expect(outcomeOf(await postOrder(shop, unknown, 'order-of-checks'))).toBe('404 CART_NOT_FOUND');
});

test('a declined card gets the same answer with the same key, and a new key tries the card again', async () => {
  const { shop, bank } = open;
  const cartId = await openCart();
  const declined = { cartId, payments: [card(130, '4000000000000002')] };
  expect(outcomeOf(await postOrder(shop, declined, 'declined'))).toBe('400 PAY_DECLINED');
  const charges = (await bank.charges()).length;
  const again = await postOrder(shop, declined, 'declined');
  expect(outcomeOf(again)).toBe('400 PAY_DECLINED');
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await bank.charges()).toHaveLength(charges);
  expect((await postOrder(shop, { cartId, payments: [card(130)] }, 'another')).statusCode).toBe(200);
});

test('after a refusal that wrote nothing, the same call succeeds once the cause is gone', async () => {
  const { shop } = open;
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }], email: null });
  const body = { cartId, payments: [cash(130)] };
  expect(outcomeOf(await postOrder(shop, body, 'corrected'))).toBe('400 EMAIL_REQUIRED');
  await shop.db.pool.query(`update carts set email = 'a@b.gt' where id = $1`, [cartId]);
  expect((await postOrder(shop, body, 'corrected')).statusCode).toBe(200);
});

test('[DEC-172] a key is stored for 24 hours and then deleted', async () => {
  const { shop } = open;
  const first = await openCart();
  await postOrder(shop, { cartId: first, payments: [cash(130)] }, 'aged');
  const age = (hours: number) =>
    shop.db.pool.query(
      `update idempotency_keys set created_at = now() - make_interval(mins => $1) where key = 'aged'`,
      [hours * 60],
    );
  const body = { cartId: await openCart(), payments: [cash(130)] };
  await age(23.9);
  expect(outcomeOf(await postOrder(shop, body, 'aged'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  await age(24.1);
  expect((await postOrder(shop, body, 'aged')).statusCode).toBe(200);
});

test('[DEC-172] a call that died does not block its key for ever', async () => {
  const { shop } = open;
  const cartId = await openCart();
  const body = { cartId, payments: [cash(130)] };
  await postOrder(shop, body, 'dead');
  // The state after a call that died before its answer: the order was undone, but the key is still there.
  await shop.db.pool.query(`update idempotency_keys set answer = null, status = null where key = 'dead'`);
  const heldFor = (seconds: number) =>
    shop.db.pool.query(
      `update idempotency_keys set locked_until = now() + make_interval(secs => $1) where key = 'dead'`,
      [seconds],
    );
  await heldFor(10);
  expect(outcomeOf(await postOrder(shop, body, 'dead'))).toBe('409 ORDER_IN_PROGRESS');
  await heldFor(-1);
  const other = { cartId: await openCart(), payments: [cash(130)] };
  expect(outcomeOf(await postOrder(shop, other, 'dead'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  // After the time-out, the same call is checked like a new call. Its cart shows the outcome.
  expect(outcomeOf(await postOrder(shop, body, 'dead'))).toBe('409 CART_CLOSED');
  await shop.db.pool.query(`delete from idempotency_keys where key = 'dead'`);
});

test('a key of 255 characters is accepted, and a longer key is refused', async () => {
  const { shop } = open;
  const body = { cartId: await openCart(), payments: [cash(130)] };
  expect(outcomeOf(await postOrder(shop, body, 'k'.repeat(256)))).toBe('400 VALIDATION_ERROR');
  expect((await postOrder(shop, body, 'k'.repeat(255))).statusCode).toBe(200);
});

test('[DEC-172] an order reads only its own key, even with a query plan made when there were few keys', async () => {
  const { shop } = open;
  const bank = new StubBank({ charge: 'lost' });
  const place = async (db: Database, idempotencyKey: string) => {
    const request = { cartId: await openCart(), payments: [{ ...cash(130), paymentPlan: 0 }] };
    const call = { request, idempotencyKey, now: new Date(), policy: shop.policy(), client: null };
    return (await placeOrder(placingDeps({ db }, bank.gateway()), call)).result;
  };
  const placeFirst = async (db: Database) => {
    // From the sixth call on, a connection caches its plan.
    for (let n = 0; n < 6; n += 1) expect(await place(db, `early-${n}`)).toMatchObject({ ok: true });
    await shop.db.pool.query(
      `insert into idempotency_keys (key, scope, request_hash, created_at, locked_until)
       select 'others-' || n, 'placeOrder', 'hash', now(), now() from generate_series(1, 3000) n`,
    );
  };
  const visited = await visitedRows(shop.url, 'idempotency_keys', (db) => place(db, 'late'), placeFirst);
  await shop.db.pool.query(`delete from idempotency_keys where key like 'others-%'`);
  expect(visited).toBeLessThan(100);
});

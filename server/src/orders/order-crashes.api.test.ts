import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { done } from '../testing/cart-calls.ts';
import {
  card,
  cash,
  installments,
  merchantKey,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../testing/order-calls.ts';
import { expectSoundBooks, stateOf } from '../testing/order-facts.ts';
import { freePoints, noPrograms, programsOf, redeem, settle } from '../testing/points-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { type PausePointName, pausePointNames, pausePointsOf } from './pause-points.ts';
import { reconcileOrders } from './reconcile-orders.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
  await open.shop.db.pool.query(
    `insert into coupons (code, label, amount, total_limit) values ('UNO', 'Uno', 5000, 1000)`,
  );
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const script = fileURLToPath(new URL('../testing/place-order-process.ts', import.meta.url));

/** Places an order in a process of its own; answers how it ended. */
const placeInProcess = (
  order: object,
  pauseAt: string,
  key: string,
): Promise<{ signal: string | null; output: string }> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [script], {
      env: {
        DATABASE_URL: open.shop.url,
        BANK_URL: open.bank.url,
        BANK_KEY: merchantKey,
        CEIBA_PAUSE_AT: pauseAt,
        ORDER: JSON.stringify(order),
        ORDER_KEY: key,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', fail);
    child.once('close', (_code, signal) => done({ signal, output }));
  });

const reconcile = () => {
  const gateway = createHttpGateway({ url: open.bank.url, merchantKey, timeoutMs: 8_000 });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  return reconcileOrders({ db: open.shop.db, gateway, log }, new Date(), 60_000);
};

const outstandingOf = async (cartId: string): Promise<number> => {
  const { rows } = await open.shop.db.pool.query<{ id: string }>(
    'select p.id from payments p join orders o on o.id = p.order_id where o.cart_id = $1',
    [cartId],
  );
  const charges = (await open.bank.charges()).filter(({ key }) => rows.some(({ id }) => id === key));
  return charges.reduce((sum, { outstandingCentavos }) => sum + outstandingCentavos, 0);
};

/** What a shopper finds after the crash and the reconciler, by the point where the process died. */
const good = '4111111111111111';
const declined = '4000000000000002';
const cases: [point: PausePointName, number: string, end: 'untouched' | 'ordered' | 'given back'][] = [
  ['placing.beforeClaim', good, 'untouched'],
  ['placing.afterClaim', good, 'given back'],
  ['placing.afterCharge', good, 'ordered'],
  ['placing.beforeConfirm', good, 'ordered'],
  ['placing.afterConfirm', good, 'ordered'],
  ['placing.afterCharge', declined, 'given back'],
  ['placing.beforeRelease', declined, 'given back'],
];

const usesOf = async (): Promise<number> => {
  const { rows } = await open.shop.db.pool.query<{ used_count: number }>(
    "select used_count from coupons where code = 'UNO'",
  );
  return rows[0]?.used_count ?? -1;
};

/** Six of Q100, delivered for Q30, Q50 off. */
const withCoupon = () => prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 6 }], couponCode: 'UNO' });
const total = 580;

const ways = [
  ['card', (number: string) => card(total, number)],
  ['card in 6 payments', (number: string) => installments(total, 6, number)],
] as const;

describe('[DEC-107, DEC-172, CUP-11] a process is killed while it places an order; then the reconciler runs', () => {
  test('every pause point is tried', () => {
    expect(new Set(cases.map(([point]) => point))).toEqual(new Set(pausePointNames));
  });

  for (const [way, pay] of ways) {
    test.each(cases)(`killed at %s (${way} %s with a coupon): %s`, async (point, number, end) => {
      const { shop } = open;
      const cartId = await withCoupon();
      const before = await stateOf(shop.db, cartId);
      const uses = await usesOf();
      const body = { cartId, payments: [pay(number)] };
      const key = `crash-${cartId}`;
      expect(await placeInProcess(body, point, key)).toEqual({ signal: 'SIGKILL', output: '' });
      expect(await reconcile()).toBe(end === 'untouched' || point === 'placing.afterConfirm' ? 0 : 1);
      // Stock, coupon and cart are as they were, or the order has all of it.
      if (end !== 'ordered') expect(await stateOf(shop.db, cartId)).toEqual(before);
      expect(await usesOf()).toBe(end === 'ordered' ? uses + 1 : uses);

      const again = await postOrder(shop, body, key);
      expect(await outstandingOf(cartId)).toBe(outcomeOf(again).startsWith('200') ? total * 100 : 0);
      if (end === 'ordered') {
        expect(outcomeOf(again)).toMatch(/^200 \d{9}$/);
        expect(again.headers['idempotent-replayed']).toBe('true');
      } else if (number === good) {
        // Nothing was charged and the cart is free: the shopper's second try is the order.
        expect(outcomeOf(again)).toMatch(/^200 \d{9}$/);
        expect(again.headers['idempotent-replayed']).toBeUndefined();
      } else {
        expect(outcomeOf(again)).toBe('400 PAY_DECLINED');
        expect(await stateOf(shop.db, cartId)).toEqual(before);
      }
      expect(await usesOf()).toBe(outcomeOf(again).startsWith('200') ? uses + 1 : uses);
    });
  }

  test.each(cases)('[DEC-114] killed at %s (card %s with a points certificate): %s', async (point, number, end) => {
    const { shop, bank } = open;
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });
    const unspent = Number(await freePoints(bank));
    await redeem(shop, cartId, 100);
    const before = await stateOf(shop.db, cartId);
    const body = { cartId, payments: [card(130, number)] };
    const key = `crash-${cartId}`;
    expect(await placeInProcess(body, point, key)).toEqual({ signal: 'SIGKILL', output: '' });
    await reconcile();
    await settle(shop, programsOf(bank));
    // Blocked as before, in its cart, or taken with the order.
    expect(await freePoints(bank)).toBe(unspent - 1_000);
    const { rows } = await shop.db.pool.query(
      'select status from points_certificates where cart_id = $1 and status <> $2',
      [cartId, 'issued'],
    );
    expect(rows).toEqual([{ status: end === 'ordered' ? 'captured' : 'held' }]);
    if (end !== 'ordered') expect(await stateOf(shop.db, cartId)).toEqual(before);
    const again = await postOrder(shop, body, key);
    await settle(shop, programsOf(bank));
    if (number === declined) {
      expect(outcomeOf(again)).toBe('400 PAY_DECLINED');
      done(await shop.call('removeCoupon', { params: { id: cartId } }));
      await settle(shop, programsOf(bank));
      expect(await freePoints(bank)).toBe(unspent);
    } else {
      expect(outcomeOf(again)).toMatch(/^200 \d{9}$/);
      expect(await freePoints(bank)).toBe(unspent - 1_000);
    }
  });

  test('a cash order is whole or not at all', async () => {
    const { shop } = open;
    const cartId = await withCoupon();
    const before = await stateOf(shop.db, cartId);
    const uses = await usesOf();
    const body = { cartId, payments: [cash(total)] };
    expect(await placeInProcess(body, 'placing.beforeClaim', 'cash-crash')).toEqual({ signal: 'SIGKILL', output: '' });
    expect(await stateOf(shop.db, cartId)).toEqual(before);
    const whole = await placeInProcess(body, '', 'cash-crash');
    expect(JSON.parse(whole.output)).toMatchObject({ result: { ok: true } });
    expect(await usesOf()).toBe(uses + 1);
  });

  test('while the dead process’s order is not settled yet, the cart says so and nothing is taken twice', async () => {
    const { shop } = open;
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });
    const body = { cartId, payments: [card(230)] };
    await placeInProcess(body, 'placing.afterCharge', 'unsettled');
    expect(outcomeOf(await postOrder(shop, body, 'unsettled'))).toBe('409 ORDER_IN_PROGRESS');
    expect(outcomeOf(await postOrder(shop, body, 'new-key'))).toBe('409 ORDER_IN_PROGRESS');
    expect(await outstandingOf(cartId)).toBe(230_00);
    expect(await reconcile()).toBe(1);
  });

  test('a process that only stood still and goes on after the reconciler changes nothing any more', async () => {
    const { shop } = open;
    const late = async (number: string, point: PausePointName) => {
      const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
      const { placeOrder } = await import('./place-order.ts');
      const gateway = createHttpGateway({ url: open.bank.url, merchantKey, timeoutMs: 8_000 });
      const pausePoints = { reach: async (name: PausePointName) => void (name === point && (await reconcile())) };
      const request = { cartId, payments: [{ ...card(130, number), paymentPlan: 1 }] };
      const call = { request, idempotencyKey: undefined, now: new Date(), policy: shop.policy(), client: null };
      const { result } = await placeOrder(
        { db: shop.db, gateway, programs: noPrograms, pausePoints, settleAfterMs: 0 },
        call,
      );
      return { result, outstanding: await outstandingOf(cartId) };
    };
    // Settled as charged before the process itself confirms: one order, one charge, the same answer.
    expect(await late(good, 'placing.beforeConfirm')).toMatchObject({ result: { ok: true }, outstanding: 130_00 });
    expect(await late(declined, 'placing.beforeRelease')).toMatchObject({
      result: { ok: false, error: { code: 'PAY_DECLINED' } },
      outstanding: 0,
    });
    // Barred before the charge leaves: the bank refuses it.
    expect(await late(good, 'placing.afterClaim')).toMatchObject({
      result: { ok: false, error: { code: 'PAY_PROCESSOR_ERROR' } },
      outstanding: 0,
    });
  });

  test('an unknown pause point is a mistake of the operator, not a silent production start', () => {
    expect(() => pausePointsOf('placing.afterclaim')).toThrow('CEIBA_PAUSE_AT');
  });
});

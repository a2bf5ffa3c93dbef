import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants, nightlyReach } from '../../invariants/check-invariants.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import { untilBlocked } from '../../testing/lock-waits.ts';
import { card, prepareCart } from '../../testing/order-calls.ts';
import { placingDeps } from '../../testing/placing-deps.ts';
import { emptyPrograms } from '../../testing/points-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { StubBank } from '../../testing/stub-bank.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { ordersTasks } from '../orders.tasks.ts';
import type { PausePointName } from './pause-points.ts';
import { type PlaceOrderDeps, placeOrder } from './place-order.ts';
import { reconcileOrders } from './settle-order.ts';

let shop: TestShop;
let speaker: number;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
afterAll(() => shop.close());

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Orders one speaker. `at`: a pause point of the placement, and the work to run there. */
const place = async (
  gateway: PaymentGateway,
  more: { at?: [PausePointName, () => Promise<unknown>]; settleAfterMs?: number; now?: Date } = {},
) => {
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const [point, work] = more.at ?? [];
  const pausePoints: PlaceOrderDeps['pausePoints'] = {
    reach: async (name) => void (name === point && (await work?.())),
  };
  const deps = placingDeps(shop, gateway, { pausePoints, settleAfterMs: more.settleAfterMs ?? 0 });
  const request = { cartId, payments: [{ ...card(130), paymentPlan: 1 }] };
  const { result } = await placeOrder(deps, {
    request,
    idempotencyKey: randomUUID(),
    now: more.now ?? new Date(),
    policy: shop.policy(),
    client: null,
  });
  return { cartId, result };
};

const orderOf = async (cartId: string) => {
  const { rows } = await shop.db.pool.query<{ status: string; payment: string }>(
    'select o.status, p.status as payment from orders o join payments p on p.order_id = o.id where o.cart_id = $1',
    [cartId],
  );
  return rows[0];
};

const soundWith = async (bank: StubBank): Promise<void> => {
  const later = new Date(Date.now() + 10 * 60_000);
  const books = { bank, programs: emptyPrograms };
  const found = (await checkInvariants(shop.db, books, later, nightlyReach(later))).map(({ invariant }) => invariant);
  // Each test has its own bank, which only knows the charges of that test.
  expect(found.filter((name) => name !== 'payment-charged')).toEqual([]);
};

const clock = async (): Promise<number> => {
  const { rows } = await shop.db.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now.getTime() ?? 0;
};

test('voiding a placement locks its cart before any stock, in the same order as placements', async () => {
  const bank = new StubBank({ charge: 'refused' });
  const other = await shop.db.pool.connect();
  let released: Promise<unknown> = Promise.resolve();
  const { cartId } = await place(bank.gateway(), {
    at: [
      'placing.beforeRelease',
      async () => {
        await other.query('begin');
        await other.query('select from carts where id = (select cart_id from orders where status = $1) for update', [
          'placing',
        ]);
        const undone = async () => {
          // This lock would fail if the voiding had locked the row.
          await untilBlocked(shop.db.pool, other);
          await other.query('select from stock_levels where product_id = $1 for update nowait', [speaker]);
        };
        // The voiding continues even after a failure, which the test then reports.
        released = undone().finally(() => other.query('rollback'));
        released.catch(() => {});
      },
    ],
  }).finally(() => released.catch(() => {}));
  await released.finally(() => other.release());
  expect(await orderOf(cartId)).toEqual({ status: 'void', payment: 'refused' });
});

test('[DEC-12, DEC-131] a buyer who got no answer is mailed that nothing was placed, unless they ordered since', async () => {
  const bank = new StubBank({ charge: 'dropped' });
  const { cartId } = await place(bank.gateway());
  const refused = await place(new StubBank({ charge: 'refused' }).gateway());
  await until(async () => {
    await shop.db.pool.query(
      `update orders set settle_after = now() - interval '1 second' where status in ('placing', 'voiding')`,
    );
    await reconcileOrders({ db: shop.db, gateway: bank.gateway(), log }, new Date());
    return (await orderOf(cartId))?.status === 'void';
  });
  const { rows: jobs } = await shop.db.pool.query<{ id: string; cart: string }>(
    `select o.id, o.cart_id as cart from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       join orders o on o.id = (j.payload ->> 'orderId')::uuid
     where t.identifier = 'order-not-placed' and o.cart_id = any ($1)`,
    [[cartId, refused.cartId]],
  );
  expect(jobs.map(({ cart }) => cart)).toEqual([cartId]);
  const tasks = ordersTasks({ ...shop, gateway: bank.gateway(), publicUrl: 'https://ceiba.example' });
  const tell = tasks.find(({ name }) => name === 'order-not-placed');
  const mails = async () => {
    await tell?.run({ orderId: jobs[0]?.id }, { now: new Date(), log });
    const { rows } = await shop.db.pool.query<{ recipient: string; text: string }>(
      'select recipient, text from mails where dedupe_key = $1',
      [`order-not-placed:${jobs[0]?.id}`],
    );
    return rows;
  };
  const [mail, ...more] = [...(await mails()), ...(await mails()).slice(1)];
  expect(more).toEqual([]);
  expect(mail?.recipient).toBe('lucia@correo.gt');
  expect(mail?.text).toContain('El banco no respondió a tiempo por tu pedido de Q130.00. No se hizo ningún cobro.');
  expect(mail?.text).toContain('https://ceiba.example/cart');
});

test('[DEC-12] a buyer whose payment was refused is mailed the refusal, not that the bank gave no answer', async () => {
  const bank = new StubBank({ charge: 'lost' });
  const { cartId } = await place(bank.gateway());
  const refusing: PaymentGateway = {
    ...bank.gateway(),
    findByKey: async () => ({ kind: 'refused', code: 'PAY_INSUFFICIENT_FUNDS' }),
  };
  await shop.db.pool.query(`update orders set settle_after = now() - interval '1 second' where cart_id = $1`, [cartId]);
  await reconcileOrders({ db: shop.db, gateway: refusing, log }, new Date());
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders where cart_id = $1', [cartId]);
  const tasks = ordersTasks({ ...shop, gateway: refusing, publicUrl: 'https://ceiba.example' });
  const orderId = rows[0]?.id;
  await tasks.find(({ name }) => name === 'order-not-placed')?.run({ orderId }, { now: new Date(), log });
  const { rows: mails } = await shop.db.pool.query<{ text: string }>('select text from mails where dedupe_key = $1', [
    `order-not-placed:${orderId}`,
  ]);
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining('Tu banco no aprobó el pago de tu pedido de Q130.00. No se hizo ningún cobro.'),
  ]);
  expect(mails[0]?.text).not.toContain('no respondió');
});

test('an order that cannot be settled delays no other order of the same run', async () => {
  const bank = new StubBank({ charge: 'lost' });
  const carts: string[] = [];
  for (let placed = 0; placed < 15; placed += 1) carts.push((await place(bank.gateway())).cartId);
  await shop.db.pool.query(`
    create function poison() returns trigger language plpgsql as $$ begin raise 'poisoned'; end $$;
    create trigger poison before update of status on orders for each row when (old.email = 'poisoned') execute function poison()`);
  await shop.db.pool.query(`update orders set email = 'poisoned' where cart_id = $1`, [carts[0]]);
  await shop.db.pool.query(`update orders set settle_after = now() - interval '1 second' where status = 'placing'`);
  const failures: object[] = [];
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => void failures.push(fields) };
  const deps = { db: shop.db, gateway: bank.gateway(), log };
  expect(await reconcileOrders(deps, new Date())).toBe(14);
  expect(failures).toMatchObject([{ err: { message: expect.stringContaining('poisoned') } }]);
  await shop.db.pool.query('drop trigger poison on orders');
  await shop.db.pool.query(`update orders set settle_after = now() - interval '1 second' where status = 'placing'`);
  expect(await reconcileOrders(deps, new Date())).toBe(1);
});

test('a charge that confirms its order between look-up and void is not reversed', async () => {
  const bank = new StubBank({ charge: 'approved' });
  const plain = bank.gateway();
  let confirm: () => void = () => {};
  const lookedUp = new Promise<void>((done) => {
    confirm = done;
  });
  let confirmed: () => void = () => {};
  const isConfirmed = new Promise<void>((done) => {
    confirmed = done;
  });
  // The bank answers that it does not know the charge. The order is confirmed before the shop uses that answer.
  const blind: PaymentGateway = {
    ...plain,
    findByKey: async () => {
      confirm();
      await isConfirmed;
      return { kind: 'none' };
    },
  };
  let reconciled: Promise<number> = Promise.resolve(0);
  const { cartId, result } = await place(plain, {
    at: [
      'placing.beforeConfirm',
      async () => {
        reconciled = reconcileOrders({ db: shop.db, gateway: blind, log }, new Date(), 1_000);
        await lookedUp;
      },
    ],
  });
  confirmed();
  expect(await reconciled).toBe(1);
  expect(result).toMatchObject({ ok: true });
  expect(await orderOf(cartId)).toEqual({ status: 'processing', payment: 'approved' });
  expect([...bank.charges.values()].map(({ status }) => status)).toEqual(['approved']);
  await soundWith(bank);
});

test('[DEC-107] an order whose charge is being voided can no longer be confirmed', async () => {
  const bank = new StubBank({ charge: 'approved', blindLookUps: 1 });
  const { cartId, result } = await place(bank.gateway(), {
    at: [
      'placing.beforeConfirm',
      () => reconcileOrders({ db: shop.db, gateway: bank.gateway(), log }, new Date(), 1_000),
    ],
  });
  expect(result).toMatchObject({ ok: false });
  expect(await orderOf(cartId)).toEqual({ status: 'void', payment: 'reversed' });
  expect([...bank.charges.values()].map(({ status }) => status)).toEqual(['void']);
  await soundWith(bank);
});

test('a failed void is retried until it succeeds, and until then nothing is given back', async () => {
  const bank = new StubBank({ charge: 'dropped', voids: ['unsent', 'unanswered', 'unsent'] });
  const { cartId } = await place(bank.gateway());
  const reconcile = (ahead: number) =>
    reconcileOrders({ db: shop.db, gateway: bank.gateway(), log }, new Date(), ahead);
  for (const ahead of [60_000, 120_000, 180_000]) {
    expect(await reconcile(ahead)).toBe(0);
    expect(await orderOf(cartId)).toEqual({ status: 'voiding', payment: 'pending' });
  }
  expect(await reconcile(240_000)).toBe(1);
  expect(await orderOf(cartId)).toEqual({ status: 'void', payment: 'refused' });
  await soundWith(bank);
});

test('[DEC-107] an approval for an order that was given up is reversed, after as many tries as needed', async () => {
  const bank = new StubBank({ charge: 'approved', voids: ['unsent', 'unsent'] });
  // A bank that breaks its promise: it answers "refused" for the key and then charges it.
  const gateway = bank.gateway();
  const hasty: PaymentGateway = { ...gateway, findByKey: async () => ({ kind: 'refused', code: 'PAY_DECLINED' }) };
  const { cartId, result } = await place(gateway, {
    at: ['placing.afterClaim', () => reconcileOrders({ db: shop.db, gateway: hasty, log }, new Date(), 1_000)],
  });
  expect(result).toMatchObject({ ok: false, error: { code: 'PAY_TIMEOUT' } });
  expect(await orderOf(cartId)).toEqual({ status: 'void', payment: 'reversing' });
  const reconcile = (ahead: number) => reconcileOrders({ db: shop.db, gateway, log }, new Date(), ahead);
  // The call that tried the reversal last still has the lease.
  expect(await reconcile(0)).toBe(0);
  expect(await reconcile(60_000)).toBe(0);
  expect(await reconcile(120_000)).toBe(1);
  expect(await orderOf(cartId)).toEqual({ status: 'void', payment: 'reversed' });
  expect([...bank.charges.values()].map(({ status }) => status)).toEqual(['void']);
  await soundWith(bank);
});

test('the reconciler’s waiting time starts at the commit, by the database’s clock', async () => {
  const bank = new StubBank({ charge: 'approved' });
  let claimedAt = 0;
  let settleAfter = 0;
  const settleAfterMs = 20_000;
  const gateway: PaymentGateway = {
    ...bank.gateway(),
    charge: async (request) => {
      const { rows } = await shop.db.pool.query<{ settle_after: Date }>(
        'select o.settle_after from orders o join payments p on p.order_id = o.id where p.id = $1',
        [request.key],
      );
      settleAfter = rows[0]?.settle_after.getTime() ?? 0;
      return bank.gateway().charge(request);
    },
  };
  await place(gateway, {
    // The server's clock is an hour behind, and the transaction was delayed before its commit.
    now: new Date(Date.now() - 3_600_000),
    settleAfterMs,
    at: [
      'placing.beforeClaim',
      async () => {
        claimedAt = await clock();
      },
    ],
  });
  expect(settleAfter).toBeGreaterThanOrEqual(claimedAt + settleAfterMs);
});

test('each portion of overdue orders is leased only when its turn comes', async () => {
  const silent = new StubBank({ charge: 'dropped' });
  await Promise.all(Array.from({ length: 12 }, () => place(silent.gateway())));
  let lookUps = 0;
  let firstPortionAt = 0;
  const leases: number[] = [];
  const gateway: PaymentGateway = {
    ...silent.gateway(),
    findByKey: async ({ key }) => {
      lookUps += 1;
      if (lookUps <= 10) firstPortionAt = await clock();
      else {
        const { rows } = await shop.db.pool.query<{ settle_after: Date }>(
          'select o.settle_after from orders o join payments p on p.order_id = o.id where p.id = $1',
          [key],
        );
        leases.push(rows[0]?.settle_after.getTime() ?? 0);
      }
      return { kind: 'none' };
    },
  };
  expect(await reconcileOrders({ db: shop.db, gateway, log }, new Date())).toBe(12);
  expect(leases).toHaveLength(2);
  for (const lease of leases) expect(lease).toBeGreaterThanOrEqual(firstPortionAt + 20_000);
});

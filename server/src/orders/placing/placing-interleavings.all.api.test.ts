import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants, nightlyReach } from '../../invariants/check-invariants.ts';
import type { Database } from '../../platform/db/database.ts';
import { card, prepareCart } from '../../testing/order-calls.ts';
import { runMinuteJobs } from '../../testing/order-facts.ts';
import { placingDeps } from '../../testing/placing-deps.ts';
import { emptyPrograms } from '../../testing/points-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { StubBank } from '../../testing/stub-bank.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { type Pause, takeTurns } from '../../testing/turns.ts';
import { placeOrder } from './place-order.ts';
import { reconcileOrders } from './settle-order.ts';

/** A shop that runs some of the schedules. Lanes share nothing, so several lanes can run concurrently. */
interface Lane {
  shop: TestShop;
  /** A cart that is ready for its order. */
  model: string;
}

const openLane = async (): Promise<Lane> => {
  const shop = await openTestShop();
  await createShopBasics(shop.db);
  const productId = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 100_000 });
  await shop.db.pool.query(`insert into coupons (code, label, amount) values ('UNO', 'Uno', 1000)`);
  return { shop, model: await prepareCart(shop, { lines: [{ productId, quantity: 1 }], couponCode: 'UNO' }) };
};

const laneCount = 4;
let lanes: Lane[];
beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: laneCount }, openLane));
});
afterAll(async () => {
  for (const { shop } of lanes) await shop.close();
});

const schedules = 400;
const log = { info: () => {}, warn: () => {}, error: () => {} };
const later = (): Date => new Date(Date.now() + 10 * 60_000);

/** Creates a cart like the model, in one statement. */
const openCart = async ({ shop, model }: Lane): Promise<string> => {
  const id = randomUUID();
  await shop.db.pool.query({
    name: 'test.copy-cart',
    text: `with cart as (
      insert into carts (id, email, shipping_address, shipping_method, billing_address, payment_method, coupon_code)
      select $1, email, shipping_address, shipping_method, billing_address, payment_method, coupon_code
      from carts where id = $2)
    insert into cart_lines (id, cart_id, product_id, seller_id, quantity)
    select gen_random_uuid(), $1, product_id, seller_id, quantity from cart_lines where cart_id = $2`,
    values: [id, model],
  });
  return id;
};

/** Wraps the database for one actor. The actor waits for its turn before each statement and each transaction. */
const inTurns = (db: Database, pause: Pause): Database => ({
  ...db,
  write: {
    run: async (statement) => {
      await pause();
      return db.write.run(statement);
    },
  },
  transaction: async (work) => {
    await pause();
    return db.transaction(work);
  },
});

const plans = fc.record({
  charge: fc.constantFrom(
    'approved' as const,
    'approved' as const,
    'refused' as const,
    'lost' as const,
    'dropped' as const,
  ),
  voids: fc.array(fc.constantFrom('done' as const, 'unsent' as const, 'unanswered' as const), { maxLength: 3 }),
  blindLookUps: fc.nat({ max: 2 }),
});

const schedule = fc.record({
  plan: plans,
  picks: fc.array(fc.nat({ max: 5 }), { minLength: 36, maxLength: 36 }),
  /** Minutes by which each reconciler's clock runs ahead, so the lease of an earlier run has ended. */
  ahead: fc.tuple(fc.constantFrom(1, 3), fc.constantFrom(1, 2, 4)),
});

type Schedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never;

const settleAheadMs = (minutes: number): number => minutes * 60_000;

/** Runs the live call and two reconcilers in the order of `picks`, then the reconciler until everything is settled. */
async function run(lane: Lane, { plan, picks, ahead }: Schedule) {
  const { db } = lane.shop;
  const bank = new StubBank(plan);
  const cartId = await openCart(lane);
  const request = { cartId, payments: [{ ...card(120), paymentPlan: 1 }] };
  let isAnsweredWithOrder = false;
  const live = async (pause: Pause): Promise<void> => {
    const deps = placingDeps({ db: inTurns(db, pause) }, bank.gateway(pause), { settleAfterMs: 20_000 });
    const { result } = await placeOrder(deps, {
      request,
      idempotencyKey: undefined,
      now: new Date(),
      policy: lane.shop.policy(),
      client: null,
    });
    isAnsweredWithOrder = result.ok;
  };
  const reconciler = (minutes: number) => async (pause: Pause) => {
    const deps = { db: inTurns(db, pause), gateway: bank.gateway(pause), log };
    await reconcileOrders(deps, new Date(), settleAheadMs(minutes));
  };
  await takeTurns([live, ...ahead.map(reconciler)], picks);
  const deps = { db, gateway: bank.gateway(), log };
  let facts = await factsOf(db, cartId);
  for (let minutes = 8; !isOver(facts) && minutes < 40; minutes += 4) {
    await reconcileOrders(deps, new Date(), settleAheadMs(minutes));
    facts = await factsOf(db, cartId);
  }
  return { bank, facts, isAnsweredWithOrder };
}

interface Facts {
  status: string;
  payment: string;
  cart: string;
}

const isOver = (facts: Facts | undefined): boolean =>
  facts?.status === 'processing' || (facts?.status === 'void' && facts.payment !== 'reversing');

const factsOf = async (db: Database, cartId: string): Promise<Facts | undefined> => {
  const { rows } = await db.pool.query<Facts>({
    name: 'test.facts',
    text: `select o.status, p.status as payment, c.status as cart
      from orders o join payments p on p.order_id = o.id join carts c on c.id = o.cart_id where o.cart_id = $1`,
    values: [cartId],
  });
  return rows[0];
};

test(`a live call and two reconcilers leave sound books in ${schedules} random orders of transactions`, async () => {
  const seen = new Map<string, number>();
  const checkOne = async (lane: Lane, drawn: Schedule): Promise<void> => {
    const since = new Date();
    const { bank, facts, isAnsweredWithOrder } = await run(lane, drawn);
    const charge = [...bank.charges.values()].map(({ status }) => status).join();
    const isOrder = facts?.status === 'processing';
    expect(facts).toEqual(
      isOrder
        ? { status: 'processing', payment: 'approved', cart: 'ordered' }
        : { status: 'void', payment: expect.stringMatching(/^(refused|reversed)$/), cart: 'open' },
    );
    expect(charge === 'approved').toBe(isOrder);
    if (isAnsweredWithOrder) expect(isOrder).toBe(true);
    const reach = { name: 'recent', now: later(), since, movements: 20 } as const;
    await runMinuteJobs(lane.shop.db, reach.now);
    expect(await checkInvariants(lane.shop.db, { bank, programs: emptyPrograms }, reach.now, reach)).toEqual([]);
    const end = `${drawn.plan.charge} → ${facts?.status}`;
    seen.set(end, (seen.get(end) ?? 0) + 1);
  };
  const numRuns = schedules / laneCount;
  await Promise.all(
    lanes.map((lane) =>
      fc.assert(
        fc.asyncProperty(schedule, (drawn) => checkOne(lane, drawn)),
        { numRuns },
      ),
    ),
  );
  // Approved charges led to both outcomes. Otherwise the schedules would test nothing.
  expect(seen.get('approved → processing')).toBeGreaterThan(0);
  expect(seen.get('approved → void')).toBeGreaterThan(0);
  const noLedger = {
    account: 'bank/stub',
    settlingMs: 0,
    reachMs: Number.POSITIVE_INFINITY,
    listCharges: async () => 'unknown' as const,
  };
  for (const { shop } of lanes) {
    const found = await checkInvariants(
      shop.db,
      { bank: noLedger, programs: emptyPrograms },
      later(),
      nightlyReach(later()),
    );
    expect(found.map(({ invariant }) => invariant)).toEqual(['bank-ledger-read']);
  }
}, 600_000);

import { randomUUID } from 'node:crypto';
import { examples } from '@ceiba/contract/testing/test-all';
import { type Centavos, centavos, zero } from '@ceiba/domain/money/money';
import type { ShipmentAction } from '@ceiba/domain/orders/shipment-action';
import { ok, refuse } from '@ceiba/domain/result';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelUnits } from '../orders/canceling/cancel-order.ts';
import { giveOutRefund } from '../orders/store-payment/pay-at-store.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { commitIfOk } from '../platform/db/database.ts';
import { decideReturn } from '../returns/decide-return.ts';
import { moveShipment } from '../shipments/move-shipment.ts';
import { findOrderState } from '../shipments/order-state.store.ts';
import { findShipment, lockShipment } from '../shipments/shipments.store.ts';
import { splitShipment } from '../shipments/split-shipment.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { readCart } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator } from '../testing/operator.ts';
import { card, cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { writeRefund } from './make-refund.ts';
import { lockOrderToRefund } from './order-to-refund.store.ts';
import { decideAtDesk } from './refund-at-desk.ts';
import { sendRefunds } from './send-refunds.ts';

// Tests cash orders with several shipments. Each delivery pays for its own goods, and a buyer who returns goods gets their worth back.

/** The guard's finding for orders whose couriers brought less than was due. */
const collectedShort = ['cash-as-due'];

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
const products: number[] = [];
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  await shop.db.pool.query(`insert into coupons (code, label, percent_bp) values ('TERCIO', 'Un tercio', 3333)`);
  for (const [sku, price] of [
    ['A', 100_01],
    ['B', 7_77],
    ['C', 33_35],
  ] as const)
    products.push(await createProduct(shop.db, { sku, price, stock: 100_000 }));
});
afterAll(async () => {
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  while ((await sendRefunds({ db: shop.db, gateway, log })) > 0);
  await expectSoundBooks(shop.db, open.bank, collectedShort);
  await open.close();
});

/** Places an order of the given units of each product, with a third off, by default in cash. */
async function place(
  quantities: readonly number[],
  pay: (amount: number) => object | Promise<object> = cash,
): Promise<string> {
  const lines = quantities.flatMap((quantity, at) =>
    quantity === 0 ? [] : [{ productId: products[at] ?? 0, quantity }],
  );
  const cartId = await prepareCart(shop, { lines, couponCode: 'TERCIO' });
  const { prices } = await readCart(shop, cartId);
  const payments = [await pay(prices.grandTotal.value)];
  const answer = await postOrder(shop, { cartId, payments }, undefined, await mintProof(shop));
  if (answer.statusCode !== 200) throw new Error(`${outcomeOf(answer)} ${answer.body}`);
  return answer.json().data.orderNumber;
}

const move = async (orderNumber: string, shipmentNumber: number, action: ShipmentAction): Promise<void> => {
  await moveShipment(shop.db, { orderNumber, choice: { shipmentNumber }, action, actor: operator }, new Date());
};
const send = (orderNumber: string, shipmentNumber: number): Promise<void> =>
  move(orderNumber, shipmentNumber, { kind: 'send', courier: null, trackingNumber: null });
const deliver = async (
  orderNumber: string,
  shipmentNumber: number,
  amount: Centavos | 'due' = 'due',
): Promise<void> => {
  await send(orderNumber, shipmentNumber);
  await move(orderNumber, shipmentNumber, {
    kind: 'deliver',
    cash: { amount, difference: amount === 'due' ? null : 'le faltó' },
  });
};

/** Delivers a shipment whose courier brings half of the due amount. */
async function deliverShort(orderNumber: string, shipmentNumber: number): Promise<void> {
  const due = (await findShipment(shop.db.write, `${orderNumber}-${shipmentNumber}`))?.cashToCollect ?? zero;
  await deliver(orderNumber, shipmentNumber, due === zero ? 'due' : centavos(Math.floor(due / 2)));
}

/** Moves units of a line to a separate shipment. */
const split = (orderNumber: string, shipmentNumber: number, line: number, units: number) =>
  commitIfOk<number, { code: string }>(shop.db, async (tx) => {
    const found = await lockShipment(tx, `${orderNumber}-${shipmentNumber}`);
    if (found === undefined) return refuse({ code: 'NOT_FOUND' });
    return splitShipment(tx, found, [{ line, quantity: units }], new Date());
  });

/** Counts the units that the buyer has received and not returned. */
const unitsToReturn = async (orderNumber: string, line: number): Promise<number> =>
  (
    await shop.db.pool.query<{ left: number }>(
      `select (select coalesce(sum(u.quantity - u.canceled), 0)::integer from shipment_lines u
         join shipments s on s.order_id = u.order_id and s.n = u.n and s.state = 'delivered' where u.order_id = l.order_id and u.position = l.position)
         - (select coalesce(sum(r.quantity), 0)::integer from returns r where r.order_id = l.order_id and r.position = l.position) as left
       from order_lines l join orders o on o.id = l.order_id where o.number = $1 and l.position = $2`,
      [orderNumber, line],
    )
  ).rows[0]?.left ?? 0;

async function giveBack(orderNumber: string, line: number, units: number): Promise<void> {
  const { rows } = await shop.db.pool.query<{ number: number }>(
    `insert into returns (id, order_id, position, quantity, reason, description, requested_at)
     select gen_random_uuid(), id, $2, $3, 'damaged', '', now() from orders where number = $1 returning number`,
    [orderNumber, line, units],
  );
  const outcomes = [{ fate: 'scrap' as const, quantity: units, storeCode: null, reason: null }];
  const site = { publicUrl: 'https://tienda.example', policy: shop.policy(), now: new Date() };
  const decided = await decideReturn(shop.db, { number: rows[0]?.number ?? 0, outcomes, actor: operator }, site);
  expect(decided).toMatchObject({ ok: true });
}

/** Returns how many units of the first line were refunded, by shipment. */
const givenOf = async (orderNumber: string): Promise<number[]> =>
  (
    await shop.db.pool.query<{ refunded: number }>(
      `select u.refunded from shipment_lines u join orders o on o.id = u.order_id where o.number = $1 and u.position = 1 order by u.n`,
      [orderNumber],
    )
  ).rows.map(({ refunded }) => refunded);
const countGiven = async (orderNumber: string, given: number[]): Promise<void> => {
  given.splice(0, given.length, ...(await givenOf(orderNumber)));
};

const refundUnits = (orderNumber: string, lines: { position: number; units: number; shipmentNumber?: number }[]) =>
  commitIfOk<object, { code: string }>(shop.db, async (tx) => {
    const order = await lockOrderToRefund(tx, orderNumber);
    if (order === undefined) throw new Error(`there is no order ${orderNumber}`);
    const asCourtesy = { unsent: 'send', courtesyReason: 'se le prometió' } as const;
    const asked = {
      lines,
      shipping: zero,
      goodwill: zero,
      reason: 'llegó tarde',
      to: 'origin',
      ...asCourtesy,
    } as const;
    const found = decideAtDesk(order, asked, { causeKey: `desk ${randomUUID()}`, actor: operator });
    return found.ok ? ok(await writeRefund(tx, found.value.decided)) : found;
  });

async function refundOne(orderNumber: string, position: number, units: number): Promise<void> {
  expect(await refundUnits(orderNumber, [{ position, units }])).toMatchObject({ ok: true });
}

/**
 * Returns the money of an order in centavos: paid minus refunded, still to be paid, missing at the door without a deduction, and
 * the worth of the buyer's goods.
 */
async function balanceOf(
  orderNumber: string,
): Promise<{ paid: number; asked: number; missing: number; kept: number; goodwill: number }> {
  const { rows } = await shop.db.pool.query(
    `select
       (select coalesce(sum(case when kind = 'cash_collected' then amount when kind = 'refund_due' then -amount else 0 end), 0)::bigint
         from money_movements m where m.order_id = o.id) as paid,
       (select coalesce(sum(s.cash_due) filter (where s.state not in ('delivered', 'undelivered', 'canceled')), 0)::bigint
         from shipments s where s.order_id = o.id) as asked,
       (select coalesce(sum(greatest(s.cash_due - s.cash_collected, 0)), 0)::bigint from shipments s where s.order_id = o.id)
         - (select coalesce(sum(f.shortfall), 0)::bigint from refund_lines f where f.order_id = o.id) as missing,
       (select coalesce(sum(r.goodwill), 0)::bigint from refunds r where r.order_id = o.id) as goodwill,
       o.shipping - (select coalesce(sum(r.shipping), 0)::bigint from refunds r where r.order_id = o.id)
         + (select sum(l.net)::bigint - coalesce((select sum(f.amount) from refund_lines f where f.order_id = o.id), 0)::bigint
            from order_lines l where l.order_id = o.id) as kept
     from orders o where o.number = $1`,
    [orderNumber],
  );
  return rows[0];
}

/** Checks that the buyer's goods are worth the sum of the paid, due and missing amounts, and that nothing else was set off. */
const expectFair = async (orderNumber: string, what: string): Promise<void> => {
  const { paid, asked, missing, kept, goodwill } = await balanceOf(orderNumber);
  expect({ what, worth: paid + asked + missing, goodwill }).toEqual({ what, worth: kept, goodwill: 0 });
};

test('[WORK-18, WORK-10] both units of a line in two delivered shipments are refunded in full while a third is on its way', async () => {
  const number = await place([3, 1, 0]);
  await split(number, 1, 1, 1);
  await split(number, 1, 1, 1);
  await deliver(number, 2);
  await deliver(number, 3);
  await giveBack(number, 1, 1);
  await expectFair(number, 'first');
  await giveBack(number, 1, 1);
  await expectFair(number, 'second');
});

test('[WORK-17, WORK-18] a refund over several delivered shipments takes from each the amount collected there', async () => {
  const number = await place([1, 1, 1]);
  await split(number, 1, 1, 1);
  await split(number, 1, 2, 1);
  await deliver(number, 2);
  await deliver(number, 3);
  const lines = [
    { position: 1, units: 1 },
    { position: 2, units: 1 },
  ];
  expect(await refundUnits(number, lines)).toMatchObject({ ok: true });
  await expectFair(number, 'refunded');
});

test('[WORK-17, WORK-20] units refunded at the desk are not refunded again when they are returned', async () => {
  const number = await place([2, 1, 0]);
  await split(number, 1, 1, 1);
  await deliver(number, 2);
  expect(await refundUnits(number, [{ position: 1, units: 1 }])).toMatchObject({ ok: true });
  await giveBack(number, 1, 1);
  await expectFair(number, 'returned');
  await deliver(number, 1);
  await giveBack(number, 1, 1);
  await expectFair(number, 'returned, too');
});

/**
 * Returns the refunds of an order's units, oldest first: the amount given, the units' worth, and the part set off as
 * missing, in centavos.
 */
const refundsOf = async (orderNumber: string): Promise<{ given: number; worth: number; shortfall: number }[]> =>
  (
    await shop.db.pool.query(
      `select r.amount::integer as given, f.amount::integer as worth, f.shortfall::integer as shortfall
       from refunds r join orders o on o.id = r.order_id join refund_lines f on f.refund_id = r.id where o.number = $1 order by r.created_at`,
      [orderNumber],
    )
  ).rows;

test.each([
  ['are returned', 'on their way', giveBack],
  ['are returned', 'delivered, too', giveBack],
  ['are refunded at the desk', 'on their way', refundOne],
  ['are refunded at the desk', 'delivered, too', refundOne],
])(
  '[WORK-12, WORK-17, WORK-20] for units refunded %s while others are %s, missing cash is offset first',
  async (_how, others, take) => {
    const number = await place([4, 0, 0]);
    await split(number, 1, 1, 3);
    await deliver(number, 2, centavos(100_00));
    if (others === 'delivered, too') await deliver(number, 1);
    await expectFair(number, 'delivered');
    await take(number, 1, 2);
    await expectFair(number, 'two are back');
    await take(number, 1, 1);
    await expectFair(number, 'all are back');
    // Three units at Q66.68 brought Q100.00, so Q100.03 of Q200.03 were missing.
    expect(await refundsOf(number)).toEqual([
      { given: 33_32, worth: 133_35, shortfall: 100_03 },
      { given: 66_68, worth: 66_68, shortfall: 0 },
    ]);
    await expectSoundBooks(shop.db, open.bank, collectedShort);
  },
);

test('[WORK-17] the desk refunds nothing for units that nobody has paid', async () => {
  const number = await place([2, 0, 0]);
  await deliver(number, 1, centavos(0));
  expect(await refundUnits(number, [{ position: 1, units: 1 }])).toMatchObject({
    error: { code: 'UNITS_NOT_BOUGHT', lines: [] },
  });
  expect(await refundsOf(number)).toEqual([]);
});

interface Step {
  kind: string;
  shipmentNumber: number;
  line: number;
  units: number;
}
const steps: Record<string, (orderNumber: string, step: Step) => Promise<void>> = {
  split: async (number, { shipmentNumber, line, units }) => void (await split(number, shipmentNumber, line, units)),
  // Some shipments bring less cash than was due.
  deliver: (number, { shipmentNumber, units }) =>
    units === 1 ? deliver(number, shipmentNumber) : deliverShort(number, shipmentNumber),
  giveBack: async (number, { line, units }) => {
    const left = await unitsToReturn(number, line);
    if (left > 0) await giveBack(number, line, Math.min(units, left));
  },
  refund: async (number, { shipmentNumber, line, units }) => {
    const asked = [line, shipmentNumber].filter((position, at, all) => position <= 3 && all.indexOf(position) === at);
    await refundUnits(
      number,
      asked.map((position) => ({ position, units })),
    );
  },
  cancel: async (orderNumber, { line, units }) => {
    await cancelUnits(shop.db, { orderNumber, line, units, actor: operator, reason: 'no hay' }, new Date());
  },
  lose: async (number, { shipmentNumber }) => {
    await send(number, shipmentNumber);
    await move(number, shipmentNumber, { kind: 'undelivered', reason: 'rechazado' });
  },
  giveOut: async (orderNumber, { shipmentNumber }) => {
    const amount = (await findOrderState(shop.db.write, orderNumber))?.tillRefund ?? null;
    await giveOutRefund(shop.db, {
      orderNumber,
      receipt: `D-${orderNumber}-${shipmentNumber}`,
      amount,
      actor: operator,
    });
  },
};

const anyStep = (...kinds: string[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    shipmentNumber: fc.integer({ min: 1, max: 4 }),
    line: fc.integer({ min: 1, max: 3 }),
    units: fc.integer({ min: 1, max: 2 }),
  });
/** A step on a paid order with three shipments of one line. \`refund\` names a shipment, or none (n = 4). */
const paidStep = anyStep('send', 'deliver', 'lose', 'refund', 'refund', 'refund');

test('[WORK-11, WORK-17, WORK-18] no unit is refunded twice, for any order of refunds, losses and deliveries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(paidStep, { minLength: 4, maxLength: 12 }), async (happened) => {
      const number = await place([5, 0, 0], card);
      await split(number, 1, 1, 2);
      await split(number, 1, 1, 1);
      const held = [2, 2, 1];
      const given = [0, 0, 0];
      const states = ['ready', 'ready', 'ready'];
      for (const { kind, shipmentNumber, units } of happened) {
        const at = shipmentNumber - 1;
        const state = states[at] ?? '';
        if (kind === 'send' && state === 'ready') {
          await send(number, shipmentNumber);
          states[at] = 'sent';
        } else if (kind === 'deliver' && state === 'sent') {
          await move(number, shipmentNumber, { kind: 'deliver', cash: { amount: 'due', difference: null } });
          states[at] = 'delivered';
        } else if (kind === 'lose' && state === 'sent') {
          await move(number, shipmentNumber, { kind: 'undelivered', reason: 'rechazado' });
          [states[at], given[at]] = ['undelivered', held[at] ?? 0];
        } else if (kind === 'refund') {
          const left = held.map((all, index) => all - (given[index] ?? 0));
          const waits = left.filter((each) => each > 0);
          const done = await refundUnits(number, [
            { position: 1, units, ...(shipmentNumber <= 3 && { shipmentNumber }) },
          ]);
          if (shipmentNumber <= 3) {
            expect(done.ok).toBe(units <= (left[at] ?? 0));
            if (done.ok) given[at] = (given[at] ?? 0) + units;
          } else {
            const all = left.reduce((sum, each) => sum + each, 0);
            const isClear =
              waits.length === 1 ||
              units === all ||
              left.every((each, index) => each === 0 || states[index] === 'delivered');
            expect(done.ok).toBe(units <= all && isClear);
            if (done.ok) await countGiven(number, given);
          }
        }
        expect(await givenOf(number)).toEqual(given);
      }
    }),
    { numRuns: examples(40), endOnFailure: true },
  );
}, 240_000);

const any = {
  quantities: fc.tuple(...[3, 2, 3].map((min) => fc.integer({ min, max: min + 2 }))),
  splits: fc.array(anyStep('split'), { minLength: 3, maxLength: 3 }),
  /** The shipment that stays on its way during the other steps. */
  waits: fc.integer({ min: 1, max: 4 }),
  happened: fc.array(anyStep(...Object.keys(steps), 'giveBack', 'giveBack', 'giveBack', 'refund'), {
    minLength: 4,
    maxLength: 10,
  }),
};

test('[WORK-10, WORK-18] after any steps on a cash order, the net payment equals the worth of the goods that the buyer keeps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(any), async ({ quantities, splits, waits, happened }) => {
      const number = await place(quantities);
      const sent = [1, 2, 3, 4]
        .filter((shipmentNumber) => shipmentNumber !== waits)
        .map((shipmentNumber) => ({ kind: 'deliver', shipmentNumber, line: 1, units: (shipmentNumber % 2) + 1 }));
      for (const step of [...splits.map((each) => ({ ...each, shipmentNumber: 1 })), ...sent, ...happened]) {
        await steps[step.kind]?.(number, step);
        await expectFair(number, JSON.stringify(step));
      }
    }),
    { numRuns: examples(40), endOnFailure: true },
  );
}, 240_000);

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { exampleRows } from '@ceiba/contract/testing/test-all';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpCardVault, createHttpGateway } from '../../payments/http-gateway.ts';
import { insertSavedCard } from '../../payments/saved-cards.store.ts';
import { done } from '../../testing/cart-calls.ts';
import {
  card,
  cash,
  installments,
  merchantKey,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks, stateOf } from '../../testing/order-facts.ts';
import { placingDeps } from '../../testing/placing-deps.ts';
import { freePoints, member, programsOf, redeem, settle } from '../../testing/points-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { type PausePointName, pausePointNames, pausePointsOf } from './pause-points.ts';
import { reconcileOrders } from './settle-order.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
  await open.shop.db.pool.query(
    `insert into coupons (code, label, amount, total_limit) values ('UNO', 'Uno', 5000, 1000)`,
  );
  await open.shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor-demo', 'MAX', 'Andrea', now())`,
  );
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const script = fileURLToPath(new URL('../../testing/place-order-process.ts', import.meta.url));

/** The way in which an order is paid. */
interface Means {
  payments: object[];
  /** The amount that the bank charges, in quetzales. */
  charged: number;
  /** The customer who orders, if any. */
  customer?: SignedInCustomer;
  /** True for the call of orders that are paid at the store. */
  isStorePayment?: boolean;
}

interface Attempt extends Means {
  cartId: string;
  key: string;
}

/** Places an order in a separate process. Returns how the process ended. */
const placeInProcess = (
  { cartId, payments, key, customer, isStorePayment = false }: Attempt,
  pauseAt: PausePointName,
): Promise<{ signal: string | null; output: string }> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [script], {
      env: {
        DATABASE_URL: open.shop.url,
        BANK_URL: open.bank.url,
        BANK_KEY: merchantKey,
        CEIBA_PAUSE_AT: pauseAt,
        ORDER: JSON.stringify({ cartId, payments }),
        ORDER_KEY: key,
        STORE_PAYMENT: String(isStorePayment),
        ...childEnv,
        ...(customer === undefined ? {} : { VIEWER_ID: customer.id }),
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

/** Repeats the call with the same key, as a shopper does who clicks again. */
const pressAgain = ({ cartId, payments, key, customer, isStorePayment = false }: Attempt) =>
  open.shop.inject({
    method: 'POST',
    url: isStorePayment ? '/v1/orders/storePayment' : '/v1/orders',
    payload: { cartId, payments },
    headers: { ...customer?.headers, 'idempotency-key': key },
  });

const reconcile = () => {
  const gateway = createHttpGateway({ url: open.bank.url, merchantKey, timeoutMs: 60_000 });
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

const good = '4111111111111111';
const declined = '4000000000000002';

/** The state after the crash and the reconciler. */
type End = 'untouched' | 'ordered' | 'given back';

/** The state after the process died at each point: for charged orders, for refused orders, and for orders that ask no bank. */
const charging: [PausePointName, End][] = [
  ['placing.beforeClaim', 'untouched'],
  ['placing.afterClaim', 'given back'],
  ['placing.afterCharge', 'ordered'],
  ['placing.beforeConfirm', 'ordered'],
  ['placing.afterConfirm', 'ordered'],
];
const refusing: [PausePointName, End][] = [
  ['placing.afterCharge', 'given back'],
  ['placing.beforeRelease', 'given back'],
];
const placingAtOnce: [PausePointName, End][] = [
  ['placing.beforeClaim', 'untouched'],
  ['placing.afterConfirm', 'ordered'],
];

/** Saves the card `number` for a new customer. */
const savedCard = async (total: number, number: string): Promise<Means> => {
  const customer = await signInCustomer(open.shop.db, `${randomUUID()}@correo.gt`, new Date());
  const vault = createHttpCardVault({ url: open.bank.url, merchantKey, timeoutMs: 60_000 });
  const saved = await vault.save(randomUUID(), { number, expiry: '12/39', holder: 'ANA' });
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  const token = randomUUID();
  const masked = `${number.slice(0, 6)}******${number.slice(-4)}`;
  const row = {
    id: token,
    spareId: randomUUID(),
    customerId: customer.id,
    vaultToken: saved.token,
    masked,
    acquirer: vault.account,
  };
  await insertSavedCard(open.shop.db.write, { ...row, cardKey: null, expiry: { month: 12, year: 2039 } }, new Date());
  const payment = { paymentType: 'CardInstallments', paymentPlan: 6, paymentAmount: total };
  const payments = [{ ...payment, token, tokenType: 'InstrumentToken', ccCVV: '123' }];
  return { payments, charged: number === good ? total : 0, customer };
};

/** Pays at the store of the advisor who attends to the cart. */
const atTheStore = async (paymentAmount: number, cartId: string): Promise<Means> => {
  await open.shop.db.pool.query(`update carts set advisor_hash = 'asesor-demo' where id = $1`, [cartId]);
  const { otp } = done(await open.shop.call('issueOneTimeCode', { params: { id: cartId } })).data;
  const payment = { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount, otp, isPaymentInStore: true };
  return { payments: [payment], charged: 0, isStorePayment: true };
};

const ways: Record<string, (total: number, cartId: string) => Promise<Means>> = {
  'a card': async (total) => ({ payments: [card(total, good)], charged: total }),
  'a declined card': async (total) => ({ payments: [card(total, declined)], charged: 0 }),
  'a card in 6 payments': async (total) => ({ payments: [installments(total, 6, good)], charged: total }),
  'a declined card in 6 payments': async (total) => ({ payments: [installments(total, 6, declined)], charged: 0 }),
  'a saved card in 6 payments': (total) => savedCard(total, good),
  'a declined saved card in 6 payments': (total) => savedCard(total, declined),
  cash: async (total) => ({ payments: [cash(total)], charged: 0 }),
  'payment at the store': atTheStore,
  'points alone': async (paymentAmount) => {
    const points = { paymentType: 'MaxpointsPoints', paymentPlan: 0, paymentAmount };
    const slot = { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 100 };
    return { payments: [{ ...points, dpi: member.dpi, birthDate: member.birthDate }, slot], charged: 0 };
  },
};

type Slot = 'coupon' | 'certificate';
type Cell = [point: PausePointName, way: string, slot: Slot, end: End];

const cellsOf = (way: string, ends: readonly [PausePointName, End][], slots: readonly Slot[]): Cell[] =>
  ends.flatMap(([point, end]) => slots.map((slot): Cell => [point, way, slot, end]));

const both = ['coupon', 'certificate'] as const;

/** All pause points of each payment method, with a coupon and with a certificate. The tests below use neither, which claims less. */
const cells: Cell[] = [
  ...cellsOf('a card', charging, both),
  ...cellsOf('a declined card', refusing, both),
  ...cellsOf('a card in 6 payments', charging, both),
  ...cellsOf('a declined card in 6 payments', refusing, both),
  ...cellsOf('a saved card in 6 payments', charging, both),
  ...cellsOf('a declined saved card in 6 payments', refusing, both),
  ...cellsOf('cash', placingAtOnce, both),
  ...cellsOf('payment at the store', placingAtOnce, both),
  ...cellsOf('points alone', placingAtOnce, ['certificate']),
];

/**
 * Prepares six delivered speakers (Q600 and Q30) minus Q50 by coupon or Q100 by points. For "points alone", one speaker that is
 * picked up.
 */
const prepareCell = async (way: string, slot: Slot): Promise<{ cartId: string; units: number; total: number }> => {
  const isWhole = way === 'points alone';
  const units = isWhole ? 1 : 6;
  const cartId = await prepareCart(open.shop, {
    lines: [{ productId: speaker, quantity: units }],
    ...(slot === 'coupon' ? { couponCode: 'UNO' } : {}),
    ...(isWhole ? { shippingMethod: 'pickup', storeCode: 'MAX' } : {}),
  });
  if (slot === 'certificate') await redeem(open.shop, cartId, 100);
  return { cartId, units, total: isWhole ? 0 : slot === 'coupon' ? 580 : 530 };
};

/** Returns everything that an order has taken in the shop and at the bank; money in centavos. */
const takenBy = async (cartId: string) => {
  const { rows } = await open.shop.db.pool.query<{
    units: number;
    uses: number;
    orders: number;
    certificates: string[];
  }>(
    `select (select sum(quantity)::integer from stock_levels) as units,
       (select used_count from coupons where code = 'UNO') as uses,
       (select count(*)::integer from orders where cart_id = $1 and status <> 'void') as orders,
       array(select status::text from points_certificates where cart_id = $1 and status <> 'issued') as certificates`,
    [cartId],
  );
  const [taken] = rows;
  if (taken === undefined) throw new Error('a statement of exactly one row answered none');
  return { ...taken, points: Number(await freePoints(open.bank)), outstanding: await outstandingOf(cartId) };
};

describe('a process is killed while it places an order, and then the reconciler runs', () => {
  test('each pause point is tested', () => {
    expect(new Set(cells.map(([point]) => point))).toEqual(new Set(pausePointNames));
  });

  test.each(exampleRows(cells))(
    '[DEC-107, DEC-114, DEC-172, CUP-11, PAY-39] a placement killed at %s, paid by %s, with a %s, ends as: %s',
    async (point, way, slot, end) => {
      const { shop, bank } = open;
      const { cartId, units, total } = await prepareCell(way, slot);
      const means = await ways[way]?.(total, cartId);
      if (means === undefined) throw new Error(way);
      const attempt = { ...means, cartId, key: `crash-${cartId}` };
      const before = await stateOf(shop.db, cartId);
      const taken = await takenBy(cartId);
      const isPaidLater = means.isStorePayment === true || way === 'cash';
      const ordered = {
        units: taken.units - units,
        uses: taken.uses + (slot === 'coupon' ? 1 : 0),
        orders: 1,
        certificates: slot === 'coupon' ? [] : [isPaidLater ? 'claimed' : 'captured'],
        points: taken.points,
        outstanding: means.charged * 100,
      };

      expect(await placeInProcess(attempt, point)).toEqual({ signal: 'SIGKILL', output: '' });
      expect(await reconcile()).toBe(end === 'untouched' || point === 'placing.afterConfirm' ? 0 : 1);
      await settle(shop, programsOf(bank));
      // An order has taken stock, coupon, points and cart. Without an order, all of these are unchanged.
      if (end === 'ordered') expect(await takenBy(cartId)).toEqual(ordered);
      else expect([await stateOf(shop.db, cartId), await takenBy(cartId)]).toEqual([before, taken]);

      const again = await pressAgain(attempt);
      await settle(shop, programsOf(bank));
      const isDeclined = way.includes('declined');
      expect(outcomeOf(again)).toMatch(isDeclined ? /^400 PAY_DECLINED$/ : /^200 \d{9}$/);
      expect(again.headers['idempotent-replayed']).toBe(end === 'ordered' || isDeclined ? 'true' : undefined);
      if (isDeclined) expect([await stateOf(shop.db, cartId), await takenBy(cartId)]).toEqual([before, taken]);
      else expect(await takenBy(cartId)).toEqual(ordered);
      if (isDeclined && slot === 'certificate') {
        done(await shop.call('removeCoupon', { params: { id: cartId } }));
        await settle(shop, programsOf(bank));
        expect(await freePoints(bank)).toBe(taken.points + 1_000);
      }
      await expectSoundBooks(shop.db, bank);
    },
  );

  test('while a dead process’s order is unsettled, the cart cannot be ordered, and nothing is charged twice', async () => {
    const { shop } = open;
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });
    const body = { cartId, payments: [card(230)] };
    await placeInProcess({ ...body, key: 'unsettled', charged: 230 }, 'placing.afterCharge');
    expect(outcomeOf(await postOrder(shop, body, 'unsettled'))).toBe('409 ORDER_IN_PROGRESS');
    expect(outcomeOf(await postOrder(shop, body, 'new-key'))).toBe('409 ORDER_IN_PROGRESS');
    expect(await outstandingOf(cartId)).toBe(230_00);
    expect(await reconcile()).toBe(1);
  });

  test('a process that resumes after the reconciler does not change the outcome', async () => {
    const { shop } = open;
    const late = async (number: string, point: PausePointName) => {
      const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
      const { placeOrder } = await import('./place-order.ts');
      const gateway = createHttpGateway({ url: open.bank.url, merchantKey, timeoutMs: 60_000 });
      const pausePoints = { reach: async (name: PausePointName) => void (name === point && (await reconcile())) };
      const request = { cartId, payments: [{ ...card(130, number), paymentPlan: 1 }] };
      const call = { request, idempotencyKey: undefined, now: new Date(), policy: shop.policy(), client: null };
      const { result } = await placeOrder(placingDeps(shop, gateway, { pausePoints, settleAfterMs: 0 }), call);
      return { result, outstanding: await outstandingOf(cartId) };
    };
    // The reconciler finds the charge before the process confirms: one order, one charge, the same answer.
    expect(await late(good, 'placing.beforeConfirm')).toMatchObject({ result: { ok: true }, outstanding: 130_00 });
    expect(await late(declined, 'placing.beforeRelease')).toMatchObject({
      result: { ok: false, error: { code: 'PAY_DECLINED' } },
      outstanding: 0,
    });
    // The reconciler bars the order's key before the charge is sent, so the bank refuses the charge.
    expect(await late(good, 'placing.afterClaim')).toMatchObject({
      result: { ok: false, error: { code: 'PAY_PROCESSOR_ERROR' } },
      outstanding: 0,
    });
  });

  test('the name of an unknown pause point stops the start', () => {
    expect(() => pausePointsOf('placing.afterclaim')).toThrow('CEIBA_PAUSE_AT');
  });
});

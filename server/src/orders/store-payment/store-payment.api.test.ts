import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ChargeQuery } from '../../payments/gateway.ts';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import { refundsTasks } from '../../refunds/refunds.tasks.ts';
import { shipmentCommands } from '../../shipments/shipment-command.ts';
import { untilBlocked } from '../../testing/lock-waits.ts';
import { operator, typing } from '../../testing/operator.ts';
import {
  card,
  cash,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks, levelsOf, stateOf } from '../../testing/order-facts.ts';
import { freePoints, programsOf, redeem, settle } from '../../testing/points-calls.ts';
import { makeEmployee, type SignedInCustomer, signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openShopOn, type TestShop } from '../../testing/test-shop.ts';
import { toFollowedOrder } from '../history/order-history.routes.ts';
import { findOrderByNumber } from '../history/order-history.store.ts';
import { orderCommands } from '../order-command.ts';
import { ordersTasks } from '../orders.tasks.ts';
import { cancelUnpaid } from '../placing/confirm-cash-order.ts';
import { reconcileOrders } from '../placing/settle-order.ts';

const runOrderCommand = typing(orderCommands, 'order');
const runShipmentCommand = typing(shipmentCommands, 'shipment');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
let lens: number;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1_000 });
  lens = await createProduct(shop.db, { sku: 'LENS', price: 300_00, stock: 1_000, sellerId: 2, offerId: 'OF-1' });
  await shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at, ended_at) values
       ('asesor-demo', 'MAX', 'Andrea', now(), null), ('asesor-retirado', 'MAX', 'Diego', now(), now())`,
  );
  await shop.db.pool.query(`insert into coupons (code, label, amount) values ('MENOS50', 'Menos Q50', 5000)`);
});
afterAll(async () => {
  await settle(shop, programsOf(open.bank));
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const log = { info: () => {}, warn: () => {}, error: () => {} };
const hoursMs = 3_600_000;

/** Creates a cart with one speaker and its coupon, Q80 in all, which an advisor attends to. */
const attendedCart = async (advisor: string | null = 'asesor-demo', more: Partial<ReadyCart> = {}): Promise<string> => {
  const lines = [{ productId: speaker, quantity: 1 }];
  const cartId = await prepareCart(shop, { lines, couponCode: 'MENOS50', ...more });
  await shop.db.pool.query('update carts set advisor_hash = $2 where id = $1', [cartId, advisor]);
  return cartId;
};

const askCode = (cartId: string, headers: Record<string, string> = {}) =>
  shop.inject({ method: 'GET', url: `/v1/resources/otp/${cartId}`, headers });

const codeFor = async (cartId: string): Promise<string> => (await askCode(cartId)).json().data.otp;

const storePayment = (otp: string, more: object = {}) => ({
  paymentType: 'StorePayment',
  paymentPlan: 0,
  paymentAmount: 80,
  otp,
  isPaymentInStore: true,
  ...more,
});

const post = (cartId: string, payments: readonly object[], key?: string, remoteAddress = '127.0.0.1', to = shop) =>
  to.inject({
    method: 'POST',
    remoteAddress,
    url: '/v1/orders/storePayment',
    payload: { cartId, payments },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

/** Returns a code that differs from this code. */
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const place = async (more: Partial<ReadyCart> = {}): Promise<{ cartId: string; number: string }> => {
  const cartId = await attendedCart('asesor-demo', more);
  const answer = await post(cartId, [storePayment(await codeFor(cartId))]);
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  return { cartId, number: answer.json().data.orderNumber };
};

const standing = async (number: string): Promise<string> => {
  const { rows } = await shop.db.pool.query<{ state: string }>(
    `select concat_ws(', ', o.status, p.status, c.status, (
       select string_agg(kind, ' ' order by e.id) from order_events e where e.order_id = o.id)) as state
     from orders o join payments p on p.order_id = o.id join carts c on c.id = o.cart_id where o.number = $1`,
    [number],
  );
  return rows[0]?.state ?? 'no such order';
};

const command = async (now: Date, ...args: string[]): Promise<string> => {
  const said: string[] = [];
  const isDone = await runOrderCommand({
    db: shop.db,
    args,
    now,
    actor: operator,
    say: (text) => void said.push(text),
  });
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};

const gatewayOf = () => createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });

/** Returns an order's money movements, oldest first: kind, centavos, reference, author. */
const moneyOf = async (number: string): Promise<unknown[][]> => {
  const { rows } = await shop.db.pool.query(
    `select m.kind, m.amount, m.reference, m.actor ->> 'id' as by
     from money_movements m join orders o on o.id = m.order_id where o.number = $1 order by m.id`,
    [number],
  );
  return rows.map((row) => [row.kind, row.amount, row.reference, row.by]);
};

/** Returns the charge of an order's payment, as the shop would ask the bank about it. */
const chargeOf = async (number: string): Promise<ChargeQuery> => {
  const { rows } = await shop.db.pool.query<ChargeQuery>(
    `select p.id as key, p.created_at as "askedAt", p.amount from payments p join orders o on o.id = p.order_id
     where o.number = $1`,
    [number],
  );
  if (rows[0] === undefined) throw new Error(`order ${number} has no payment`);
  return rows[0];
};

/** Runs an order's jobs once, then returns its mails, oldest first. */
const mailsOf = async (number: string): Promise<{ subject: string; text: string }[]> => {
  const tasks = [
    ...ordersTasks({ ...shop, gateway: gatewayOf(), publicUrl: 'https://ceiba.example' }),
    ...refundsTasks({ ...shop, gateway: gatewayOf(), publicUrl: 'https://ceiba.example' }),
  ];
  const tell = tasks.find(({ name }) => name === 'write-order-mails');
  await tell?.run({}, { now: new Date(), log });
  const { rows: jobs } = await shop.db.pool.query<{ identifier: string; payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier in ('order-canceled', 'units-canceled')
       and j.payload ->> 'orderId' = (select id::text from orders where number = $1)
     returning t.identifier, j.payload`,
    [number],
  );
  for (const { identifier, payload } of jobs)
    await tasks.find(({ name }) => name === identifier)?.run(payload, { now: new Date(), log });
  const { rows } = await shop.db.pool.query<{ subject: string; text: string }>(
    'select subject, text from mails where subject like $1 order by created_at, id',
    [`%${number}%`],
  );
  return rows;
};

describe('the one-time code', () => {
  test('[API-50, DEC-141] the one-time code has six digits, and is issued only for a cart with an advisor', async () => {
    const cartId = await attendedCart();
    const answer = await askCode(cartId);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 200, data: { otp: expect.stringMatching(/^\d{6}$/) } });
    expect(outcomeOf(await askCode(await attendedCart(null)))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await askCode(await attendedCart('asesor-retirado')))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await askCode(randomUUID()))).toBe('404 CART_NOT_FOUND');
    const { rows } = await shop.db.pool.query('select * from one_time_codes where cart_id = $1', [cartId]);
    expect(JSON.stringify(rows)).not.toContain(answer.json().data.otp);
  });

  test('[DEC-141] a payment link’s cart gets no code, and a code is invalid once its advisor leaves', async () => {
    const link = await attendedCart();
    const early = await codeFor(link);
    await shop.db.pool.query(`update carts set link_expires_at = now() + interval '1 day' where id = $1`, [link]);
    const opened = await shop.inject({ method: 'POST', url: `/v1/carts/byQuoteId/${link}`, payload: {} });
    const { cartId: copy, token } = opened.json().data;
    const headers = { authorization: `Bearer ${token}` };
    expect(outcomeOf(await askCode(copy, headers))).toBe('403 FORBIDDEN');
    const payload = { cartId: copy, payments: [storePayment(early)] };
    const placed = await shop.inject({ method: 'POST', url: '/v1/orders/storePayment', payload, headers });
    expect(outcomeOf(placed)).toBe('400 PAY_OTP_INVALID');

    await shop.db.pool.query(
      `insert into advisors (hash, store_code, first_name, added_at) values ('asesora-fugaz', 'MAX', 'Iris', now())`,
    );
    const cartId = await attendedCart('asesora-fugaz');
    const code = await codeFor(cartId);
    await shop.db.pool.query(`update advisors set ended_at = now() where hash = 'asesora-fugaz'`);
    expect(outcomeOf(await post(cartId, [storePayment(code)]))).toBe('400 PAY_OTP_INVALID');
  });

  test('[API-50] a code for a customer’s cart is issued only to that customer', async () => {
    const cartId = await attendedCart();
    const [ana, eva] = [
      await signInCustomer(shop.db, 'ana@correo.gt', new Date()),
      await signInCustomer(shop.db, 'eva@correo.gt', new Date()),
    ];
    await shop.db.pool.query('update carts set customer_id = $2 where id = $1', [cartId, ana.id]);
    expect((await askCode(cartId)).statusCode).toBe(401);
    expect((await askCode(cartId, eva.headers)).statusCode).toBe(403);
    expect((await askCode(cartId, ana.headers)).statusCode).toBe(200);
  });

  test('[DEC-128, DEC-141] a wrong code is refused and nothing changes, and five wrong codes void the code', async () => {
    const cartId = await attendedCart();
    const code = await codeFor(cartId);
    const before = await stateOf(shop.db, cartId);
    for (let tried = 0; tried < 5; tried += 1)
      expect(outcomeOf(await post(cartId, [storePayment(wrong(code))]))).toBe('400 PAY_OTP_INVALID');
    expect(outcomeOf(await post(cartId, [storePayment(code)]))).toBe('400 PAY_OTP_INVALID');
    expect(await stateOf(shop.db, cartId)).toEqual(before);
    // A new code has its own tries, and replaces the previous code.
    const next = await codeFor(cartId);
    if (next !== code) expect(outcomeOf(await post(cartId, [storePayment(code)]))).toBe('400 PAY_OTP_INVALID');
    expect((await post(cartId, [storePayment(next)])).statusCode).toBe(200);
  });

  test('[DEC-141] ten concurrent guesses count as five tries', async () => {
    const cartId = await attendedCart();
    const code = await codeFor(cartId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(cartId, [storePayment(wrong(code))])));
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['400 PAY_OTP_INVALID']));
    const { rows } = await shop.db.pool.query('select tries from one_time_codes where cart_id = $1', [cartId]);
    expect(rows).toEqual([{ tries: 5 }]);
  });

  test.each(['', '12345', '1234567', 'abcdef', '12 345'])(
    '[DEC-128] the invalid code %j is refused, and does not count as a try',
    async (otp) => {
      const cartId = await attendedCart();
      const code = await codeFor(cartId);
      const refused = otp === '' ? '400 VALIDATION_ERROR' : '400 PAY_OTP_INVALID';
      expect(outcomeOf(await post(cartId, [storePayment(otp)]))).toBe(refused);
      const { rows } = await shop.db.pool.query('select tries from one_time_codes where cart_id = $1', [cartId]);
      expect([rows, (await post(cartId, [storePayment(code)])).statusCode]).toEqual([[{ tries: 0 }], 200]);
    },
  );

  test('[DEC-128, DEC-141] an unknown code, another cart’s code and a code older than ten minutes are refused', async () => {
    const [cartId, other] = [await attendedCart(), await attendedCart()];
    const begun = new Date('2026-11-22T16:00:00Z');
    shop.setNow(begun);
    const [code, foreign] = [await codeFor(cartId), await codeFor(other)];
    if (code !== foreign) expect(outcomeOf(await post(cartId, [storePayment(foreign)]))).toBe('400 PAY_OTP_INVALID');
    shop.setNow(new Date(begun.getTime() + 600_000));
    expect(outcomeOf(await post(cartId, [storePayment(code)]))).toBe('400 PAY_OTP_INVALID');
    shop.setNow(new Date(begun.getTime() + 599_999));
    expect((await post(cartId, [storePayment(code)])).statusCode).toBe(200);
    shop.setNow(undefined);
    const unasked = await attendedCart();
    expect(outcomeOf(await post(unasked, [storePayment('123456')]))).toBe('400 PAY_OTP_INVALID');
  });
});

describe('an order paid at the store', () => {
  test('[API-43, ORD-02, ADV-17, DEC-137, DEC-140] an order is placed, waits for payment and holds its stock', async () => {
    const before = await levelsOf(shop.db, speaker);
    const { cartId, number } = await place();
    expect(number).toMatch(/^1\d{8}$/);
    expect(await standing(number)).toBe('pending_payment, pending, ordered, received');
    expect(Object.values(await levelsOf(shop.db, speaker)).reduce((a, b) => a + b)).toBe(
      Object.values(before).reduce((a, b) => a + b) - 1,
    );
    const again = await post(cartId, [storePayment('123456')]);
    expect(outcomeOf(again)).toBe('409 CART_CLOSED');
    expect(again.json().error.metadata.orderNumber).toBe(number);
    expect(await command(new Date(), 'ship', number)).toContain('cannot become shipped');
  });

  test('[DEC-137, DEC-140] an order of Q0.00 is in process immediately, and is not canceled as unpaid', async () => {
    const cartId = await attendedCart('asesor-demo', { shippingMethod: 'pickup', storeCode: 'MAX' });
    await shop.db.pool.query(`insert into coupons (code, label, percent_bp) values ('GRATIS', 'Todo gratis', 10000)`);
    await shop.db.pool.query(`update carts set coupon_code = 'GRATIS' where id = $1`, [cartId]);
    const answer = await post(cartId, [storePayment(await codeFor(cartId), { paymentAmount: 0 })]);
    const number = outcomeOf(answer).slice(4);
    expect(await standing(number)).toBe('processing, approved, ordered, received');
    await cancelUnpaid({ db: shop.db, log }, new Date(Date.now() + 49 * hoursMs));
    expect(await standing(number)).toBe('processing, approved, ordered, received');
    expect((await mailsOf(number)).map(({ subject }) => subject)).toEqual([`¡Gracias por tu compra! Orden ${number}`]);
  });

  test('[DEC-196] an advisor may have ninety-five unpaid orders, even if two are placed concurrently', async () => {
    await shop.db.pool.query(
      `insert into advisors (hash, store_code, first_name, added_at) values ('asesora-activa', 'MAX', 'Iris', now())`,
    );
    const carts = await Promise.all([1, 2, 3].map(() => attendedCart('asesora-activa')));
    const first = await post(carts[0] ?? '', [storePayment(await codeFor(carts[0] ?? ''))]);
    const number = outcomeOf(first).slice(4);
    // Ninety-four more orders like the first.
    await shop.db.pool.query(
      `with more as (select gen_random_uuid() as id, n from generate_series(1, 94) n),
       theirs as (insert into carts (id, status, advisor_hash) select id, 'ordered', 'asesora-activa' from more)
       insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'cart_id', m.id,
         'number', 900000000 + m.n, 'idempotency_key', null, 'email', m.n || '@correo.gt', 'coupon_code', null))).*
       from orders o, more m where o.number = $1`,
      [number],
    );
    const codes = await Promise.all(carts.slice(1).map(async (id) => [id, await codeFor(id)] as const));
    // This server has the budgets of a real shop.
    const { url: bankUrl, merchantKey } = shop.config.bank;
    const strict = await openShopOn(shop.url, { BANK_URL: bankUrl, BANK_KEY: merchantKey, RATE_LIMIT_FACTOR: '1' });
    onTestFinished(() => strict.close());
    const send = ([id, code]: readonly [string, string]) =>
      post(id, [storePayment(code)], undefined, '10.55.0.1', strict);
    const outcomes = await Promise.all(codes.map(send));
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429]);
    const refused = outcomes.findIndex(({ statusCode }) => statusCode === 429);
    expect(outcomes[refused]?.json().error.metadata.budget).toBe('openOrdersOfAdvisor');
    expect(outcomes[refused]?.headers['retry-after']).toBe('3600');
    await command(new Date(), 'pay', number);
    expect((await send(codes[refused] ?? ['', ''])).statusCode).toBe(200);
    await shop.db.pool.query('delete from orders where number between 900000001 and 900000094');
    await shop.db.pool.query(
      `delete from carts c where advisor_hash = 'asesora-activa' and not exists (select from orders o where o.cart_id = c.id)`,
    );
  });

  test('[DEC-140, DEC-172] the call for store orders requires all its fields, and accepts only payment at the store', async () => {
    const cartId = await attendedCart();
    const code = await codeFor(cartId);
    const refusals: [object, string][] = [
      [storePayment(code, { otp: undefined }), '400 VALIDATION_ERROR'],
      [storePayment(code, { isPaymentInStore: undefined }), '400 VALIDATION_ERROR'],
      [storePayment(code, { isPaymentInStore: false }), '400 VALIDATION_ERROR'],
      [cash(80), '400 PAY_METHOD_NOT_ALLOWED'],
      [card(80), '400 PAY_METHOD_NOT_ALLOWED'],
      [storePayment(code, { paymentAmount: 79 }), '409 PAY_AMOUNT_MISMATCH'],
      [storePayment(code, { paymentPlan: 1 }), '400 PAY_PLAN_NOT_ALLOWED'],
    ];
    for (const [payment, refusal] of refusals) expect(outcomeOf(await post(cartId, [payment]))).toBe(refusal);
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [storePayment(code)] }))).toBe(
      '400 PAY_METHOD_NOT_ALLOWED',
    );
    expect((await post(cartId, [storePayment(code)])).statusCode).toBe(200);
  });

  test('[DEC-141] one code places one order, even if sent twice, and the same key gets the same answer', async () => {
    const cartId = await attendedCart();
    const code = await codeFor(cartId);
    const key = randomUUID();
    const answers = await Promise.all([
      post(cartId, [storePayment(code)], key),
      post(cartId, [storePayment(code)], randomUUID()),
      post(cartId, [storePayment(code)]),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { rows } = await shop.db.pool.query<{ number: number }>('select number from orders where cart_id = $1', [
      cartId,
    ]);
    expect(rows).toHaveLength(1);
    const later = await attendedCart();
    const first = await post(later, [storePayment(await codeFor(later))], `once-${key}`);
    const second = await post(later, [storePayment('000000')], `once-${key}`);
    expect([second.statusCode, second.json()]).toEqual([200, first.json()]);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  const tally = (outcomes: readonly string[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const outcome of outcomes) {
      const name = outcome.replace(/^200 \d{9}$/, '200');
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };

  /** Returns the totals that orders have taken: units of the speaker, and uses of its coupon. */
  const takenSoFar = async (): Promise<{ units: number; uses: number }> => {
    const { rows } = await shop.db.pool.query<{ uses: number }>(
      `select used_count as uses from coupons where code = 'MENOS50'`,
    );
    const levels = Object.values(await levelsOf(shop.db, speaker));
    return { units: 1_000 - levels.reduce((sum, units) => sum + units, 0), uses: rows[0]?.uses ?? -1 };
  };

  /** Number of connections of a test shop. */
  const pool = 20;

  /** Only two claims of one address run concurrently. Each shopper therefore has a separate address. */
  const shopperOf = (n: number): string => `10.7.${n}.1`;

  /** Starts these carts' placements while the cart rows are locked. Unlocks the rows when every connection of the shop waits. */
  const allAtOnce = async <T>(cartIds: readonly string[], begin: () => Promise<T>[]): Promise<T[]> => {
    const holder = new pg.Client({ connectionString: shop.url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from carts where id = any ($1) order by id for update', [cartIds]);
      const begun = begin();
      await untilBlocked(holder, holder, pool);
      await holder.query('commit');
      return await Promise.all(begun);
    } finally {
      await holder.end();
    }
  };

  test('[DEC-141] 200 carts of one advisor use one code concurrently, and only the code’s own cart is ordered', async () => {
    const carts = await Promise.all(Array.from({ length: 200 }, () => attendedCart()));
    const [own = '', ...others] = carts;
    const code = await codeFor(own);
    const taken = await takenSoFar();
    const outcomes = await allAtOnce(carts, () =>
      carts
        .toReversed()
        .map(async (cartId, n) => outcomeOf(await post(cartId, [storePayment(code)], undefined, shopperOf(n)))),
    );
    expect(tally(outcomes)).toEqual({ 200: 1, '400 PAY_OTP_INVALID': 199 });
    expect(outcomes.at(-1)).toMatch(/^200 /);
    expect(await takenSoFar()).toEqual({ units: taken.units + 1, uses: taken.uses + 1 });
    const { rows } = await shop.db.pool.query(
      `select status, (select count(*)::integer from orders where cart_id = any ($1)) as orders, count(*)::integer as carts
       from carts where id = any ($1) group by status`,
      [others],
    );
    expect(rows).toEqual([{ status: 'open', orders: 0, carts: 199 }]);
  });

  test('[DEC-141] 200 concurrent placements of one cart with its code make one order with one unit and one coupon use', async () => {
    const cartId = await attendedCart();
    const code = await codeFor(cartId);
    const taken = await takenSoFar();
    const answers = await allAtOnce([cartId], () =>
      Array.from({ length: 200 }, (_, n) => post(cartId, [storePayment(code)], `press-${n}-${cartId}`, shopperOf(n))),
    );
    const { 200: placed, ...refused } = tally(answers.map(outcomeOf));
    expect(placed).toBe(1);
    // Too many tries void even the right code. Calls after the order are refused because the cart is closed.
    expect(Object.keys(refused).filter((each) => !/^(409 CART_CLOSED|400 PAY_OTP_INVALID)$/.test(each))).toEqual([]);
    expect(await takenSoFar()).toEqual({ units: taken.units + 1, uses: taken.uses + 1 });
  });

  test('[DEC-12] a mail explains how to pay, and after the payment the buyer gets the confirmation', async () => {
    const { number } = await place();
    const [instructions, ...more] = await mailsOf(number);
    expect(more).toEqual([]);
    expect(instructions?.subject).toBe(`Paga tu pedido ${number} en la tienda`);
    expect(instructions?.text).toMatch(/Paga con tu número de pedido en la caja de [^.]+\./);
    expect(instructions?.text).toMatch(/Si no lo pagas antes del .+ a las \d\d:\d\d, el pedido se cancela\./);
    await command(new Date(), 'pay', number);
    const mails = await mailsOf(number);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Paga tu pedido ${number} en la tienda`,
      `¡Gracias por tu compra! Orden ${number}`,
    ]);
    expect(mails[1]?.text).toContain('Pago en tienda');
  });
});

describe('payments at the till', () => {
  test('[DEC-137, DEC-140, DEC-163] ceiba order pay takes effect once, even if repeated or concurrent', async () => {
    const { number } = await place();
    const now = new Date();
    const both = await Promise.all([command(now, 'pay', number), command(now, 'pay', number)]);
    expect(both.sort()).toEqual([
      `done: Order ${number} is already paid, Q80.00: it is processing.`,
      `done: Order ${number} is now paid, Q80.00: it is processing.`,
    ]);
    expect(await standing(number)).toBe('processing, approved, ordered, received paid');
    expect(await command(now, 'ship', number)).toBe(`done: Order ${number} is now shipped.`);
    expect(await command(now, 'pay', number)).toBe(`done: Order ${number} is already paid, Q80.00: it is shipped.`);
  });

  const receiptsOf = async (number: string): Promise<unknown[]> =>
    (
      await shop.db.pool.query(
        'select receipt, clerk from till_receipts where order_id = (select id from orders where number = $1)',
        [number],
      )
    ).rows;

  test('an order stores and shows the receipt and the clerk of its payment', async () => {
    const { number } = await place();
    const now = new Date('2026-11-22T21:05:00Z');
    await shop.db.pool.query('update orders set placed_at = $2 where number = $1', [number, now]);
    const receipt = ['--receipt', ` ${randomUUID().slice(0, 8)}-A `, '--by', 'Andrea Paz'];
    const kept = receipt[1]?.trim();
    expect(await command(now, 'pay', number, ...receipt)).toBe(
      `done: Order ${number} is now paid, Q80.00, receipt ${kept}: it is processing.`,
    );
    expect(await command(now, 'pay', number, ...receipt)).toBe(
      `done: Order ${number} is already paid, Q80.00, receipt ${kept}: it is processing.`,
    );
    expect(await command(now, 'pay', number, '--receipt', 'OTRO')).toBe(
      `refused: Order ${number} is already paid, Q80.00, receipt ${kept}: it is processing. Receipt OTRO was not kept.`,
    );
    const shown = (await command(now, 'show', number)).split('\n');
    expect(shown[0]).toBe(`done: Order ${number} is processing: Q80.00, placed 2026-11-22 15:05`);
    expect(shown[1]).toBe('line 1    1 × Bocina SPEAKER: Q100.00 less Q50.00 = Q50.00, IVA Q5.36');
    expect(shown.slice(2, 6)).toEqual([
      'payment   StorePayment Q80.00, approved 2026-11-22 15:05',
      // The time is by the database's clock.
      expect.stringMatching(`^money     till_payment Q80.00 .*, by command Andrea Paz, MAX/${kept}$`),
      `shipment  ${number}-1 of seller 1, ready`,
      `till      receipt ${kept}, taken by Andrea Paz, kept 2026-11-22 15:05`,
    ]);
    expect(shown.slice(6).map((line) => line.split('  ')[1])).toEqual(['received', 'paid']);
    expect(await command(now, 'show', '999999999')).toBe('refused: There is no order 999999999.');
  });

  test('a receipt pays only one of two concurrent orders, and a missing receipt may be added later', async () => {
    const [first, second] = [await place(), await place()];
    const receipt = `R-${randomUUID().slice(0, 8)}`;
    const numbers = [first.number, second.number];
    const both = await Promise.all(numbers.map((number) => command(new Date(), 'pay', number, '--receipt', receipt)));
    const paid = both.findIndex((said) => said.startsWith('done'));
    const other = numbers[1 - paid] ?? '';
    expect(both[1 - paid]).toBe(
      `refused: This receipt has paid order ${numbers[paid]} of the same store already. If another payment has the same number, type what tells them apart before it (--receipt 'till 2 …'); if order ${numbers[paid]} was not paid with it, \`order unpay ${numbers[paid]}\` gives it free. Nothing was changed.`,
    );
    expect(await standing(other)).toBe('pending_payment, pending, ordered, received');
    await command(new Date(), 'pay', other);
    expect(await receiptsOf(other)).toEqual([]);
    expect(await command(new Date(), 'pay', other, '--receipt', `${receipt}-2`)).toBe(
      `done: Order ${other} is already paid, Q80.00, receipt ${receipt}-2: it is processing.`,
    );
    expect(await receiptsOf(other)).toEqual([{ receipt: `${receipt}-2`, clerk: null }]);
  });

  test('the clerk may be added later, once, and a different name is refused and not stored', async () => {
    const { number } = await place();
    const receipt = `R-${randomUUID().slice(0, 8)}`;
    const paid = (...by: string[]) => command(new Date(), 'pay', number, '--receipt', receipt, ...by);
    await paid();
    expect(await paid('--by', 'Andrea Paz')).toMatch(/^done/);
    expect(await receiptsOf(number)).toEqual([{ receipt, clerk: 'Andrea Paz' }]);
    expect(await paid('--by', 'Hugo Sic')).toBe(
      `refused: Order ${number} is already paid, Q80.00, receipt ${receipt}: it is processing. It was taken by Andrea Paz; Hugo Sic was not kept.`,
    );
    expect(await paid()).toMatch(/^done/);
    expect(await receiptsOf(number)).toEqual([{ receipt, clerk: 'Andrea Paz' }]);
  });

  test('a receipt belongs to one till, and its other spellings do not pay again', async () => {
    await shop.db.pool.query(
      `insert into advisors (hash, store_code, first_name, added_at) values ('asesor-xela', 'XELA', 'Hugo', now())`,
    );
    const [first, elsewhere, same] = [await place(), await place(), await place()];
    await shop.db.pool.query(`update carts set advisor_hash = 'asesor-xela' where id = $1`, [elsewhere.cartId]);
    const name = randomUUID().slice(0, 8);
    expect(await command(new Date(), 'pay', first.number, '--receipt', `R-${name}`)).toContain('is now paid');
    expect(await command(new Date(), 'pay', elsewhere.number, '--receipt', `R-${name}`)).toContain('is now paid');
    for (const spelled of [`r-${name}`, `R ${name.toUpperCase()}`, `R.${name}.`])
      expect(await command(new Date(), 'pay', same.number, '--receipt', spelled)).toContain(
        `refused: This receipt has paid order ${first.number} of the same store already.`,
      );
    // The refusal advises a prefix that makes the receipt unique.
    expect(await command(new Date(), 'pay', same.number, '--receipt', `caja 2 R-${name}`)).toContain('is now paid');
  });

  test('[DEC-140] the receipt of a canceled order pays no other order until the till has given the money back', async () => {
    const [first, second] = [await place(), await place()];
    const [receipt, paper] = [`R-${randomUUID().slice(0, 8)}`, `D-${randomUUID().slice(0, 8)}`];
    await command(new Date(), 'pay', first.number, '--receipt', receipt);
    await command(new Date(), 'cancel', first.number);
    expect(await command(new Date(), 'pay', second.number, '--receipt', receipt)).toContain(
      `This receipt has paid order ${first.number} of the same store already.`,
    );
    const refund = (...words: string[]) =>
      command(new Date(), 'refund', first.number, ...words, '--till', 'Caja general');
    expect(await refund('--receipt', paper)).toContain('refused: ceiba order refund <number>');
    for (const said of [[], ['--amount', '79.99']])
      expect(await refund(...said, '--receipt', paper, '--by', 'Andrea Paz')).toBe(
        `refused: Of order ${first.number} Q80.00 are due: type --amount Q80.00 if it was all given out. Nothing was changed.`,
      );
    const all = ['--amount', 'Q80.00', '--receipt', paper, '--by', 'Andrea Paz'];
    const both = await Promise.all([1, 2].map(() => refund(...all)));
    expect(both.sort()).toEqual([
      `done: Of order ${first.number} Q80.00 are now given out, receipt ${paper}.`,
      `done: Of order ${first.number} Q80.00 were already given out, receipt ${paper}.`,
    ]);
    expect(await refund('--receipt', 'D-other', '--by', 'Andrea Paz')).toBe(
      `refused: Of order ${first.number} Q80.00 were given out before, receipt MAX/${paper}. Nothing was changed.`,
    );
    expect(await moneyOf(first.number)).toEqual([
      ['till_payment', 80_00, `MAX/${receipt}`, 'pruebas'],
      ['refund_due', 80_00, null, 'pruebas'],
      ['till_refund', 80_00, `MAX/${paper}`, 'Andrea Paz'],
    ]);
    expect(await command(new Date(), 'pay', second.number, '--receipt', receipt)).toContain(
      `now paid, Q80.00, receipt ${receipt}`,
    );
    expect(
      await command(
        new Date(),
        'refund',
        second.number,
        '--receipt',
        `other ${paper}`,
        '--by',
        'Andrea Paz',
        '--till',
        'Caja general',
      ),
    ).toBe(`refused: No till has anything to give back of order ${second.number}. Nothing was changed.`);
    await command(new Date(), 'cancel', second.number);
    // A receipt gives out money only once, in any spelling and for any order.
    const other = ['--amount', '80', '--receipt', paper.toLowerCase(), '--by', 'Andrea Paz'];
    expect(await command(new Date(), 'refund', second.number, ...other, '--till', 'Caja general')).toBe(
      `refused: On this receipt Q80.00 of order ${first.number} were given out already. If another paper has the same number, type what tells them apart before it (--receipt 'till 2 …'). Nothing was changed.`,
    );
  });

  test('[DEC-140] canceling the last unit or the only shipment of a paid order shows the till’s refund', async () => {
    const [byLine, byShipment] = [await place(), await place()];
    for (const { number } of [byLine, byShipment]) await command(new Date(), 'pay', number);
    const why = ['--by', 'Ana', '--reason', 'no hay'];
    const due = "give back Q80.00 at its store's till.";
    expect(await command(new Date(), 'cancel', byLine.number, '--line', '1', ...why)).toContain(
      `order ${byLine.number} is canceled; ${due}`,
    );
    const said: string[] = [];
    const args = ['cancel', `${byShipment.number}-1`, ...why];
    const call = { db: shop.db, args, actor: operator, now: new Date(), say: (text: string) => void said.push(text) };
    await runShipmentCommand(call);
    await runShipmentCommand(call);
    expect(said).toEqual([
      `Shipment ${byShipment.number}-1 is now canceled. The order is canceled; ${due}`,
      `Shipment ${byShipment.number}-1 is already canceled. The order is canceled; ${due}`,
    ]);
  });

  test('[DEC-140] a receipt recorded for a wrong, now canceled order can be moved, and nothing is owed for it', async () => {
    const [wrong, meant] = [await place(), await place()];
    const receipt = `R-${randomUUID().slice(0, 8)}`;
    await command(new Date(), 'pay', wrong.number, '--receipt', receipt);
    await command(new Date(), 'cancel', wrong.number);
    expect(await command(new Date(), 'unpay', wrong.number)).toBe(
      `done: Order ${wrong.number} is no longer paid, Q80.00: it is canceled.`,
    );
    expect((await moneyOf(wrong.number)).map(([kind, amount]) => [kind, amount])).toEqual([
      ['till_payment', 80_00],
      ['refund_due', 80_00],
      ['till_refund', 80_00],
    ]);
    expect(await command(new Date(), 'unpay', wrong.number)).toContain('refused');
    expect(
      await command(new Date(), 'refund', wrong.number, '--receipt', 'D-1', '--by', 'Andrea', '--till', 'Caja general'),
    ).toContain('refused');
    expect(await command(new Date(), 'pay', meant.number, '--receipt', receipt)).toContain('is now paid');
  });

  test('only one of two concurrent receipts is stored, and an order that needs no payment stores no receipt', async () => {
    const { number } = await place();
    const ids = ['a', 'b'].map((end) => `${number}-${end}`);
    const both = await Promise.all(ids.map((id) => command(new Date(), 'pay', number, '--receipt', id)));
    expect(both.map((said) => said.split(':')[0]).sort()).toEqual(['done', 'refused']);
    expect(await receiptsOf(number)).toHaveLength(1);
    const canceled = await place();
    await command(new Date(), 'cancel', canceled.number);
    expect(await command(new Date(), 'pay', canceled.number, '--receipt', `${number}-c`)).toContain(
      'it waits for no payment at a store. Nothing was changed.',
    );
    expect(await receiptsOf(canceled.number)).toEqual([]);
  });

  test.each([
    [['--receipt']],
    [['--receipt', ' ']],
    [['--receipt', 'x'.repeat(61)]],
    [['--receipt', 'A\u0007']],
    [['--by', 'Andrea']],
    [['--receipt', 'A', '--by', '']],
    [['--recibo', 'A']],
    [['A-1']],
  ])('%j is not a valid receipt: the usage is shown, and nothing is paid', async (words) => {
    const { number } = await place();
    expect(await command(new Date(), 'pay', number, ...words)).toContain('refused: ceiba order pay <number>');
    expect(await standing(number)).toBe('pending_payment, pending, ordered, received');
  });

  test('[DEC-140] an order can be paid within 48 hours, but not later', async () => {
    const { number } = await place();
    const { rows } = await shop.db.pool.query<{ placed_at: Date }>('select placed_at from orders where number = $1', [
      number,
    ]);
    const end = (rows[0]?.placed_at.getTime() ?? 0) + 48 * hoursMs;
    expect(await command(new Date(end), 'pay', number)).toBe(
      `refused: Order ${number} is pending_payment: its 48 hours are over. Nothing was changed.`,
    );
    expect(await command(new Date(end - 1), 'pay', number)).toContain('is now paid');
  });

  test('[HIST-07, DEC-140] after a line is canceled, mail and page show the amount left to pay', async () => {
    const cartId = await attendedCart('asesor-demo', { lines: [{ productId: speaker, quantity: 2 }] });
    const placed = await post(cartId, [storePayment(await codeFor(cartId), { paymentAmount: 180 })]);
    const number: string = placed.json().data.orderNumber;
    await command(new Date(), 'cancel', number, '--line', '1', '--units', '1', '--by', 'Andrea Paz', '--reason', 'x');
    const { rows } = await shop.db.pool.query<{ name: string }>(`select name from stores where store_code = 'MAX'`);
    const mail = (await mailsOf(number)).at(-1);
    expect(mail?.subject).toBe(`Cancelamos una parte de tu pedido ${number}`);
    expect(mail?.text).toContain('Total: Q180.00\nPor pagar: Q105.00');
    expect(mail?.text).toContain(`Ahora pagas Q105.00 en ${rows[0]?.name}.`);
    const row = await findOrderByNumber(shop.db.write, number);
    expect(row && toFollowedOrder(row).total).toMatchObject({ grandTotal: { value: 180 }, owed: { value: 105 } });
    await command(new Date(), 'cancel', number);
    const canceled = await findOrderByNumber(shop.db.write, number);
    expect(canceled && toFollowedOrder(canceled).total.owed.value).toBe(0);
  });

  test('[DEC-137, DEC-140] if an order is canceled after it was paid, the till gives the money back, not a bank', async () => {
    const { number } = await place();
    await command(new Date(), 'pay', number);
    const charges = await open.bank.charges();
    expect(await command(new Date(), 'cancel', number)).toBe(
      `done: Order ${number} is now canceled; give back Q80.00 at its store's till.`,
    );
    await reconcileOrders({ db: shop.db, gateway: gatewayOf(), log }, new Date());
    expect(await standing(number)).toBe('canceled, reversed, ordered, received paid canceled refund_due');
    expect(await open.bank.charges()).toEqual(charges);
    const barred = await gatewayOf().findByKey(await chargeOf(number));
    expect(barred.kind).toBe('none');
    const { rows } = await shop.db.pool.query<{ name: string }>(`select name from stores where store_code = 'MAX'`);
    const mail = (await mailsOf(number)).at(-1);
    expect(mail?.subject).toBe(`Tu pedido ${number} fue cancelado`);
    expect(mail?.text).toContain(
      `Te devolvemos Q80.00 en la caja de ${rows[0]?.name}. Preséntate con tu número de pedido, ${number}.`,
    );
    expect(await command(new Date(), 'cancel', number)).toBe(
      `done: Order ${number} is already canceled; give back Q80.00 at its store's till.`,
    );
  });

  test('[DEC-140] after ceiba order unpay, the order waits for its payment again and its receipt is free', async () => {
    const [wrong, meant] = [await place(), await place()];
    const receipt = `R-${randomUUID().slice(0, 8)}`;
    await command(new Date(), 'pay', wrong.number, '--receipt', receipt, '--by', 'Andrea Paz');
    const both = await Promise.all([1, 2].map(() => command(new Date(), 'unpay', wrong.number)));
    expect(both.sort()).toEqual([
      `done: Order ${wrong.number} is no longer paid, Q80.00: it is pending_payment. A mail tells its buyer.`,
      `done: Order ${wrong.number} is not paid, Q80.00: it is pending_payment.`,
    ]);
    expect(await standing(wrong.number)).toBe('pending_payment, pending, ordered, received paid unpaid');
    const { rows } = await shop.db.pool.query(
      `select detail from order_events e join orders o on o.id = e.order_id where number = $1 and kind = 'unpaid'`,
      [wrong.number],
    );
    expect(rows).toEqual([{ detail: { amount: 80_00, receipt, clerk: 'Andrea Paz' } }]);
    expect(await receiptsOf(wrong.number)).toEqual([]);
    expect(await command(new Date(), 'pay', meant.number, '--receipt', receipt)).toContain('is now paid');
    expect(await command(new Date(), 'pay', wrong.number, '--receipt', `${receipt}-2`)).toContain('is now paid');
    expect(await standing(wrong.number)).toBe('processing, approved, ordered, received paid unpaid paid');
  });

  /** Places an order with two shipments, Q380 in all, and pays it with a receipt that was meant for another order. */
  const payWrongly = async (): Promise<{ number: string; receipt: string }> => {
    const lines = [speaker, lens].map((productId) => ({ productId, quantity: 1 }));
    const cartId = await attendedCart('asesor-demo', { lines });
    const answer = await post(cartId, [storePayment(await codeFor(cartId), { paymentAmount: 380 })]);
    const number = outcomeOf(answer).slice(4);
    const receipt = `R-${randomUUID().slice(0, 8)}`;
    expect(await command(new Date(), 'pay', number, '--receipt', receipt)).toContain('is now paid');
    return { number, receipt };
  };
  const cancelShipment = async (number: string, shipmentNumber: number): Promise<string> => {
    const said: string[] = [];
    const args = ['cancel', `${number}-${shipmentNumber}`, '--by', 'Ana Paz', '--reason', 'no hay'];
    await runShipmentCommand({ db: shop.db, args, now: new Date(), actor: operator, say: (text) => said.push(text) });
    return said.join();
  };
  const shipmentsOf = async (number: string): Promise<string[]> => {
    const { rows } = await shop.db.pool.query<{ state: string }>(
      `select s.state from shipments s join orders o on o.id = s.order_id where o.number = $1 order by s.n`,
      [number],
    );
    return rows.map(({ state }) => state);
  };
  /** Returns an order's balance from its movements: received minus returned, and the amount still due. */
  const balanceOf = async (number: string): Promise<{ kept: number; due: number }> => {
    const money = await moneyOf(number);
    const sum = (of: string) =>
      money.reduce((all, [kind, amount]) => all + (kind === of && typeof amount === 'number' ? amount : 0), 0);
    return {
      kept: sum('till_payment') - sum('till_refund'),
      due: sum('refund_due') - sum('till_refund'),
    };
  };

  test('[DEC-140] ceiba order unpay with one canceled shipment: the rest waits, and no till owes anything', async () => {
    const { number, receipt } = await payWrongly();
    expect(await cancelShipment(number, 2)).toContain('canceled');
    const { due } = await balanceOf(number);
    expect(due).toBeGreaterThan(0);
    expect(await command(new Date(), 'unpay', number)).toContain('it is pending_payment');
    expect(await shipmentsOf(number)).toEqual(['waiting', 'canceled']);
    expect(await balanceOf(number)).toEqual({ kept: 0, due: 0 });
    expect(
      await command(new Date(), 'refund', number, '--receipt', 'D-1', '--by', 'Ana', '--till', 'Caja general'),
    ).toContain('refused');
    expect(await receiptsOf(number)).toEqual([]);
    expect(await command(new Date(), 'pay', number, '--receipt', receipt)).toContain('is now paid');
    expect(await shipmentsOf(number)).toEqual(['ready', 'canceled']);
    expect((await moneyOf(number)).at(-1)?.slice(0, 2)).toEqual(['till_payment', 380_00 - due]);
  });

  test('[DEC-140] ceiba order unpay with all shipments canceled: the order stays canceled, and nothing is owed', async () => {
    const [wrong, meant] = [await payWrongly(), await place()];
    await cancelShipment(wrong.number, 1);
    await cancelShipment(wrong.number, 2);
    expect(await standing(wrong.number)).toContain('canceled, approved');
    expect(await balanceOf(wrong.number)).toEqual({ kept: 380_00, due: 380_00 });
    expect(await command(new Date(), 'unpay', wrong.number)).toContain('is no longer paid');
    expect(await standing(wrong.number)).toContain('canceled, refused');
    expect(await balanceOf(wrong.number)).toEqual({ kept: 0, due: 0 });
    expect(
      await command(new Date(), 'refund', wrong.number, '--receipt', 'D-1', '--by', 'Ana', '--till', 'Caja general'),
    ).toContain('refused');
    expect(await command(new Date(), 'pay', meant.number, '--receipt', wrong.receipt)).toContain('is now paid');
  });

  test('[DEC-140] ceiba order unpay after 48 hours with a canceled shipment ends the order, and nothing is due', async () => {
    const { number } = await payWrongly();
    await cancelShipment(number, 1);
    const late = new Date(Date.now() + 49 * hoursMs);
    expect(await command(late, 'unpay', number)).toContain('is no longer paid');
    expect(await standing(number)).toContain('canceled, refused');
    expect(await shipmentsOf(number)).toEqual(['canceled', 'canceled']);
    expect(await balanceOf(number)).toEqual({ kept: 0, due: 0 });
  });

  test('[DEC-140] ceiba order unpay after 48 hours cancels the order as unpaid, without promising a refund', async () => {
    const before = await levelsOf(shop.db, speaker);
    const { number } = await place();
    await command(new Date(), 'pay', number);
    expect(await command(new Date(Date.now() + 49 * hoursMs), 'unpay', number)).toBe(
      `done: Order ${number} is no longer paid, Q80.00: it is canceled.`,
    );
    expect(await standing(number)).toBe('canceled, refused, ordered, received paid unpaid canceled');
    expect(await levelsOf(shop.db, speaker)).toEqual(before);
    const mail = (await mailsOf(number)).at(-1);
    expect(mail?.subject).toBe(`Tu pedido ${number} fue cancelado`);
    expect(mail?.text).toContain('Tu pedido no se pagó en la tienda a tiempo');
    expect(mail?.text).not.toContain('Te devolvemos');
  });

  test('[DEC-140] unpay refuses a sent, unpaid or missing order, and only one of concurrent unpay and ship succeeds', async () => {
    const { number } = await place();
    await command(new Date(), 'pay', number);
    const said = await Promise.all(['unpay', 'ship'].map((verb) => command(new Date(), verb, number)));
    expect(said.map((text) => text.split(':')[0]).sort()).toEqual(['done', 'refused']);
    await command(new Date(), 'pay', number);
    await command(new Date(), 'ship', number);
    expect(await command(new Date(), 'unpay', number)).toBe(
      `refused: Order ${number} is shipped: a part of it is on its way or handed over. Nothing was changed.`,
    );
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
    const other = outcomeOf(await postOrder(shop, { cartId, payments: [cash(130)] })).slice(4);
    expect(await command(new Date(), 'unpay', other)).toBe(
      `refused: Order ${other} is processing: no till has taken money for it. Nothing was changed.`,
    );
    expect(await command(new Date(), 'unpay', '999999999')).toBe(
      'refused: There is no order 999999999. Nothing was changed.',
    );
  });

  test('an order with another payment cannot be paid at a store', async () => {
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
    const number = outcomeOf(await postOrder(shop, { cartId, payments: [cash(130)] })).slice(4);
    expect(await command(new Date(), 'pay', number)).toBe(
      `refused: Order ${number} is processing: it waits for no payment at a store. Nothing was changed.`,
    );
    expect(await command(new Date(), 'pay', '999999999')).toBe(
      'refused: There is no order 999999999. Nothing was changed.',
    );
  });
});

describe('orders that are not paid in time', () => {
  const dueOf = async (number: string): Promise<number> => {
    const { rows } = await shop.db.pool.query<{ placed_at: Date }>('select placed_at from orders where number = $1', [
      number,
    ]);
    return (rows[0]?.placed_at.getTime() ?? 0) + 48 * hoursMs;
  };

  test('[DEC-140] the order is canceled, stock and coupon are given back once, and the buyer is mailed', async () => {
    const taken = async () => ({
      levels: await levelsOf(shop.db, speaker),
      coupons: (
        await shop.db.pool.query('select used_count, (select count(*) from coupon_uses) from coupons order by code')
      ).rows,
    });
    // Cancels orders that other tests left, before this test starts.
    await cancelUnpaid({ db: shop.db, log }, new Date(Date.now() + 100 * hoursMs));
    const before = await taken();
    const { number } = await place();
    const due = await dueOf(number);
    await cancelUnpaid({ db: shop.db, log }, new Date(due - 1));
    expect(await standing(number)).toBe('pending_payment, pending, ordered, received');
    await Promise.all([
      cancelUnpaid({ db: shop.db, log }, new Date(due)),
      cancelUnpaid({ db: shop.db, log }, new Date(due)),
    ]);
    expect(await standing(number)).toBe('canceled, refused, ordered, received canceled');
    expect(await taken()).toEqual(before);
    const [mail] = await mailsOf(number);
    expect(mail?.subject).toBe(`Tu pedido ${number} fue cancelado`);
    expect(mail?.text).toContain('Tu pedido no se pagó en la tienda a tiempo, así que lo cancelamos.');
    expect(await command(new Date(due), 'pay', number)).toContain('refused');
  });

  test('[DEC-114, DEC-140] points that were blocked for the order are free again', async () => {
    const cartId = await attendedCart('asesor-demo', { couponCode: '' });
    await shop.db.pool.query('update carts set coupon_code = null where id = $1', [cartId]);
    const before = await freePoints(open.bank);
    await redeem(shop, cartId, 25);
    const code = await codeFor(cartId);
    const payment = storePayment(code, { paymentAmount: 105 });
    const coupon = { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 25 };
    const number = outcomeOf(await post(cartId, [payment, coupon])).slice(4);
    await settle(shop, programsOf(open.bank));
    expect(await freePoints(open.bank)).toBe(Number(before) - 250);
    await cancelUnpaid({ db: shop.db, log }, new Date(await dueOf(number)));
    await settle(shop, programsOf(open.bank));
    expect(await freePoints(open.bank)).toBe(before);
  });

  test('[DEC-140] if payment and cancellation run concurrently, only one of them takes effect, and completely', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { number } = await place();
      const due = await dueOf(number);
      const [paid] = await Promise.all([
        command(new Date(due - 1), 'pay', number),
        cancelUnpaid({ db: shop.db, log }, new Date(due)),
      ]);
      const expected = paid.startsWith('done')
        ? 'processing, approved, ordered, received paid'
        : 'canceled, refused, ordered, received canceled';
      expect(await standing(number)).toBe(expected);
    }
  });
});

test('[APP-02] guest, customer, employee and advisor can order the shop’s and a third party’s products together', async () => {
  const own = await createProduct(shop.db, { sku: 'PROPIO', price: 100_00 });
  const theirs = await createProduct(shop.db, { sku: 'AJENO', price: 200_00, sellerId: 2, offerId: 'O-1' });
  const lines = [own, theirs].map((productId) => ({ productId, quantity: 1 }));
  const [customer, employee] = [
    await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date()),
    await signInCustomer(shop.db, `${randomUUID()}@ceiba.gt`, new Date()),
  ];
  await makeEmployee(shop.db, employee);
  const buy = async (amount: number, who?: SignedInCustomer) => {
    const cartId = await prepareCart(shop, { lines });
    if (who) await shop.db.pool.query('update carts set customer_id = $2 where id = $1', [cartId, who.id]);
    const payload = { cartId, payments: [cash(amount)] };
    return shop.inject({ method: 'POST', url: '/v1/orders', payload, headers: who?.headers ?? {} });
  };
  const attended = await attendedCart('asesor-demo', { lines });
  const payment = { ...storePayment(await codeFor(attended)), paymentAmount: 280 };
  // Q300, and Q30 for delivery. An employee saves Q10 on the shop's product. The coupon takes Q50 off the cart with an advisor.
  const placed = [await buy(330), await buy(330, customer), await buy(320, employee), await post(attended, [payment])];
  for (const answer of placed) {
    expect(outcomeOf(answer)).toMatch(/^200 1\d{8}$/);
    const { rows } = await shop.db.pool.query(
      `select l.sku, l.seller_id from order_lines l join orders o on o.id = l.order_id where o.number = $1 order by l.sku`,
      [answer.json().data.orderNumber],
    );
    expect(rows).toEqual([
      { sku: 'AJENO', seller_id: 2 },
      { sku: 'PROPIO', seller_id: 1 },
    ]);
  }
});

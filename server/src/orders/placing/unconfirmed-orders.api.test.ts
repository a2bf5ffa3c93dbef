import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import { getShopSecret } from '../../platform/db/shop-secrets.store.ts';
import { mintProof } from '../../testing/captcha-proofs.ts';
import { operator } from '../../testing/operator.ts';
import {
  card,
  cash,
  handOver,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../../testing/order-facts.ts';
import { confirmEmail, type SignedInCustomer, signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { cancelUnits, cancelWholeOrder } from '../canceling/cancel-order.ts';
import { ordersTasks } from '../orders.tasks.ts';
import { maxUnpaidOfAdvisor } from './check-budgets.ts';
import { confirmationToken } from './confirm-cash-order.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
/** Products at Q100. A line holds ten units. */
const speakers: number[] = [];
/** A product at Q9,000. */
let screen: number;
/** A product of another seller at Q200. */
let lens: number;
beforeAll(async () => {
  open = await openShopWithBank({ RATE_LIMIT_FACTOR: '1' });
  await createShopBasics(open.shop.db);
  for (const sku of ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    speakers.push(await createProduct(open.shop.db, { sku, price: 100_00, stock: 5000 }));
  screen = await createProduct(open.shop.db, { sku: 'SCREEN', price: 9_000_00, stock: 5000 });
  lens = await createProduct(open.shop.db, { sku: 'LENS', price: 200_00, stock: 5000, sellerId: 2, offerId: 'OF-1' });
  await open.shop.setPolicy('ordersPerAddress', '1000');
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});
/** After each test, every order is delivered and paid. */
afterEach(async () => {
  await open.shop.db.pool.query(
    handOver(`select number from orders where status in ('pending_payment', 'processing', 'shipped')`),
  );
});

let people = 0;
interface Wish {
  /** Units of speakers. Absent if screens are ordered. */
  units?: number;
  screens?: number;
  /** Units of another seller's product, in addition. */
  lenses?: number;
  email?: string;
  phone?: string;
  customer?: SignedInCustomer;
  from?: string;
  key?: string;
  byCard?: boolean;
}

/** Places an order, by default for an invented person. The total follows from the wish. */
const order = async (wish: Wish = {}) => {
  people += 1;
  const {
    screens = 0,
    lenses = 0,
    units = screens === 0 ? 1 : 0,
    email = `nadie${people}@correo.gt`,
    phone = String(41_000_000 + people),
  } = wish;
  const cartId = await prepareCart(open.shop, {
    lines: [
      ...(screens === 0 ? [] : [{ productId: screen, quantity: screens }]),
      ...(lenses === 0 ? [] : [{ productId: lens, quantity: lenses }]),
      ...speakers.slice(0, Math.ceil(units / 10)).map((productId, line) => ({
        productId,
        quantity: Math.min(10, units - line * 10),
      })),
    ],
    email: wish.customer?.email ?? email,
    telephone: phone,
  });
  const goods = units * 100 + screens * 9_000 + lenses * 200;
  const total = goods + (goods >= 1_000 ? 0 : 30);
  if (wish.customer !== undefined)
    await open.shop.db.pool.query('update carts set customer_id = $2 where id = $1', [cartId, wish.customer.id]);
  const answer = await open.shop.inject({
    method: 'POST',
    url: '/v1/orders',
    remoteAddress: wish.from ?? '10.1.0.1',
    payload: { cartId, payments: [wish.byCard ? card(total) : cash(total)] },
    headers: {
      ...wish.customer?.headers,
      'x-recaptcha': await mintProof(open.shop),
      ...(wish.key === undefined ? {} : { 'idempotency-key': wish.key }),
    },
  });
  return { cartId, answer, total };
};

const outcome = async (wish: Wish = {}): Promise<string> => outcomeOf((await order(wish)).answer);

const customer = async (isConfirmed: boolean): Promise<SignedInCustomer> => {
  people += 1;
  const known = await signInCustomer(open.shop.db, `cliente${people}@correo.gt`, new Date());
  if (isConfirmed) await confirmEmail(open.shop.db, known);
  return known;
};

interface OrderRow {
  id: string;
  status: string;
  placed_at: Date;
  confirmation_due: Date | null;
  contact_confirmed: boolean;
  client_key: string | null;
}

const rowOf = async (cartId: string): Promise<OrderRow> => {
  const { rows } = await open.shop.db.pool.query<OrderRow>(
    'select id, status, placed_at, confirmation_due, contact_confirmed, client_key from orders where cart_id = $1',
    [cartId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no order');
  return row;
};

const follow = async (orderId: string): Promise<string> => {
  const token = confirmationToken(orderId, await getShopSecret(open.shop.db.write, 'order-confirmation'));
  const answer = await open.shop.call('confirmOrder', { body: { token } });
  return answer.ok ? answer.value.data.state : answer.error.code;
};

const log = { info: () => {}, warn: () => {}, error: () => {} };
const runTask = async (name: string, payload: object, now: Date): Promise<void> => {
  const { shop } = open;
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const task = ordersTasks({ ...shop, gateway, publicUrl: 'https://ceiba.example' }).find((each) => each.name === name);
  if (task === undefined) throw new Error(`no task ${name}`);
  await task.run(payload, { now, log });
};

const hour = 3_600_000;

describe('[DEC-218] a large cash order of a buyer without a confirmed e-mail', () => {
  test('the order waits for its mail’s link with its stock held, and every answer shows the wait', async () => {
    const before = (await levelsOf(open.shop.db, screen)).BODEGA ?? 0;
    const { cartId, answer } = await order({ screens: 2, key: 'large' });
    const { data } = answer.json();
    const { id, confirmation_due: due, placed_at: placed } = await rowOf(cartId);
    expect(data).toEqual({ orderNumber: expect.any(String), confirmBefore: due?.toISOString() });
    expect(due).toEqual(new Date(placed.getTime() + 2 * hour));
    expect((await levelsOf(open.shop.db, screen)).BODEGA).toBe(before - 2);
    const again = await postOrder(open.shop, { cartId, payments: [cash(18_000)] }, 'large');
    expect([again.headers['idempotent-replayed'], again.json().data]).toEqual(['true', data]);
    const found = await open.shop.call('findPlacement', { body: { cartId, keys: ['large'] } });
    expect(found).toMatchObject({ ok: true, value: { data: { state: 'ordered', isOwn: true, ...data } } });

    await runTask('order-confirmation', { orderId: id }, new Date());
    const { rows } = await open.shop.db.pool.query<{ text: string }>('select text from mails where dedupe_key = $1', [
      `order-confirmation:${id}`,
    ]);
    expect(rows[0]?.text).toContain('Para que lo preparemos, abre https://ceiba.example/confirm-order#order=');
    expect(rows[0]?.text).toContain('Si no lo confirmas antes del');
    expect(await follow(id)).toBe('confirmed');
    expect(await rowOf(cartId)).toMatchObject({
      confirmation_due: null,
      contact_confirmed: true,
      status: 'processing',
    });
    const later = await open.shop.call('findPlacement', { body: { cartId, keys: ['large'] } });
    expect(later).toMatchObject({ ok: true, value: { data: { orderNumber: data.orderNumber } } });
    expect(later.ok && 'confirmBefore' in later.value.data).toBe(false);
  });

  test('the order is canceled if nobody confirms it in two hours: its stock returns, and the buyer is mailed', async () => {
    const before = await levelsOf(open.shop.db, screen);
    const { cartId } = await order({ screens: 2 });
    const { id, confirmation_due: due } = await rowOf(cartId);
    const end = due?.getTime() ?? 0;
    await runTask('cancel-unconfirmed-orders', {}, new Date(end - 1_000));
    expect((await rowOf(cartId)).status).toBe('processing');
    await runTask('cancel-unconfirmed-orders', {}, new Date(end));
    expect((await rowOf(cartId)).status).toBe('canceled');
    expect(await levelsOf(open.shop.db, screen)).toEqual(before);
    const { rows: jobs } = await open.shop.db.pool.query(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'order-canceled' and payload ->> 'orderId' = $1`,
      [id],
    );
    expect(jobs).toEqual([{ payload: { orderId: id, reason: 'not_confirmed' } }]);
    await runTask('order-canceled', { orderId: id, reason: 'not_confirmed' }, new Date(end));
    const { rows } = await open.shop.db.pool.query<{ text: string }>('select text from mails where dedupe_key = $1', [
      `order-canceled:${id}`,
    ]);
    expect(rows[0]?.text).toContain('Cancelamos tu pedido');
    expect(await follow(id)).toBe('canceled');
  });

  test('[DEC-137] an order whose lines are all canceled no longer waits for a link', async () => {
    const before = await levelsOf(open.shop.db, screen);
    const { cartId, answer } = await order({ screens: 2, lenses: 1 });
    const { orderNumber } = answer.json().data;
    const words = { orderNumber, actor: operator, reason: null };
    const canceled = await cancelUnits(open.shop.db, { ...words, line: 2, units: 1, reason: 'no hay' }, new Date());
    expect(canceled).toMatchObject({ value: { status: 'processing', canceled: 1 } });
    expect((await rowOf(cartId)).confirmation_due).not.toBeNull();
    expect(await cancelWholeOrder(open.shop.db, words, new Date())).toMatchObject({ value: { status: 'canceled' } });
    const { id, ...row } = await rowOf(cartId);
    expect(row).toMatchObject({ status: 'canceled', confirmation_due: null });
    expect(await follow(id)).toBe('canceled');
    expect(await levelsOf(open.shop.db, screen)).toEqual(before);
  });

  test.each<[string, Wish, boolean]>([
    ['of Q9,900', { screens: 1, units: 9 }, false],
    ['of Q10,000', { screens: 1, units: 10 }, true],
    ['of 20 units', { units: 20 }, false],
    ['of 21 units', { units: 21 }, true],
  ])('an order of %s does not wait', async (_, wish, waits) => {
    const { cartId } = await order(wish);
    expect((await rowOf(cartId)).confirmation_due !== null).toBe(waits);
  });

  test('a customer’s order waits if the e-mail is not confirmed, and an account alone is not enough', async () => {
    const [known, new_] = [await customer(true), await customer(false)];
    const confirmed = await order({ screens: 2, customer: known });
    expect(confirmed.answer.json().data).toEqual({ orderNumber: expect.any(String) });
    expect(await rowOf(confirmed.cartId)).toMatchObject({ confirmation_due: null, contact_confirmed: true });
    const unknown = await order({ screens: 2, customer: new_ });
    expect(unknown.answer.json().data.confirmBefore).toEqual(expect.any(String));
    expect((await rowOf(unknown.cartId)).contact_confirmed).toBe(false);
  });

  test('the shop’s policy sets from which amount an order waits, and for how long', async () => {
    await open.shop.setPolicy('guestConfirmationFrom', '50');
    await open.shop.setPolicy('guestConfirmationHours', '6');
    const { confirmation_due: due, placed_at: placed } = await rowOf((await order()).cartId);
    expect(due).toEqual(new Date(placed.getTime() + 6 * hour));
    await open.shop.setPolicy('guestConfirmationFrom', 'default');
    await open.shop.setPolicy('guestConfirmationHours', 'default');
  });

  test('an order above Q25,000 cannot be paid in cash, unless the policy allows it', async () => {
    const known = await customer(true);
    expect(await outcome({ screens: 3, customer: known })).toBe('400 PAY_METHOD_NOT_ALLOWED');
    expect(await outcome({ screens: 3 })).toBe('400 PAY_METHOD_NOT_ALLOWED');
    await open.shop.setPolicy('cashLimit', 'none');
    expect(await outcome({ screens: 3, customer: known })).toMatch(/^200/);
    await open.shop.setPolicy('cashLimit', 'default');
  });
});

const tally = (outcomes: readonly string[]) => ({
  placed: outcomes.filter((each) => each.startsWith('200')).length,
  limited: outcomes.filter((each) => each === '429 RATE_LIMITED').length,
});

describe('[DEC-218] unconfirmed orders count for the client that placed them', () => {
  beforeAll(async () => {
    await open.shop.setPolicy('unconfirmedOrders', '10');
    await open.shop.setPolicy('unconfirmedUnits', '60');
    await open.shop.setPolicy('orderShareBasisPoints', '100');
  });
  /** More units than a small order may have. */
  const units = 4;

  test('invented people from one address may place ten orders, and no more until some are delivered', async () => {
    const outcomes = await Promise.all(Array.from({ length: 14 }, () => outcome({ units })));
    expect(tally(outcomes)).toEqual({ placed: 10, limited: 4 });
    const { answer } = await order({ units });
    expect(answer.json().error.metadata).toMatchObject({ budget: 'unconfirmedOrders', retryAfter: 3_600 });
    expect(answer.json().message).toContain('Inicia sesión con tu correo confirmado, paga con tarjeta');
    expect(await outcome({ units, from: '10.1.0.2' })).toMatch(/^200/);
    expect(await outcome({ units, customer: await customer(true) })).toMatch(/^200/);
    await open.shop.db.pool.query(
      handOver(`select number from orders where id = (
         select max(id::text)::uuid from orders where status = 'processing' and not contact_confirmed
           and client_key = (select client_key from orders group by client_key order by count(*) desc limit 1))`),
    );
    expect(tally([await outcome({ units }), await outcome({ units })])).toEqual({ placed: 1, limited: 1 });
  });

  test('unconfirmed orders reserve at most sixty units together, even if two are placed concurrently', async () => {
    await open.shop.setPolicy('guestConfirmationUnits', '1000');
    expect(await outcome({ units: 61 })).toBe('429 RATE_LIMITED');
    expect(tally(await Promise.all([outcome({ units: 40 }), outcome({ units: 40 })]))).toEqual({
      placed: 1,
      limited: 1,
    });
    const { answer } = await order({ units: 21 });
    expect(answer.json().error.metadata.budget).toBe('unconfirmedUnits');
    expect(answer.json().message).toContain('reduce tu pedido');
    expect(await outcome({ units: 20 })).toMatch(/^200/);
    expect(await outcome({ units })).toBe('429 RATE_LIMITED');
    expect(await outcome({ units: 40, from: '10.1.0.3' })).toMatch(/^200/);
    expect(await outcome({ units: 61, customer: await customer(true) })).toMatch(/^200/);
    await open.shop.setPolicy('guestConfirmationUnits', 'default');
  });

  test('the unconfirmed orders of an address are limited to the policy’s total amount', async () => {
    await open.shop.setPolicy('unconfirmedValue', '20000');
    expect(await outcome({ screens: 2 })).toMatch(/^200/);
    const { answer } = await order({ screens: 1 });
    expect(answer.json().error.metadata.budget).toBe('unconfirmedValue');
    expect(await outcome({ units: 20 })).toMatch(/^200/);
    await open.shop.setPolicy('unconfirmedValue', 'default');
  });

  test('a network may place as many unconfirmed orders as sixteen clients', async () => {
    await open.shop.setPolicy('unconfirmedOrders', '1');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, client) => outcome({ units, from: `2001:db8:7:${client.toString(16)}::1` })),
    );
    expect(tally(outcomes)).toEqual({ placed: 16, limited: 4 });
    expect(await outcome({ units, from: '2001:db8:8:1::1' })).toMatch(/^200/);
    await open.shop.setPolicy('unconfirmedOrders', '10');
  });

  test('a confirmed order counts for its e-mail and phone, and no longer for its client', async () => {
    await open.shop.setPolicy('cashConfirmation', 'yes');
    await open.shop.setPolicy('unconfirmedOrders', '1');
    const contact = { email: 'lee@correo.gt', phone: '42424242', units };
    for (let placed = 0; placed < 5; placed += 1) {
      const { cartId, answer } = await order(contact);
      expect(outcomeOf(answer)).toMatch(/^200/);
      expect(await outcome(contact)).toBe('429 RATE_LIMITED');
      expect(await follow((await rowOf(cartId)).id)).toBe('confirmed');
    }
    const { answer } = await order({ ...contact, from: '10.1.0.9' });
    expect(answer.json().error.metadata.budget).toBe('openCashOrders');
    expect(await outcome({ units })).toMatch(/^200/);
    await open.shop.setPolicy('cashConfirmation', 'default');
    await open.shop.setPolicy('unconfirmedOrders', '10');
  });

  test('an order’s client is stored for one day, or up to seven days while the order counts', async () => {
    const unconfirmed = (await order()).cartId;
    const confirmed = (await order({ customer: await customer(true) })).cartId;
    const paid = (await order()).cartId;
    await open.shop.db.pool.query(handOver(`select number from orders where cart_id = $1`), [paid]);
    const day = 24 * hour;
    const keys = async () =>
      Promise.all([unconfirmed, confirmed, paid].map(async (cartId) => (await rowOf(cartId)).client_key));
    await runTask('forget-shoppers', {}, new Date(Date.now() + 2 * day));
    expect(await keys()).toEqual([expect.any(String), expect.any(String), null]);
    await runTask('forget-shoppers', {}, new Date(Date.now() + 7 * day + 60_000));
    expect(await keys()).toEqual([null, null, null]);
  });

  test('one order may use only its share of an address’s limit: five orders use up the limit', async () => {
    await open.shop.setPolicy('orderShareBasisPoints', '20');
    const { answer } = await order({ units: 13 });
    expect([outcomeOf(answer), answer.json().error.metadata.budget]).toEqual([
      '429 RATE_LIMITED',
      'orderShareBasisPoints',
    ]);
    expect(await outcome({ units: 13, customer: await customer(true) })).toMatch(/^200/);
    for (let placed = 0; placed < 5; placed += 1) expect(await outcome({ units: 12 })).toMatch(/^200/);
    expect(await outcome({ units })).toBe('429 RATE_LIMITED');
    await open.shop.setPolicy('unconfirmedValue', '10000');
    const dear = await order({ units: 10, screens: 0, from: '10.1.0.8' });
    expect(outcomeOf(dear.answer)).toMatch(/^200/);
    const dearer = await order({ screens: 1, from: '10.1.0.8' });
    expect(dearer.answer.json().error.metadata.budget).toBe('orderShareBasisPoints');
    await open.shop.setPolicy('unconfirmedValue', 'default');
    await open.shop.setPolicy('orderShareBasisPoints', '100');
  });

  test('at an address that has used up its budget, anybody can still place and confirm a small order', async () => {
    for (let placed = 0; placed < 3; placed += 1) expect(await outcome({ units: 20 })).toMatch(/^200/);
    const before = await levelsOf(open.shop.db, speakers[0] ?? 0);
    const refused = await order({ units });
    expect(refused.answer.json().error.metadata.budget).toBe('unconfirmedUnits');
    expect(refused.answer.json().message).toContain('reduce tu pedido a 3 unidades por hasta Q2,500.00');
    const little = await Promise.all(Array.from({ length: 4 }, () => order({ units: 3 })));
    for (const { cartId, answer } of little) {
      const { confirmation_due: due, placed_at: placed } = await rowOf(cartId);
      expect(due).toEqual(new Date(placed.getTime() + 2 * hour));
      expect(answer.json().data.confirmBefore).toBe(due?.toISOString());
    }
    // The order of a customer with a confirmed e-mail does not wait.
    const known = await order({ units: 3, customer: await customer(true) });
    expect(known.answer.json().data).toEqual({ orderNumber: expect.any(String) });
    const [first, ...others] = await Promise.all(little.map(({ cartId }) => rowOf(cartId)));
    expect(await follow(first?.id ?? '')).toBe('confirmed');
    await runTask('cancel-unconfirmed-orders', {}, new Date(Date.now() + 2 * hour + 60_000));
    for (const { id } of others) expect(await follow(id)).toBe('canceled');
    expect((await levelsOf(open.shop.db, speakers[0] ?? 0)).BODEGA).toBe((before.BODEGA ?? 0) - 6);
  });

  test('the shop’s policy sets the size of a small order, and with zero units no small order is accepted', async () => {
    await open.shop.setPolicy('unconfirmedOrders', '1');
    expect(await outcome()).toMatch(/^200/);
    await open.shop.setPolicy('smallOrderUnits', '1');
    expect(await outcome({ units: 2 })).toBe('429 RATE_LIMITED');
    await open.shop.setPolicy('smallOrderValue', '129.99');
    expect(await outcome()).toBe('429 RATE_LIMITED');
    await open.shop.setPolicy('smallOrderValue', '130');
    expect(await outcome()).toMatch(/^200/);
    await open.shop.setPolicy('smallOrderUnits', '0');
    expect(await outcome()).toBe('429 RATE_LIMITED');
    await open.shop.setPolicy('smallOrderUnits', 'default');
    await open.shop.setPolicy('smallOrderValue', 'default');
    await open.shop.setPolicy('unconfirmedOrders', '10');
  });

  test('orders that one person confirms by many mailboxes count for the client until they are paid', async () => {
    await open.shop.setPolicy('cashConfirmation', 'yes');
    await open.shop.setPolicy('unpaidUnits', '100');
    const hoard = async (tag: number, wanted: number) => {
      const { cartId, answer } = await order({ email: `yo+${tag}@correo.gt`, units: wanted });
      return answer.statusCode === 200 ? follow((await rowOf(cartId)).id) : answer.json().error.metadata.budget;
    };
    for (let tag = 0; tag < 5; tag += 1) expect(await hoard(tag, 20)).toBe('confirmed');
    expect(await hoard(6, units)).toBe('unpaidUnits');
    const known = await customer(true);
    expect(await outcome({ customer: known, units })).toBe('429 RATE_LIMITED');
    expect(await outcome({ customer: known, units, from: '10.1.0.7' })).toMatch(/^200/);
    await open.shop.db.pool.query(
      handOver(`select number from orders where id = (select id from orders where email like 'yo+%' limit 1)`),
    );
    expect(await hoard(7, 21)).toBe('unpaidUnits');
    expect(await hoard(8, 20)).toBe('confirmed');
    await open.shop.setPolicy('unpaidUnits', 'default');
    await open.shop.setPolicy('unpaidValue', '2900');
    expect(await outcome({ customer: known, units: 10, from: '10.1.0.7' })).toMatch(/^200/);
    const { answer } = await order({ customer: known, units: 20, from: '10.1.0.7' });
    expect(answer.json().error.metadata.budget).toBe('unpaidValue');
    expect(answer.json().message).toContain(
      'Desde tu conexión hay muchos pedidos por pagar. Paga con tarjeta, intenta más tarde o reduce tu pedido a 3 unidades',
    );
    await open.shop.setPolicy('unpaidValue', 'default');
    await open.shop.setPolicy('cashConfirmation', 'default');
  });

  test('all unpaid orders also count for the network', async () => {
    await open.shop.setPolicy('unpaidUnits', '2');
    await open.shop.setPolicy('smallOrderUnits', '0');
    const known = await customer(true);
    const from = (client: number) => `2001:db8:9:${client.toString(16)}::1`;
    for (let client = 0; client < 8; client += 1)
      expect(await outcome({ units: 2, from: from(client), customer: await customer(true) })).toMatch(/^200/);
    for (let client = 8; client < 16; client += 1)
      expect(await outcome({ units: 2, from: from(client) })).toMatch(/^200/);
    const { answer } = await order({ from: from(16), customer: known });
    expect([outcomeOf(answer), answer.json().error.metadata.budget]).toEqual(['429 RATE_LIMITED', 'unpaidUnits']);
    expect(await outcome({ from: '2001:db8:a:1::1', customer: known })).toMatch(/^200/);
    await open.shop.setPolicy('unpaidUnits', 'default');
    await open.shop.setPolicy('smallOrderUnits', 'default');
  });

  test('if the policy allows few reserved units, small cash orders are still possible and confirmed by mail', async () => {
    await open.shop.setPolicy('orderShareBasisPoints', '20');
    for (const [policy, most] of [
      ['unconfirmedUnits', '10'],
      ['unconfirmedValue', '0'],
      ['unpaidUnits', '10'],
      ['unpaidValue', '0'],
    ] as const) {
      await open.shop.setPolicy(policy, most);
      // The share of a buyer with a confirmed e-mail comes from the limit of unpaid orders.
      const who = policy.startsWith('unpaid') ? { customer: await customer(true) } : {};
      const { answer } = await order({ units: 3, from: '10.2.0.1', ...who });
      expect([policy, outcomeOf(answer)]).toEqual([policy, expect.stringMatching(/^200/)]);
      expect(answer.json().data.confirmBefore).toEqual(expect.any(String));
      await open.shop.setPolicy(policy, policy === 'unconfirmedUnits' ? '60' : 'default');
    }
    await open.shop.setPolicy('orderShareBasisPoints', '100');
  });
});

describe('[DEC-218] with the default limits of a shop', () => {
  beforeAll(async () => {
    for (const policy of [
      'unconfirmedOrders',
      'unconfirmedUnits',
      'orderShareBasisPoints',
      'ordersPerAddress',
    ] as const)
      await open.shop.setPolicy(policy, 'default');
  });
  afterAll(async () => {
    await open.shop.setPolicy('ordersPerAddress', '1000');
  });

  test('one mailbox that orders as much as it may does not block the cash orders of others', async () => {
    const from = '10.3.0.1';
    const hoarder = await customer(true);
    await open.shop.setPolicy('unpaidUnits', '100');
    const { answer: large } = await order({ units: 21, customer: hoarder, from });
    expect([outcomeOf(large), large.json().error.metadata.budget]).toEqual([
      '429 RATE_LIMITED',
      'orderShareBasisPoints',
    ]);
    expect(large.json().message).not.toContain('Inicia sesión');
    for (let placed = 0; placed < 5; placed += 1)
      expect(await outcome({ units: 20, customer: hoarder, from })).toMatch(/^200/);
    const other = await customer(true);
    expect(await outcome({ units: 4, customer: other, from })).toBe('429 RATE_LIMITED');
    for (const { cartId, answer } of [await order({ customer: other, from }), await order({ from })]) {
      const { confirmation_due: due, placed_at: placed, id } = await rowOf(cartId);
      expect(due).toEqual(new Date(placed.getTime() + 2 * hour));
      expect(answer.json().data.confirmBefore).toBe(due?.toISOString());
      expect(await follow(id)).toBe('confirmed');
    }
    await open.shop.setPolicy('unpaidUnits', 'default');
  });

  test('small orders beyond the budget use at most half of an address’s orders per hour', async () => {
    await open.shop.setPolicy('unconfirmedOrders', '2');
    const from = '10.3.0.2';
    const outcomes: string[] = [];
    for (let tried = 0; tried < 10; tried += 1) outcomes.push(await outcome({ from }));
    expect(tally(outcomes)).toEqual({ placed: 10, limited: 0 });
    const { answer } = await order({ from });
    expect([outcomeOf(answer), answer.json().error.metadata.budget]).toEqual(['429 RATE_LIMITED', 'ordersPerAddress']);
    expect(answer.json().message).toContain('Desde tu conexión');
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(3_000);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect(await outcome({ from, byCard: true })).toMatch(/^200/);
    expect(await outcome({ from, customer: await customer(true) })).toMatch(/^200/);
    await open.shop.db.pool.query(`update orders set created_at = created_at - interval '1 hour 1 second'`);
    expect(await outcome({ from })).toMatch(/^200/);
    await open.shop.setPolicy('unconfirmedOrders', 'default');
  });

  test('small orders beyond the budget use at most half of a network’s orders per hour', async () => {
    await open.shop.setPolicy('unconfirmedOrders', '1');
    await open.shop.setPolicy('ordersPerAddress', '2');
    const from = (client: number) => `2001:db8:b:${client.toString(16)}::1`;
    for (let client = 0; client < 16; client += 1) expect(await outcome({ from: from(client) })).toMatch(/^200/);
    const { answer } = await order({ from: from(16) });
    expect([outcomeOf(answer), answer.json().error.metadata.budget]).toEqual(['429 RATE_LIMITED', 'ordersPerAddress']);
    expect(await outcome({ from: from(17), byCard: true })).toMatch(/^200/);
    await open.shop.setPolicy('ordersPerAddress', 'default');
    await open.shop.setPolicy('unconfirmedOrders', 'default');
  });

  test('an e-mail gets links for only two small orders beyond the budget, and a third order is refused', async () => {
    const from = '10.3.0.3';
    await open.shop.setPolicy('unconfirmedOrders', '1');
    const victim = await customer(true);
    const named = { email: victim.email, from };
    expect(await outcome({ from })).toMatch(/^200/);
    const first = await order(named);
    expect(outcomeOf(first.answer)).toMatch(/^200/);
    expect(await outcome({ ...named, email: victim.email.toUpperCase() })).toMatch(/^200/);
    const { answer } = await order(named);
    expect(outcomeOf(answer)).toBe('429 RATE_LIMITED');
    expect(answer.json().error.metadata).toMatchObject({ budget: 'ordersWaiting', retryAfter: 3_600 });
    expect(answer.json().message).toContain('esperan su confirmación');
    // A stranger placed these orders. They do not count for the customer who has confirmed the e-mail.
    await open.shop.setPolicy('unpaidUnits', '1');
    for (let placed = 0; placed < 2; placed += 1) expect(await outcome({ customer: victim, from })).toMatch(/^200/);
    expect(await outcome({ customer: victim, from })).toBe('429 RATE_LIMITED');
    await open.shop.setPolicy('unpaidUnits', 'default');
    expect(await follow((await rowOf(first.cartId)).id)).toBe('confirmed');
    expect(await outcome(named)).toMatch(/^200/);
    await open.shop.setPolicy('unconfirmedOrders', 'default');
  });
});

describe('[DEC-218] a stranger cannot lock anybody out', () => {
  test('five cash orders with another person’s phone and e-mail do not count for that person', async () => {
    const victim = await customer(true);
    const named = { email: victim.email, phone: '43434343' };
    for (let placed = 0; placed < 6; placed += 1)
      expect(await outcome({ ...named, from: '10.66.0.1' })).toMatch(/^200/);
    expect(await outcome({ ...named, from: '10.1.0.5' })).toMatch(/^200/);
    expect(await outcome({ customer: victim, phone: named.phone, from: '10.1.0.5' })).toMatch(/^200/);
  });

  test('a stranger who orders with another person’s phone does not block that person', async () => {
    await open.shop.setPolicy('cashConfirmation', 'yes');
    const phone = '43434344';
    for (let placed = 0; placed < 6; placed += 1) {
      const { cartId, answer } = await order({ phone, email: `otro${placed}@correo.gt`, from: '10.66.0.2' });
      // Only the stranger, who always names the same phone, is refused.
      if (placed < 5) expect(await follow((await rowOf(cartId)).id)).toBe('confirmed');
      else expect(answer.json().error.metadata.budget).toBe('openCashOrders');
    }
    const victim = await customer(true);
    // With a confirmed e-mail, the victim is not refused even at the stranger's address.
    expect(await outcome({ customer: victim, phone, from: '10.66.0.2' })).toMatch(/^200/);
    expect(await outcome({ phone, from: '10.1.0.5' })).toMatch(/^200/);
    expect(await outcome({ customer: victim, phone, from: '10.1.0.5' })).toMatch(/^200/);
    await open.shop.setPolicy('cashConfirmation', 'default');
  });

  /** Creates a cart that `asesor-demo` attends to. Returns the answers to the calls for a code and for an order. */
  const atStore = async (from: string) => {
    const { db } = open.shop;
    people += 1;
    const email = `tienda${people}@correo.gt`;
    const telephone = String(45_000_000 + people);
    const cartId = await prepareCart(open.shop, {
      lines: [{ productId: speakers[0] ?? 0, quantity: 1 }],
      email,
      telephone,
    });
    await db.pool.query(
      `insert into advisors (hash, store_code, first_name, added_at) values ('asesor-demo', 'MAX', 'Andrea', now())
       on conflict do nothing`,
    );
    await db.pool.query(`update carts set advisor_hash = 'asesor-demo' where id = $1`, [cartId]);
    const code = await open.shop.inject({ url: `/v1/resources/otp/${cartId}`, remoteAddress: from });
    const place = async () => {
      const payment = { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount: 130, isPaymentInStore: true };
      return open.shop.inject({
        method: 'POST',
        url: '/v1/orders/storePayment',
        remoteAddress: from,
        payload: { cartId, payments: [{ ...payment, otp: code.json().data.otp }] },
        headers: { 'x-recaptcha': await mintProof(open.shop) },
      });
    };
    const again = () => open.shop.inject({ url: `/v1/resources/otp/${cartId}`, remoteAddress: from });
    return { code, place, again };
  };

  test('codes and store orders count for the client, so that five addresses cannot use up an advisor’s limit', async () => {
    const outcomes: string[] = [];
    for (let tried = 0; tried < 50; tried += 1) {
      const { code, place } = await atStore(`10.77.0.${tried % 5}`);
      outcomes.push(code.statusCode === 200 ? outcomeOf(await place()) : outcomeOf(code));
    }
    expect(tally(outcomes)).toEqual({ placed: 40, limited: 10 });
    const { code, place } = await atStore('10.1.0.6');
    expect(code.statusCode).toBe(200);
    expect(outcomeOf(await place())).toMatch(/^200/);
  });

  test('a valid code counts, but not for its own cart, even if many codes are requested concurrently', async () => {
    const asked = await Promise.all(Array.from({ length: 12 }, () => atStore('10.77.1.1')));
    const given = asked.filter(({ code }) => code.statusCode === 200);
    expect(given).toHaveLength(8);
    const refused = asked.find(({ code }) => code.statusCode === 429)?.code;
    expect(refused?.json().error.metadata).toMatchObject({ budget: 'openStoreOrders' });
    expect(refused?.headers['retry-after']).toBe('3600');
    expect((await given[0]?.again())?.statusCode).toBe(200);
    const places = given.slice(1).map(({ place }) => place());
    expect(tally((await Promise.all(places)).map(outcomeOf))).toEqual({ placed: 7, limited: 0 });
    await open.shop.db.pool.query(`update one_time_codes set expires_at = now()`);
    expect((await atStore('10.77.1.1')).code.statusCode).toBe(200);
  });

  test('a client at the limit of unpaid orders gets no code', async () => {
    const from = '10.77.2.1';
    await open.shop.setPolicy('unpaidUnits', '1');
    const { place } = await atStore(from);
    expect(outcomeOf(await place())).toMatch(/^200/);
    const { code } = await atStore(from);
    expect([outcomeOf(code), code.json().error.metadata.budget]).toEqual(['429 RATE_LIMITED', 'unpaidUnits']);
    await open.shop.setPolicy('unpaidUnits', 'default');
  });

  test('one IPv6 line cannot use up an advisor’s limit, however many orders the shop allows a line', async () => {
    for (const most of ['default', '12']) {
      await open.shop.setPolicy('openStoreOrders', most);
      const line = async (client: number) => {
        const { code, place } = await atStore(`2001:db8:${most === '12' ? 12 : 8}:${client.toString(16)}::1`);
        return code.statusCode === 200 ? outcomeOf(await place()) : outcomeOf(code);
      };
      const outcomes: string[] = [];
      for (let tried = 0; tried < 60; tried += 1) outcomes.push(await line(Math.floor(tried / 6)));
      expect(tally(outcomes)).toEqual({ placed: most === '12' ? 24 : 16, limited: most === '12' ? 36 : 44 });
      const { code, place } = await atStore('10.1.0.6');
      expect(code.statusCode).toBe(200);
      expect(outcomeOf(await place())).toMatch(/^200/);
    }
    await open.shop.setPolicy('openStoreOrders', 'default');
  });

  test('a telephone that has used up its codes does not block other telephones of its line', async () => {
    const outcomes: string[] = [];
    for (let tried = 0; tried < 9; tried += 1) outcomes.push(outcomeOf((await atStore('2001:db8:d:1::1')).code));
    expect(tally(outcomes)).toEqual({ placed: 8, limited: 1 });
    expect((await atStore('2001:db8:d:2::1')).code.statusCode).toBe(200);
  });

  test.each([1, 8, 9, 50, 1_000])(
    'five IPv6 lines cannot use up an advisor’s limit if a client may have %i orders',
    (openStoreOrders) => {
      expect(maxUnpaidOfAdvisor(openStoreOrders)).toBeGreaterThan(5 * 2 * openStoreOrders);
    },
  );
});

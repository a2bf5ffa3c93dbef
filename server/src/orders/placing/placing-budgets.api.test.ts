import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { mintProof } from '../../testing/captcha-proofs.ts';
import { untilBlocked } from '../../testing/lock-waits.ts';
import { loosenBudgets } from '../../testing/loose-budgets.ts';
import { operator } from '../../testing/operator.ts';
import {
  card,
  cash,
  handOver,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../../testing/order-facts.ts';
import { confirmEmail, type SignedInCustomer, signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { payOrder } from '../store-payment/pay-at-store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  // This file tests only the budgets of placing. The budgets per minute and route are far higher.
  open = await openShopWithBank({ RATE_LIMIT_FACTOR: '1' });
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
  await loosenBudgets(open.shop);
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

interface Contact {
  email?: string;
  phone?: string;
}

let phones = 55550000;
/** Creates a cart, for the buyer that `contact` names or for a new buyer. */
const cartOf = async (contact: Contact = {}, more: Partial<ReadyCart> = {}) => {
  phones += 1;
  const { email = `nueva${phones}@correo.gt`, phone = String(phones) } = contact;
  const id = await prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }], email, ...more });
  await open.shop.db.pool.query(
    `update carts set shipping_address = shipping_address || jsonb_build_object('telephone', $2::text) where id = $1`,
    [id, phone],
  );
  return id;
};

const anHourLater = () =>
  open.shop.db.pool.query(`update orders set created_at = created_at - interval '1 hour 1 second'`);

/** Places an order with a valid captcha, because the second half of each budget requires one (orders/placing/placing-captcha.api.test.ts). */
const place = async (cartId: string, payment: object) =>
  postOrder(open.shop, { cartId, payments: [payment] }, undefined, await mintProof(open.shop));

const customers = new Map<string, SignedInCustomer>();
/** Returns the customer who has confirmed this e-mail. */
const customerOf = async (email: string): Promise<SignedInCustomer> => {
  const known = customers.get(email) ?? (await signInCustomer(open.shop.db, email, new Date()));
  await confirmEmail(open.shop.db, known);
  customers.set(email, known);
  return known;
};

/** Places an order of a customer who has confirmed the cart's e-mail. */
const placeConfirmed = async (contact: Contact, payment: object = cash(130)) => {
  phones += 1;
  const { id, headers } = await customerOf((contact.email ?? `cliente${phones}@correo.gt`).toLowerCase());
  const cartId = await cartOf({ email: 'x@correo.gt', ...contact });
  await open.shop.db.pool.query(
    `update carts set customer_id = $2, email = coalesce($3, (select email from customers where id = $2)) where id = $1`,
    [cartId, id, contact.email ?? null],
  );
  return open.shop.inject({
    method: 'POST',
    url: '/v1/orders',
    payload: { cartId, payments: [payment] },
    headers: { ...headers, 'x-recaptcha': await mintProof(open.shop) },
  });
};

const declined = '4000000000000002';
const otherBin = '4111110000000000';

const tally = (outcomes: readonly string[]) => ({
  placed: outcomes.filter((outcome) => outcome.startsWith('200')).length,
  limited: outcomes.filter((outcome) => outcome === '429 RATE_LIMITED').length,
});

describe('[DEC-196] the budgets of placing orders count stored orders', () => {
  test('one address may place only 20 orders an hour, even concurrently', async () => {
    const carts = await Promise.all(Array.from({ length: 30 }, () => cartOf()));
    const before = (await levelsOf(open.shop.db, speaker)).BODEGA ?? 0;
    const answers = await Promise.all(carts.map((cartId) => place(cartId, cash(130))));
    expect(tally(answers.map(outcomeOf))).toEqual({ placed: 20, limited: 10 });
    expect((await levelsOf(open.shop.db, speaker)).BODEGA).toBe(before - 20);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    const wait = Number(refused?.headers['retry-after']);
    expect(wait).toBe(refused?.json().error.metadata.retryAfter);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3_600);
    // The budget refuses before every other check, even before the check of an unknown cart (DEC-172).
    const unknown = await place('0b6f4b0e-6a3c-4c5e-9a53-3f1f0a1c7d11', cash(130));
    expect(outcomeOf(unknown)).toBe('429 RATE_LIMITED');
    await anHourLater();
    expect(outcomeOf(await place(await cartOf(), cash(130)))).toMatch(/^200/);
    await anHourLater();
  });

  test('an e-mail may have 5 open cash orders, and delivered orders and card orders do not count', async () => {
    const [contact, same] = [{ email: 'Misma@correo.gt' }, { email: 'misma@CORREO.gt' }];
    await customerOf(contact.email.toLowerCase());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (__, index) => placeConfirmed(index % 2 === 0 ? contact : same)),
    );
    expect(tally(answers.map(outcomeOf))).toEqual({ placed: 5, limited: 3 });
    // A guest with the same contact is refused, because the open orders of the contact count.
    const answer = await place(await cartOf(contact), cash(130));
    expect(answer.json().message).toContain('pedidos por pagar, en efectivo o en tienda');
    expect(answer.headers['retry-after']).toBe('3600');
    expect(outcomeOf(await place(await cartOf(contact), card(130)))).toMatch(/^200/);
    await open.shop.db.pool.query(
      handOver(
        `select min(number) from orders where status = 'processing' and payment_type = 'Cash' and lower(email) = $1`,
      ),
      [contact.email.toLowerCase()],
    );
    expect(outcomeOf(await placeConfirmed(contact))).toMatch(/^200/);
    await anHourLater();
  });

  test('[DEC-140, DEC-196] orders paid at the store count as open cash orders until they are paid', async () => {
    const { db } = open.shop;
    await db.pool.query(
      `insert into advisors (hash, store_code, first_name, added_at) values ('asesor-demo', 'MAX', 'Andrea', now())
       on conflict do nothing`,
    );
    const contact = { email: 'tienda@correo.gt' };
    const { id, headers } = await customerOf(contact.email);
    const atStore = async () => {
      const cartId = await cartOf(contact);
      await db.pool.query(`update carts set advisor_hash = 'asesor-demo', customer_id = $2 where id = $1`, [
        cartId,
        id,
      ]);
      const code = await open.shop.inject({ url: `/v1/resources/otp/${cartId}`, headers });
      if (code.statusCode !== 200) return code;
      const payment = { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount: 130, isPaymentInStore: true };
      return open.shop.inject({
        method: 'POST',
        url: '/v1/orders/storePayment',
        payload: { cartId, payments: [{ ...payment, otp: code.json().data.otp }] },
        headers: { ...headers, 'x-recaptcha': await mintProof(open.shop) },
      });
    };
    for (let placed = 0; placed < 5; placed += 1) expect(outcomeOf(await atStore())).toMatch(/^200/);
    const refused = await atStore();
    expect(outcomeOf(refused)).toBe('429 RATE_LIMITED');
    const atTheDoor = await place(await cartOf(contact), cash(130));
    expect(outcomeOf(atTheDoor)).toBe('429 RATE_LIMITED');
    const { message, error } = refused.json();
    expect([message, error.metadata.budget]).toEqual([
      'Tienes varios pedidos por pagar, en efectivo o en tienda. Espera a que se entreguen, se paguen o venzan, o paga con tarjeta.',
      'openCashOrders',
    ]);
    expect(atTheDoor.json().message).toBe(message);
    const { rows } = await db.pool.query(
      `select min(number)::text as number from orders where email = 'tienda@correo.gt' and status = 'pending_payment'`,
    );
    await payOrder(db, { orderNumber: rows[0].number, till: null, actor: operator }, new Date());
    expect(outcomeOf(await atStore())).toMatch(/^200/);
    await anHourLater();
  });

  test('[DEC-172] a repeated call gets the answer of its order, even if that order used up the budget', async () => {
    const carts = await Promise.all(Array.from({ length: 20 }, () => cartOf()));
    const proof = await mintProof(open.shop);
    const call = (captcha?: string) =>
      postOrder(open.shop, { cartId: carts[0] ?? '', payments: [cash(130)] }, 'the-last-one', captcha);
    for (const cartId of carts.slice(1)) expect(outcomeOf(await place(cartId, cash(130)))).toMatch(/^200/);
    const first = await call(proof);
    expect(outcomeOf(first)).toMatch(/^200/);
    expect(outcomeOf(await place(await cartOf(), cash(130)))).toBe('429 RATE_LIMITED');
    const again = await call();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    const other = { cartId: carts[0] ?? '', payments: [cash(131)] };
    expect(outcomeOf(await postOrder(open.shop, other, 'the-last-one'))).toBe('429 RATE_LIMITED');
    await open.shop.db.pool.query(
      `update idempotency_keys set created_at = now() - interval '24 hours 1 minute' where key = 'the-last-one'`,
    );
    expect(outcomeOf(await call())).toBe('429 RATE_LIMITED');
    await anHourLater();
  });

  test('an unfinished order counts as open only for the policy’s number of days', async () => {
    const contact = { email: 'vieja@correo.gt', phone: '44339900' };
    for (let placed = 0; placed < 5; placed += 1) {
      expect(outcomeOf(await placeConfirmed(contact))).toMatch(/^200/);
    }
    const age = (days: number) =>
      open.shop.db.pool.query(
        `update orders set created_at = created_at - $1::integer * interval '1 day' where email = 'vieja@correo.gt'`,
        [days],
      );
    await age(59);
    expect(outcomeOf(await placeConfirmed(contact))).toBe('429 RATE_LIMITED');
    await age(1);
    expect(outcomeOf(await placeConfirmed(contact))).toMatch(/^200/);
    await anHourLater();
  });

  test('orders count even if their server’s clock is an hour behind', async () => {
    await open.shop.setPolicy('ordersPerAddress', '2');
    open.shop.setNow(new Date(Date.now() - 61 * 60_000));
    try {
      const outcomes: string[] = [];
      for (let placed = 0; placed < 3; placed += 1) outcomes.push(outcomeOf(await place(await cartOf(), cash(130))));
      expect(tally(outcomes)).toEqual({ placed: 2, limited: 1 });
    } finally {
      open.shop.setNow(undefined);
      await open.shop.setPolicy('ordersPerAddress', 'default');
    }
    await anHourLater();
  });

  test('a server whose clock is half an hour behind still counts all orders and reports the right wait', async () => {
    await open.shop.setPolicy('ordersPerAddress', '2');
    await place(await cartOf(), cash(130));
    await place(await cartOf(), cash(130));
    open.shop.setNow(new Date(Date.now() - 30 * 60_000));
    try {
      const refused = await postOrder(open.shop, { cartId: await cartOf(), payments: [cash(130)] });
      expect(outcomeOf(refused)).toBe('429 RATE_LIMITED');
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600);
    } finally {
      open.shop.setNow(undefined);
    }
    open.shop.setNow(new Date(Date.now() + 61 * 60_000));
    expect(outcomeOf(await postOrder(open.shop, { cartId: await cartOf(), payments: [cash(130)] }))).toBe(
      '429 RATE_LIMITED',
    );
    open.shop.setNow(undefined);
    await open.shop.setPolicy('ordersPerAddress', '20');
    await anHourLater();
  });

  test('[DEC-172] a repeated call needs no captcha', async () => {
    await open.shop.setPolicy('ordersPerAddress', '2');
    const body = { cartId: await cartOf(), payments: [cash(130)] };
    const first = await postOrder(open.shop, body, 'no-captcha');
    expect(outcomeOf(await postOrder(open.shop, { ...body, cartId: await cartOf() }))).toBe('403 CAPTCHA_FAILED');
    expect(outcomeOf(await postOrder(open.shop, body, 'no-captcha'))).toBe(outcomeOf(first));
    await open.shop.setPolicy('ordersPerAddress', '20');
    await anHourLater();
  });

  test('all spellings of an address count together, and an invalid address counts, too', async () => {
    const keys: (string | undefined)[] = [];
    for (const remoteAddress of [
      '10.0.0.1',
      '::ffff:10.0.0.1',
      '::ffff:10.0.0.2',
      '2001:db8::1',
      '2001:db8::2',
      'unknown',
    ]) {
      const cartId = await cartOf();
      const payload = { cartId, payments: [cash(130)] };
      const answer = await open.shop.inject({ method: 'POST', url: '/v1/orders', remoteAddress, payload });
      expect(outcomeOf(answer)).toMatch(/^200/);
      const { rows } = await open.shop.db.pool.query<{ client_key: string }>(
        'select client_key from orders where cart_id = $1',
        [cartId],
      );
      keys.push(rows[0]?.client_key);
    }
    const [plain, mapped, other, subnet, sameSubnet, none] = keys;
    expect(mapped).toBe(plain);
    expect(sameSubnet).toBe(subnet);
    expect(new Set([plain, other, subnet, none]).size).toBe(4);
    await anHourLater();
  });

  test('a phone in any spelling may have 5 open cash orders, and confirmed e-mails and cards are not limited', async () => {
    const spellings = ['4433-2211', '44332211', '+502 4433 2211', '00502 44332211', '(4433) 2211'];
    for (const phone of spellings) expect(outcomeOf(await placeConfirmed({ phone }))).toMatch(/^200/);
    const phone = '4433 2211';
    const { error } = (await place(await cartOf({ phone }), cash(130))).json();
    expect(error).toMatchObject({ code: 'RATE_LIMITED', metadata: { budget: 'openCashOrders' } });
    expect(outcomeOf(await placeConfirmed({ phone }))).toMatch(/^200/);
    expect(outcomeOf(await place(await cartOf({ phone }), card(130)))).toMatch(/^200/);
    await open.shop.db.pool.query(
      handOver(
        `select number from orders where status = 'processing' and phone_key_of(contact ->> 'phone') = '44332211' and payment_type = 'Cash' order by number limit 2`,
      ),
    );
    expect(outcomeOf(await place(await cartOf({ phone }), cash(130)))).toMatch(/^200/);
    await anHourLater();
  });

  test.each(['00000000', '', '0000-0000'])(
    '[DEC-84] the phone "%s" belongs to nobody, so its orders are not counted',
    async (phone) => {
      for (let placed = 0; placed < 5; placed += 1) {
        expect(outcomeOf(await placeConfirmed({ phone }))).toMatch(/^200/);
      }
      expect(outcomeOf(await place(await cartOf({ phone }), cash(130)))).toMatch(/^200/);
      await anHourLater();
    },
  );

  test('a card order does not wait for another order of its contact, and a cash order does', async () => {
    const contact = { email: 'espera@correo.gt', phone: '44331100' };
    const client = await open.shop.db.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(hashtextextended('email espera@correo.gt', 196))`);
      await client.query(`select pg_advisory_xact_lock(hashtextextended('phone 44331100', 196))`);
      expect(outcomeOf(await place(await cartOf(contact), card(130)))).toMatch(/^200/);
      const cartId = await cartOf(contact);
      const asked = place(cartId, cash(130));
      await untilBlocked(client, client);
      await client.query('commit');
      expect(outcomeOf(await asked)).toMatch(/^200/);
    } finally {
      client.release();
    }
    await anHourLater();
  });

  test('a cart may have 5 declined charges, at any time', async () => {
    const cartId = await cartOf();
    for (let tried = 0; tried < 5; tried += 1) {
      expect(outcomeOf(await place(cartId, card(130, declined)))).toBe('400 PAY_DECLINED');
      await anHourLater();
    }
    expect(outcomeOf(await place(cartId, card(130)))).toBe('429 RATE_LIMITED');
    expect(outcomeOf(await place(cartId, cash(130)))).toMatch(/^200/);
    await anHourLater();
  });

  test('one address may have 10 declined charges an hour, concurrent or not', async () => {
    const carts = await Promise.all(Array.from({ length: 14 }, () => cartOf()));
    const outcomes = (await Promise.all(carts.map((cartId) => place(cartId, card(130, declined))))).map(outcomeOf);
    const tried = outcomes.filter((outcome) => outcome === '400 PAY_DECLINED').length;
    expect(tried).toBe(10);
    expect(tally(outcomes).limited).toBe(4);
    expect(outcomeOf(await place(await cartOf(), card(130, otherBin)))).toBe('429 RATE_LIMITED');
    await anHourLater();
    expect(outcomeOf(await place(await cartOf(), card(130)))).toMatch(/^200/);
    await anHourLater();
  });

  test('one bin may have 10 declined charges an hour per address, even if the address may have more', async () => {
    await open.shop.setPolicy('declinesPerAddress', '15');
    for (let tried = 0; tried < 10; tried += 1) {
      expect(outcomeOf(await place(await cartOf(), card(130, declined)))).toBe('400 PAY_DECLINED');
    }
    expect(outcomeOf(await place(await cartOf(), card(130, declined)))).toBe('429 RATE_LIMITED');
    expect(outcomeOf(await place(await cartOf(), card(130)))).toMatch(/^200/);
    // The first digits of the charged card count. A number in another payment of the request does not.
    const hidden = [{ ...card(30, '9999990000000000'), paymentType: 'Coupon' }, card(130, declined)];
    const answer = await postOrder(
      open.shop,
      { cartId: await cartOf(), payments: hidden },
      undefined,
      await mintProof(open.shop),
    );
    expect(outcomeOf(answer)).toBe('429 RATE_LIMITED');
    await anHourLater();
  });

  test('the clients of an IPv6 line together may order as much as sixteen, and other lines are not affected', async () => {
    await open.shop.setPolicy('ordersPerAddress', '1');
    let made = 0;
    const order = async (line: string) => {
      made += 1;
      const client = `2001:db8:${line}:${made.toString(16)}::1`;
      const body = { cartId: await cartOf(), payments: [cash(130)] };
      return outcomeOf(await postOrder(open.shop, body, undefined, await mintProof(open.shop), client));
    };
    const outcomes = await Promise.all(Array.from({ length: 18 }, () => order('a')));
    expect(tally(outcomes)).toEqual({ placed: 16, limited: 2 });
    expect(await order('b')).toMatch(/^200/);
    expect(outcomeOf(await place(await cartOf(), cash(130)))).toMatch(/^200/);
    await anHourLater();
    expect(await order('a')).toMatch(/^200/);
    await open.shop.setPolicy('ordersPerAddress', '20');
    await anHourLater();
  });

  test('declined cards of all clients of a line count together', async () => {
    await open.shop.setPolicy('declinesPerAddress', '1');
    const outcomes: string[] = [];
    for (let client = 1; client <= 17; client += 1) {
      const body = { cartId: await cartOf(), payments: [card(130, declined)] };
      const address = `2001:db8:c:${client.toString(16)}::1`;
      outcomes.push(outcomeOf(await postOrder(open.shop, body, undefined, await mintProof(open.shop), address)));
    }
    expect(outcomes.filter((outcome) => outcome === '400 PAY_DECLINED')).toHaveLength(16);
    expect(outcomes.at(-1)).toBe('429 RATE_LIMITED');
    await open.shop.setPolicy('declinesPerAddress', '10');
    await anHourLater();
  });

  test('the shop does not store a client’s address, only its hash', async () => {
    const { rows } = await open.shop.db.pool.query<{ keys: number; networks: number; told: boolean }>(
      `select count(distinct client_key)::integer as keys, count(distinct network_key)::integer as networks,
         bool_or(concat(client_key, network_key) ~ '127.0.0.1|10.0.0.|2001:db8|unknown') as told from orders`,
    );
    expect(rows).toEqual([{ keys: 39, networks: 4, told: false }]);
  });
});

test('many orders from one address wait without a database connection, so others can get one', async () => {
  const shop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
  const unknown = { cartId: '0b6f4b0e-6a3c-4c5e-9a53-3f1f0a1c7d11', payments: [cash(130)] };
  const answers = await Promise.all(Array.from({ length: 60 }, () => postOrder(shop, unknown)));
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['404 CART_NOT_FOUND']));
  // The pool opens a connection when all others are in use. Without the gate, each waiting call would have taken a connection, up to all 20.
  expect(shop.db.pool.totalCount).toBeLessThan(8);
  await shop.close();
});

test.each([
  ['3', 6],
  ['0.5', 1],
  ['0.1', 1],
])('[DEC-196] RATE_LIMIT_FACTOR %s turns a budget of 2 into %i', async (factor, most) => {
  const shop = await openTestShop({ RATE_LIMIT_FACTOR: factor });
  await createShopBasics(shop.db);
  const productId = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00 });
  await shop.setPolicy('ordersPerAddress', '2');
  const outcomes: string[] = [];
  for (let tried = 0; tried <= most; tried += 1) {
    const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
    outcomes.push(
      outcomeOf(await postOrder(shop, { cartId, payments: [cash(130)] }, undefined, await mintProof(shop))),
    );
  }
  expect(tally(outcomes)).toEqual({ placed: most, limited: 1 });
  await shop.close();
});

test.each([
  ['1', 2],
  ['2', 4],
])(
  '[DEC-218] RATE_LIMIT_FACTOR %s turns a share of 2 units into %i, and changes the other limits alike',
  async (factor, most) => {
    const shop = await openTestShop({ RATE_LIMIT_FACTOR: factor });
    onTestFinished(() => shop.close());
    await createShopBasics(shop.db);
    const productId = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00 });
    await shop.setPolicy('ordersPerAddress', '8');
    await shop.setPolicy('unpaidUnits', '4');
    await shop.setPolicy('unconfirmedUnits', '4');
    await shop.setPolicy('orderShareBasisPoints', '50');
    await shop.setPolicy('smallOrderUnits', '1');
    const order = async (quantity: number) => {
      phones += 1;
      const cartId = await prepareCart(shop, { lines: [{ productId, quantity }], email: `otra${phones}@correo.gt` });
      const answer = await postOrder(
        shop,
        { cartId, payments: [cash(quantity * 100 + (quantity < 10 ? 30 : 0))] },
        undefined,
        await mintProof(shop),
      );
      return answer.statusCode === 200
        ? answer.json().data.confirmBefore !== undefined
        : answer.json().error.metadata.budget;
    };
    expect(await order(most + 1)).toBe('orderShareBasisPoints');
    for (const _ of [1, 2]) expect(await order(most)).toBe(false);
    expect(await order(2)).toBe('unpaidUnits');
    for (let little = 2; little < 2 * most; little += 1) expect(await order(1)).toBe(true);
    expect(await order(1)).toBe('ordersPerAddress');
  },
);

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../jobs/job-queue.ts';
import { startWorker } from '../jobs/worker.ts';
import { writeMail } from '../notifications/write-mail.ts';
import { payOrder } from '../orders/store-payment/pay-at-store.ts';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { addProduct, done, readCart } from '../testing/cart-calls.ts';
import { operator } from '../testing/operator.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { redeem } from '../testing/points-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { insertSponsoredEvent, markSent, type OutgoingMessage } from './analytics.store.ts';
import { analyticsTasks } from './analytics.tasks.ts';
import { MessageNotTaken, type Messaging } from './messaging.ts';
import { enqueueSponsoredEvent, writeMessages } from './write-message.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let sponsored: TestShop;
let orders = 0;
const now = new Date('2026-11-22T16:00:00Z');

beforeAll(async () => {
  open = await openShopWithBank({
    RMN_HOSTS: 'Eventos.rmn.example, rmn.example',
    MESSAGING_URL: 'https://mensajes.example',
    MESSAGING_SECRET: 'a secret of both sides',
  });
  shop = open.shop;
  await createShopBasics(shop.db);
});
beforeEach(() => shop.db.pool.query('truncate analytics_messages, sponsored_events, purchase_message_outbox'));
afterAll(() => open.close());

const data = {
  currency: 'GTQ',
  value: 729,
  items: [
    {
      item_id: 'TV-1',
      item_name: 'Televisor',
      item_brand: 'Kairu',
      item_category: 'TV',
      price: 699,
      quantity: 1,
      index: 0,
    },
  ],
  payment_type: 'Cash',
};
const post = (url: string, payload: object) => shop.inject({ method: 'POST', url, payload });
const tell = (payload: object) => post('/api/events/messaging', payload);
/** Sends the payment of an existing cart. Opens a new cart if none is given. */
const tellPayment = async (paid: object = data, cartId?: string) =>
  tell({
    event: 'checkout_payment',
    cartId: cartId ?? done(await shop.call('createCart', { body: {} })).id,
    data: paid,
  });
const rows = async (sql: string) => (await shop.db.pool.query<Record<string, unknown>>(sql)).rows;

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const called = async (url: string): Promise<string> => `called ${url}`;
const tasksWith = (messaging: Pick<Messaging, 'send'>) => analyticsTasks({ db: shop.db, messaging, callEvent: called });

/** Runs a task like the worker's clock. */
const work = async (name: string): Promise<void> => {
  const task = tasksWith({ send: async () => {} }).find((each) => each.name === name);
  await task?.run({}, { now, log: quiet });
};

/** Orders a product with this event address. */
const order = async (eventUrl: string): Promise<void> => {
  orders += 1;
  const productId = await createProduct(shop.db, { sku: `PATROCINADO-${orders}` });
  await shop.db.pool.query('update products set event_url = $2 where id = $1', [productId, eventUrl]);
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  expect((await postOrder(shop, { cartId, payments: [cash(130)] })).statusCode).toBe(200);
};

/** Runs each waiting job of one kind once, like the worker. `sent`: the messages that reached the service. */
const run = async (name: string, fails = false): Promise<OutgoingMessage[]> => {
  const sent: OutgoingMessage[] = [];
  const send = async (message: OutgoingMessage): Promise<void> => {
    if (fails) throw new MessageNotTaken('status 500');
    sent.push(message);
  };
  const tasks = tasksWith({ send });
  const found = tasks.find((each) => each.name === name);
  const jobs = await shop.db.pool.query<{ payload: object }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 order by j.id`,
    [name],
  );
  for (const { payload } of jobs.rows) await found?.run(payload, { now, log: quiet });
  return sent;
};

test('[ANA-02, DEC-71] a checkout_payment is stored and sent once, however often its job runs', async () => {
  const answer = await tellPayment();
  expect([answer.statusCode, answer.payload]).toEqual([204, '']);
  expect(await rows('select event, data, sent_at from analytics_messages')).toEqual([
    { event: 'checkout_payment', data, sent_at: null },
  ]);
  await expect(run('send-message', true)).rejects.toThrow('status 500');
  expect(await rows('select sent_at, last_error from analytics_messages')).toEqual([
    { sent_at: null, last_error: 'status 500' },
  ]);
  expect(await run('send-message')).toMatchObject([{ event: 'checkout_payment', data }]);
  expect(await run('send-message')).toEqual([]);
  expect(await rows('select sent_at, last_error from analytics_messages')).toEqual([
    { sent_at: now, last_error: null },
  ]);
});

test('[DEC-71, DEC-160] an event with only the fields that DEC-160 requires is stored', async () => {
  const { payment_type: _, ...asked } = data;
  expect((await tellPayment(asked)).statusCode).toBe(204);
  expect(await rows('select data from analytics_messages')).toEqual([{ data: asked }]);
});

test.each([
  ['another event', { event: 'purchase', data }],
  ['an e-mail', { event: 'checkout_payment', data: { ...data, email: 'ana@correo.gt' } }],
  ['a card number', { event: 'checkout_payment', data: { ...data, ccNumber: '4111111111111111' } }],
  ['another currency', { event: 'checkout_payment', data: { ...data, currency: 'USD' } }],
  [
    'a name beside an item',
    { event: 'checkout_payment', data: { ...data, items: [{ ...data.items[0], name: 'Ana' }] } },
  ],
])('[DEC-71] a message with %s is refused and not stored', async (_, payload) => {
  const answer = await tell(payload);
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(await rows('select from analytics_messages')).toEqual([]);
});

test('[ANA-03] the server stores its own copy of each purchase once, in GTQ', async () => {
  const productId = await createProduct(shop.db, { sku: 'LAMPARA' });
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 2 }] });
  const placed = await postOrder(shop, { cartId, payments: [cash(230)] });
  const { orderNumber } = placed.json().data;
  await work('record-purchases');
  await shop.db.pool.query('insert into purchase_message_outbox (order_id) select id from orders');
  await work('record-purchases');
  expect(await rows('select from purchase_message_outbox')).toEqual([]);
  const [copy, ...more] = await rows('select event, data from analytics_messages');
  expect(more).toEqual([]);
  expect(copy).toMatchObject({
    event: 'purchase',
    data: {
      currency: 'GTQ',
      value: 230,
      shipping: 30,
      tax: 24.64,
      coupon: '',
      payment_type: 'Cash',
      transaction_id: orderNumber,
      items: [{ item_id: 'LAMPARA', price: 100, quantity: 2, index: 0 }],
    },
  });
  for (const personal of ['lucia@correo.gt', 'Lucía', 'Paz', '55554444', '12 calle'])
    expect(JSON.stringify(copy)).not.toContain(personal);
});

test('[ANA-03, DEC-183] the tax of a purchase is the tax of goods and delivery, without donation and discount', async () => {
  const productId = await createProduct(shop.db, { sku: 'CON-DONACION' });
  await shop.db.pool.query(`insert into coupons (code, label, amount) values ('MENOS50', 'Menos Q50', 5000)`);
  const cart = { lines: [{ productId, quantity: 2 }], donation: 25_00, couponCode: 'MENOS50' };
  const placed = await postOrder(shop, { cartId: await prepareCart(shop, cart), payments: [cash(205)] });
  expect(placed.statusCode).toBe(200);
  await work('record-purchases');
  // Q150 of goods and Q30 of delivery, each rounded separately.
  expect((await rows('select data from analytics_messages')).at(-1)).toMatchObject({
    data: { value: 205, tax: 19.28 },
  });
});

test('a purchase that points paid in part has no coupon', async () => {
  const productId = await createProduct(shop.db, { sku: 'CON-PUNTOS' });
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 2 }] });
  const { data: redeemed } = await redeem(shop, cartId, 25);
  const slot = { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 25 };
  expect((await postOrder(shop, { cartId, payments: [cash(205), slot] })).statusCode).toBe(200);
  await work('record-purchases');
  const [copy] = await rows('select data from analytics_messages');
  expect(copy).toMatchObject({ data: { value: 205, coupon: '' } });
  expect(JSON.stringify(copy)).not.toContain(redeemed.appliedCoupon.code);
});

test('[ANA-03] an order to be paid at a store counts as a purchase once it is paid', async () => {
  await shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor-demo', 'MAX', 'Andrea', now())`,
  );
  const productId = await createProduct(shop.db, { sku: 'EN-CAJA' });
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  await shop.db.pool.query(`update carts set advisor_hash = 'asesor-demo' where id = $1`, [cartId]);
  const { otp } = (await shop.inject({ url: `/v1/resources/otp/${cartId}` })).json().data;
  const payment = { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount: 130, isPaymentInStore: true, otp };
  const placed = await post('/v1/orders/storePayment', { cartId, payments: [payment] });
  const { orderNumber } = placed.json().data;
  const sentTexts = async () => {
    await work('record-purchases');
    return rows(`select data ->> 'transaction_id' as number, data ->> 'payment_type' as type from analytics_messages`);
  };
  expect(await sentTexts()).toEqual([]);
  expect((await payOrder(shop.db, { orderNumber, till: null, actor: operator }, new Date())).ok).toBe(true);
  expect(await sentTexts()).toEqual([{ number: orderNumber, type: 'StorePayment' }]);
  expect(await sentTexts()).toHaveLength(1);
});

test('a message without attempts left is sent again, but not a message that waits for its next attempt', async () => {
  await tellPayment();
  const due = async () => {
    await work('send-given-up-messages');
    return rows(`select attempts from graphile_worker.jobs where task_identifier = 'send-message'
      and key = (select 'send-message:' || id from analytics_messages)`);
  };
  await shop.db.pool.query(`update analytics_messages set created_at = '2026-11-22T14:59:00Z'`);
  await shop.db.pool.query('update graphile_worker._private_jobs set attempts = 24');
  expect(await due()).toEqual([{ attempts: 24 }]);
  await shop.db.pool.query('update graphile_worker._private_jobs set attempts = 25');
  expect(await due()).toEqual([{ attempts: 0 }]);
  await shop.db.pool.query('delete from graphile_worker._private_jobs');
  expect(await due()).toEqual([{ attempts: 0 }]);
});

test('a sender that times out late does not undo the success of another sender', async () => {
  await tellPayment();
  const [message] = await rows('select id from analytics_messages');
  const slow = new Error('nobody marked it sent');
  const tasks = tasksWith({
    send: async () => {
      await markSent(shop.db.write, String(message?.id), now);
      throw new MessageNotTaken('timeout');
    },
  });
  const sending = tasks
    .find(({ name }) => name === 'send-message')
    ?.run({ messageId: message?.id }, { now, log: quiet });
  await expect(sending ?? Promise.reject(slow)).rejects.toThrow('timeout');
  expect(await rows('select sent_at, last_error from analytics_messages')).toEqual([
    { sent_at: now, last_error: null },
  ]);
});

test('messages and events have their own queues, and mails go first', async () => {
  await shop.db.pool.query('delete from graphile_worker._private_jobs');
  await order('https://rmn.example/clic');
  const mail = { recipient: 'ana@correo.gt', subject: 'Hola', html: '', text: '' };
  await writeMail(shop.db.write, 'greeting', mail, new Date());
  await tellPayment();
  await post('/api/events/rmn', { eventUrl: 'https://rmn.example/clic' });
  expect(
    await rows(`select task_identifier as task, queue_name as queue, priority from graphile_worker.jobs
      where task_identifier in ('send-message', 'call-sponsored-event', 'send-mail') order by priority, task`),
  ).toEqual([
    { task: 'send-mail', queue: null, priority: 0 },
    { task: 'call-sponsored-event', queue: 'sponsored-events', priority: 10 },
    { task: 'send-message', queue: 'messages', priority: 10 },
  ]);
});

test('two hundred events and messages with hanging services do not delay the mail of an order', async () => {
  await shop.db.pool.query('delete from graphile_worker._private_jobs');
  const { promise: hangs, resolve: end } = Promise.withResolvers<string>();
  let hanging = 0;
  const hang = async (): Promise<string> => {
    hanging += 1;
    return hangs;
  };
  const stuck = analyticsTasks({ db: shop.db, messaging: { send: async () => void (await hang()) }, callEvent: hang });
  const others = tasksOf(openServices(shop)).filter(({ name }) => !stuck.some((task) => task.name === name));
  for (const n of Array(200).keys()) {
    const eventId = randomUUID();
    await insertSponsoredEvent(shop.db.write, eventId, `https://rmn.example/${n}`, now);
    await enqueueSponsoredEvent(shop.db.write, eventId);
    await writeMessages(shop.db.write, [{ event: 'checkout_payment', data: {} }], { now, isHandedOn: true });
  }
  const worker = await startWorker({ url: shop.url, tasks: [...stuck, ...others], log: quiet });
  await until(async () => hanging === 2);
  const mails = () => rows("select from mails where dedupe_key like 'order-confirmation:%'");
  const before = (await mails()).length;
  await order('https://rmn.example/clic');
  // Adds the job like the clock. The worker has to reach it.
  await enqueue(shop.db.write, { task: 'write-order-mails', payload: {} });
  await until(async () => (await mails()).length > before);
  expect(hanging).toBe(2);
  await shop.db.pool.query('delete from graphile_worker._private_jobs where locked_at is null');
  end('late');
  await worker.close();
});

test('[ANA-02] each cart stores one payment even for concurrent requests, but an unknown cart stores nothing', async () => {
  const cartId = done(await shop.call('createCart', { body: {} })).id;
  const calls = [1, 2, 3, 4].map((value) => tellPayment({ ...data, value }, cartId));
  const invented = [tellPayment(data, randomUUID()), tell({ event: 'checkout_payment', data })];
  const answers = await Promise.all([...calls, ...invented]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(204));
  expect(await rows('select event, cart_id from analytics_messages')).toEqual([
    { event: 'checkout_payment', cart_id: cartId },
  ]);
  expect(
    await rows(`select from graphile_worker.jobs where task_identifier = 'send-message'
      and key = (select 'send-message:' || id from analytics_messages)`),
  ).toHaveLength(1);
});

test('the texts, items and bytes of a stranger’s message are limited', async () => {
  const [item] = data.items;
  const statusOf = async (items: object[]) => (await tellPayment({ ...data, items })).statusCode;
  expect(await statusOf([{ ...item, item_name: 'x'.repeat(120) }])).toBe(204);
  expect(await statusOf([{ ...item, item_name: 'x'.repeat(121) }])).toBe(400);
  expect(await statusOf(Array(100).fill(item))).toBe(204);
  expect(await statusOf(Array(101).fill(item))).toBe(400);
  expect(await statusOf([{ ...item, item_name: 'x'.repeat(60_000) }])).toBe(413);
  expect((await post('/api/events/rmn', { eventUrl: `https://rmn.example/${'x'.repeat(9_000)}` })).statusCode).toBe(
    413,
  );
});

test('an address over its daily bytes gets 429 until the next day, but other addresses are accepted', async () => {
  const counted = await openShopWithBank({ RATE_LIMIT_FACTOR: '1' });
  const [item] = data.items;
  const items = Array(100).fill({ ...item, item_name: 'x'.repeat(120), item_brand: 'x'.repeat(120) });
  const payload = { event: 'checkout_payment', data: { ...data, items } };
  const send = (remoteAddress: string) =>
    counted.shop.inject({ method: 'POST', url: '/api/events/messaging', payload, remoteAddress });
  // The budget of calls allows these calls, so the bytes run out first.
  const most = Math.floor(1_000_000 / (JSON.stringify(payload).length + 300));
  expect(most).toBeLessThan(30);
  for (let n = 0; n < most; n += 1) expect((await send('203.0.113.7')).statusCode).toBe(204);
  const refused = await send('203.0.113.7');
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600);
  expect((await send('203.0.113.8')).statusCode).toBe(204);
  await counted.close();
});

test('[API-61] an event address of no order gets the usual answer, but is neither stored nor called', async () => {
  await order('https://rmn.example/clic?sku=TV-1');
  const answer = await post('/api/events/rmn', { eventUrl: 'https://rmn.example/clic?sku=TV-2' });
  expect(answer.statusCode).toBe(204);
  expect(await rows('select from sponsored_events')).toEqual([]);
});

test('[DEC-144] recommendations and search show a sponsored product’s event address, and a cart line stores it', async () => {
  const eventUrl = 'https://rmn.example/clic?sku=TV-7';
  const productId = await createProduct(shop.db, { sku: 'PATROCINADO', title: 'Cafetera patrocinada' });
  await shop.db.pool.query('update products set event_url = $2, sold_count = 5000 where id = $1', [
    productId,
    eventUrl,
  ]);
  const cartId = done(await shop.call('createCart', { body: {} })).id;
  done(await addProduct(shop, cartId, 'PATROCINADO'));
  const recommended = done(await shop.call('getRecommendations', { query: {} }));
  const found = done(await shop.call('searchProducts', { query: { q: 'cafetera' } }));
  for (const { products } of [recommended, found])
    expect(products.find(({ sku }) => sku === 'PATROCINADO')).toMatchObject({ eventUrl });
  await shop.db.pool.query('update products set event_url = null where id = $1', [productId]);
  expect((await readCart(shop, cartId)).items).toMatchObject([{ sku: 'PATROCINADO', eventUrl }]);
});

test('[DEC-144] an event is answered with 204 before its host is called, whatever the host answers', async () => {
  await order('https://rmn.example/clic?sku=TV-8');
  const answer = await post('/api/events/rmn', { eventUrl: 'https://rmn.example/clic?sku=TV-8' });
  expect([answer.statusCode, await rows('select called_at from sponsored_events')]).toEqual([
    204,
    [{ called_at: null }],
  ]);
});

test('[API-61, RMN-03] a sponsored product’s event is stored, and its host is called once', async () => {
  const eventUrl = 'https://eventos.rmn.example/clic?sku=TV-1';
  await order(eventUrl);
  const answer = await post('/api/events/rmn', { eventUrl });
  expect([answer.statusCode, answer.payload]).toEqual([204, '']);
  await run('call-sponsored-event');
  await run('call-sponsored-event');
  expect(await rows('select event_url, called_at, outcome from sponsored_events')).toEqual([
    { event_url: eventUrl, called_at: now, outcome: `called ${eventUrl}` },
  ]);
});

test.each([
  'http://eventos.rmn.example/clic',
  'https://otro.example/clic',
  'https://eventos.rmn.example@otro.example/clic',
  'https://2130706433/clic',
  'https://[::1]/clic',
  'https://eventos.rmn.example:8443/clic',
  'clic',
])('[API-61, DEC-144, DEC-175] %s is refused, because it is not an event of a configured host', async (eventUrl) => {
  const answer = await post('/api/events/rmn', { eventUrl });
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(await rows('select from sponsored_events')).toEqual([]);
});

test('[RMN-03, DEC-144, DEC-175] without configured hosts, https addresses are only stored, and other schemes are refused', async () => {
  const other = await openShopWithBank();
  sponsored = other.shop;
  const statuses = [];
  for (const eventUrl of ['https://otro.example/clic', 'http://otro.example/clic', 'clic'])
    statuses.push(
      (await sponsored.inject({ method: 'POST', url: '/api/events/rmn', payload: { eventUrl } })).statusCode,
    );
  expect(statuses).toEqual([204, 400, 400]);
  const { rows: kept } = await sponsored.db.pool.query(
    `select event_url, called_at, (select count(*)::int from graphile_worker.jobs where task_identifier = 'call-sponsored-event') as jobs
     from sponsored_events`,
  );
  expect(kept).toEqual([{ event_url: 'https://otro.example/clic', called_at: null, jobs: 0 }]);
  await other.close();
});

test('messages older than 90 days are deleted, whether sent or not', async () => {
  await tellPayment();
  await order('https://rmn.example/clic');
  await post('/api/events/rmn', { eventUrl: 'https://rmn.example/clic' });
  await shop.db.pool.query(`update analytics_messages set created_at = '2026-08-24T15:59:00Z'`);
  await shop.db.pool.query(`update sponsored_events set created_at = '2026-08-24T16:01:00Z'`);
  const sweep = tasksOf(openServices(shop)).find(({ name }) => name === 'delete-old-analytics');
  await sweep?.run({}, { now, log: quiet });
  expect(await rows('select from analytics_messages')).toHaveLength(0);
  expect(await rows('select from sponsored_events')).toHaveLength(1);
});

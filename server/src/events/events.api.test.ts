import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventType, eventData, eventTypes, maxEventBytes, type WholeOrder } from '@ceiba/contract/events';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { importCommands } from '../imports/import-command.ts';
import { rowCommands } from '../imports/row-commands.ts';
import { moveShipment } from '../shipments/move-shipment.ts';
import { done } from '../testing/cart-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { operator, typing } from '../testing/operator.ts';
import { card, cash, openShopWithBank, postOrder, prepareCart, type ReadyCart } from '../testing/order-calls.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import { testSecrets } from '../testing/test-secrets.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { insertEndpoint } from './endpoints.store.ts';
import { type EventFilter, listEvents } from './events.store.ts';
import { publishEvents } from './publish-events.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let tv: number;
let radio: number;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  tv = await createProduct(shop.db, { sku: 'TV', price: 100_00 });
  radio = await createProduct(shop.db, { sku: 'RADIO', price: 50_00 });
  await shop.db.pool.query("insert into coupons (code, label, amount) values ('MENOS10', 'Menos Q10', 1000)");
});
afterAll(() => open.close());

const noFilter: EventFilter = { since: null, until: null, type: null, entity: null };

/** Removes the events and endpoints of earlier tests. */
beforeEach(async () => {
  await shop.db.pool.query(`delete from event_outbox; delete from events;
    update webhook_endpoints set ended_at = now(), ended_because = 'operator' where ended_at is null`);
});

const want = async (types: readonly EventType[] = eventTypes): Promise<void> => {
  await insertEndpoint(
    { db: shop.db, sealedSecrets: testSecrets },
    { id: randomUUID(), url: 'https://erp.example/eventos', types: [...types] },
  );
};

/** Publishes the recorded events. Returns the new events with type and entity, checked against the contract. */
const listed = async () => {
  await publishEvents(shop.db, new Date());
  const events = await listEvents(shop.db.write, noFilter, 0, 1_000);
  await shop.db.pool.query('delete from events');
  return events.map(({ type, entity, data }) => {
    const schema: z.ZodType = Object.entries(eventData).find(([name]) => name === type)?.[1] ?? z.never();
    return { type, entity, data: schema.parse(JSON.parse(data ?? 'null')) };
  });
};

const namesOf = (events: Awaited<ReturnType<typeof listed>>): string[] =>
  events.map(({ type, entity }) => `${type} ${entity}`);

/** Places an order of two televisions, unless `cart` says otherwise. Returns its number. */
const place = async (payments: readonly object[] = [card(230)], cart: Partial<ReadyCart> = {}): Promise<string> => {
  const cartId = await prepareCart(shop, { lines: [{ productId: tv, quantity: 2 }], ...cart });
  const answer = await postOrder(shop, { cartId, payments }, randomUUID());
  expect(answer.statusCode, answer.payload).toBe(200);
  return z.object({ data: z.object({ orderNumber: z.string() }) }).parse(answer.json()).data.orderNumber;
};

test('without endpoints no events are recorded', async () => {
  await place();
  await shop.db.pool.query("update products set sales_price = 4900 where sku = 'RADIO'");
  await want(['customers.erased']);
  await place();
  expect((await shop.db.pool.query('select from event_outbox')).rowCount).toBe(0);
});

test('[HOOK-01] an order by card sends an event when placed and when paid, but a refused charge sends no event', async () => {
  await want(eventTypes.filter((type) => !type.startsWith('stock.')));
  const cartId = await prepareCart(shop, { lines: [{ productId: tv, quantity: 1 }] });
  expect((await postOrder(shop, { cartId, payments: [card(130, '4000000000000002')] })).statusCode).toBe(400);
  expect(await listed()).toEqual([]);

  const number = await place();
  const events = await listed();
  expect(namesOf(events)).toEqual([`orders.placed order:${number}`, `orders.paid order:${number}`]);
  const order = events[1]?.data as WholeOrder;
  expect(order).toMatchObject({
    number,
    status: 'processing',
    contact: { email: 'lucia@correo.gt', firstName: 'Lucía', lastName: 'Paz', phone: '55554444' },
    delivery: { method: 'delivery', street: ['12 calle 1-25'], region: 'Guatemala', zone: 'Zona 10', receiver: null },
    billing: { name: 'Lucía Paz', documentType: 'NIT', document: '576937K' },
    lines: [{ sku: 'TV', quantity: 2, net: { value: 200 }, tax: { rate: 12, amount: { value: 21.43 } } }],
    totals: { subtotal: { value: 200 }, shipping: { value: 30 }, total: { value: 230 }, tax: { value: 24.64 } },
    payments: [{ kind: 'Card', status: 'approved', amount: { value: 230 }, card: { brand: 'visa', lastFour: '1111' } }],
    shipments: [{ subOrderId: `${number}-1`, sellerId: 1, state: 'ready', cashDue: { value: 0 } }],
  });
});

test('[HOOK-05] no event contains a card number, CVV, key or token', async () => {
  await want();
  const cartId = await prepareCart(shop, { lines: [{ productId: tv, quantity: 2 }] });
  const key = `canary-key-${randomUUID()}`;
  const answer = await postOrder(shop, { cartId, payments: [card(230, '4111111111111111', { ccCVV: '739' })] }, key);
  expect(answer.statusCode).toBe(200);
  const tokens = await shop.db.pool.query<{ secret: string }>(
    `select value as secret from shop_secrets union all select encode(token_hash, 'hex') from order_links
     union all select card_key from payments where card_key is not null union all select client_key from orders where client_key is not null`,
  );
  const text = JSON.stringify(await listed());
  expect(text).toContain('"lastFour":"1111"');
  const canaries = ['4111111111111111', '411111', '"739"', key, ...tokens.rows.map(({ secret }) => secret)];
  expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
});

test('[HOOK-01] a cash order sends events when placed, shipped, delivered and paid at the door', async () => {
  await want(eventTypes.filter((type) => !type.startsWith('stock.')));
  const number = await place([cash(220), { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 10 }], {
    couponCode: 'MENOS10',
  });
  const placed = await listed();
  expect(namesOf(placed)).toEqual([`orders.placed order:${number}`, `coupons.redeemed order:${number}`]);
  expect(placed[1]?.data).toEqual({ code: 'MENOS10', discount: { value: 10, currency: 'GTQ' }, orderNumber: number });

  const move = (action: Parameters<typeof moveShipment>[1]['action']) =>
    moveShipment(shop.db, { orderNumber: number, choice: { sellerId: 1 }, action, actor: operator }, new Date());
  for (let step = 1; step <= 4; step += 1) await move({ kind: 'advance', cash: { amount: 'due', difference: null } });
  const moved = namesOf(await listed()).map((name) => name.split(' ')[0]);
  expect(moved.filter((type) => type === 'shipments.changed').length).toBeGreaterThanOrEqual(3);
  expect(moved.filter((type) => type === 'orders.delivered')).toHaveLength(1);
  expect(moved.filter((type) => type === 'orders.paid')).toHaveLength(1);
});

test('[HOOK-01] canceling an order sends events about its stock', async () => {
  await want(['orders.canceled', 'orders.changed', 'stock.changed']);
  const number = await place();
  await listed();
  const { rows } = await shop.db.pool.query('select cancel_order($1, $2, now(), $3) as canceled', [
    number,
    '{ready}',
    operator,
  ]);
  expect(rows).toEqual([{ canceled: true }]);
  const events = await listed();
  expect(namesOf(events).toSorted()).toEqual([`orders.canceled order:${number}`, 'stock.changed product:TV']);
  expect(events.find(({ type }) => type === 'orders.canceled')?.data).toMatchObject({ number, status: 'canceled' });
});

test('[HOOK-01] holding and releasing an order send events, but a new reason sends no event', async () => {
  await want(['orders.held', 'orders.changed']);
  const number = await place();
  const change = (text: string) => shop.db.pool.query(`update orders set ${text} where number = $1`, [number]);
  await change(`held_at = now(), hold_reasons = '{declines}'`);
  const held = await listed();
  expect(namesOf(held)).toEqual([`orders.held order:${number}`]);
  expect(held[0]?.data).toMatchObject({ number, status: 'processing', heldAt: expect.any(String) });
  // The reason is internal.
  expect(JSON.stringify(held)).not.toContain('declines');
  await change(`held_at = now(), hold_reasons = '{declines,others}'`);
  expect(await listed()).toEqual([]);
  await change(`held_at = null, hold_reasons = '{}'`);
  const released = await listed();
  expect(namesOf(released)).toEqual([`orders.changed order:${number}`]);
  expect(released[0]?.data).toMatchObject({ heldAt: null });
});

test('[HOOK-01] canceled units, a paid refund, and a return’s start and end send events', async () => {
  const part = await createProduct(shop.db, { sku: 'PART', price: 50_00 });
  await want(eventTypes.filter((type) => !type.startsWith('stock.')));
  const number = await place([card(280)], {
    lines: [
      { productId: tv, quantity: 2 },
      { productId: part, quantity: 1 },
    ],
  });
  await listed();
  const { rows } = await shop.db.pool.query<{ id: string; payment: string }>(
    'select o.id, p.id as payment from orders o join payments p on p.order_id = o.id where o.number = $1',
    [number],
  );
  const { id, payment } = rows[0] ?? { id: '', payment: '' };
  const [refundId, returnId] = [randomUUID(), randomUUID()];
  await shop.db.pool.query(
    `insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, actor)
     values ($1, $2, 'cancellation', 'line 2', $3, 5000, 'till', 'due', $4)`,
    [refundId, id, payment, operator],
  );
  await shop.db.pool.query('insert into refund_lines values ($1, $2, 1, 2, 1, 5000)', [refundId, id]);
  await shop.db.pool.query('select cancel_units($1, 1, 2, 1, now())', [id]);
  const changed = await listed();
  expect(namesOf(changed)).toEqual([`orders.changed order:${number}`]);
  expect(changed[0]?.data).toMatchObject({
    lines: [{ quantityCanceled: 0 }, { quantityCanceled: 1, quantityRefunded: 1 }],
  });

  await shop.db.pool.query("update refunds set state = 'done', done_at = now(), reference = 'MAX/R-1' where id = $1", [
    refundId,
  ]);
  const refunded = await listed();
  expect(namesOf(refunded)).toEqual([`refunds.done order:${number}`]);
  expect(refunded[0]?.data).toMatchObject({
    refund: {
      cause: 'cancellation',
      destination: 'till',
      amount: { value: 50 },
      reference: 'MAX/R-1',
      lines: [{ position: 2, quantity: 1 }],
    },
    order: { number },
  });

  await shop.db.pool.query(
    `insert into returns (id, order_id, position, quantity, reason, description, requested_at, received_at, approved_at)
     values ($1, $2, 1, 2, 'damaged', 'se rompió', now(), now(), now())`,
    [returnId, id],
  );
  const decide = (fate: string, store: string | null) =>
    shop.db.pool.query(
      'insert into return_outcomes (return_id, fate, quantity, store_code, actor) values ($1, $2, 1, $3, $4)',
      [returnId, fate, store, operator],
    );
  expect(namesOf(await listed())).toEqual([`returns.requested order:${number}`]);
  await decide('scrap', null);
  expect(await listed()).toEqual([]);
  await decide('restock', 'MAX');
  const closed = await listed();
  expect(namesOf(closed)).toEqual([`returns.closed order:${number}`]);
  expect(closed[0]?.data).toMatchObject({
    return: { position: 1, quantity: 2, outcomes: [{ fate: 'scrap' }, { fate: 'restock', storeCode: 'MAX' }] },
    order: { number },
  });
});

test('[HOOK-01] stock sends one event per product and change, even when it runs out or comes back', async () => {
  await want(['stock.changed', 'stock.out', 'stock.back']);
  const product = await createProduct(shop.db, { sku: 'LAST', stock: 2 });
  await listed();
  await addStock(shop.db, product, -1);
  await addStock(shop.db, product, -1);
  await addStock(shop.db, radio, 1, 'MAX');
  const events = await listed();
  expect(namesOf(events).toSorted()).toEqual([
    'stock.changed product:LAST',
    'stock.changed product:RADIO',
    'stock.out product:LAST',
  ]);
  expect(events.find(({ entity, type }) => entity === 'product:LAST' && type === 'stock.changed')?.data).toEqual({
    sku: 'LAST',
    salable: 0,
    stores: [],
  });
  expect(events.find(({ entity }) => entity === 'product:RADIO')?.data).toMatchObject({
    sku: 'RADIO',
    salable: 101,
    stores: [
      { storeCode: 'BODEGA', quantity: 100 },
      { storeCode: 'MAX', quantity: 1 },
    ],
  });
  await addStock(shop.db, product, 5);
  expect(namesOf(await listed()).toSorted()).toEqual(['stock.back product:LAST', 'stock.changed product:LAST']);
});

test('[HOOK-01, BUY-03] each delivery of a purchase sends one event, without costs; a refused or repeated one sends none', async () => {
  await want(['purchases.received']);
  const desk = await openDesk(shop, 'owner');
  const supplierId = done(await desk.call('createSupplier', { body: { name: 'Distribuidora', nit: null } })).data.id;
  const lines = [
    { sku: 'TV', quantity: 10, unitCost: 73.13 },
    { sku: 'RADIO', quantity: 5, unitCost: 73.13 },
  ];
  const made = done(await desk.call('createPurchase', { body: { supplierId, storeCode: 'MAX', lines } })).data;
  const params = { number: made.number };
  const ordered = done(await desk.call('orderPurchase', { params, body: { version: made.version } })).data;
  const receive = (version: number, quantity: number, key: string = randomUUID()) =>
    desk.send('POST', `/v1/admin/purchases/${made.number}/receive`, {
      headers: { 'idempotency-key': key },
      body: { version, lines: [{ sku: 'TV', quantity, rejected: 1, reason: 'Rota' }] },
    });
  expect((await receive(ordered.version, 11)).statusCode).toBe(400);
  expect(await listed()).toEqual([]);
  const key = randomUUID();
  const [first, repeated] = await Promise.all([receive(ordered.version, 8, key), receive(ordered.version, 8, key)]);
  const version = [first, repeated].find(({ statusCode }) => statusCode === 200)?.json().data.version;
  expect((await receive(ordered.version, 8, key)).statusCode).toBe(200);
  expect((await receive(version, 2)).statusCode).toBe(200);
  const direct = done(
    await desk.call('receiveWithoutPurchase', {
      body: { supplierId, storeCode: 'XELA', lines: [{ sku: 'RADIO', quantity: 3, unitCost: 73.13 }] },
    }),
  ).data.number;
  const events = await listed();
  expect(namesOf(events)).toEqual(
    [made.number, made.number, direct].map((each) => `purchases.received purchase:${each}`),
  );
  const supplier = { id: Number(supplierId), name: 'Distribuidora', nit: null };
  expect(events.map(({ data }) => data)).toEqual([
    {
      ...{ number: `${made.number}/1`, purchase: made.number, state: 'partlyReceived', isDirect: false, supplier },
      ...{ storeCode: 'MAX', receivedAt: expect.any(String), lines: [{ sku: 'TV', quantity: 8, rejected: 1 }] },
    },
    expect.objectContaining({ number: `${made.number}/2`, lines: [{ sku: 'TV', quantity: 2, rejected: 1 }] }),
    expect.objectContaining({
      ...{ number: `${direct}/1`, state: 'received', isDirect: true, storeCode: 'XELA' },
      lines: [{ sku: 'RADIO', quantity: 3, rejected: 0 }],
    }),
  ]);
  expect(JSON.stringify(events)).not.toContain('73.13');
});

test('[HOOK-05] the largest possible delivery fits into 256 kB', async () => {
  await want(['purchases.received']);
  await shop.db.pool.query(`
    insert into products (sku, slug, title, brand_id, seller_id, category_id)
      select rpad('BIG' || n, 64, 'ñ'), 'big-' || n, 'Grande', 1, 1, 2 from generate_series(1, 500) n;
    insert into suppliers (name) values (repeat('ñ', 80));
    with made as (insert into purchases (supplier_id, store_code, state, created_at, created_by)
        select max(id), 'MAX', 'partlyReceived', now(), '{}' from suppliers returning id),
      receipts as (insert into purchase_receipts (purchase_id, n, received_at, received_by) select id, 1, now(), '{}' from made)
    insert into purchase_receipt_lines (purchase_id, n, product_id, quantity, rejected, reason)
      select m.id, 1, p.id, 100000, 100000, 'Rota' from made m, products p where p.sku like 'BIG%'`);
  const [event] = await listed();
  const bytes = Buffer.byteLength(JSON.stringify(event));
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(maxEventBytes - 1_000);
});

test('[HOOK-01] prices, flash sales, publishing and archiving send events; changes without effect do not', async () => {
  await want(['prices.changed', 'products.published', 'products.archived']);
  await createProduct(shop.db, { sku: 'NEW', price: 80_00, isPublished: false });
  expect(await listed()).toEqual([]);
  const change = (what: string) => shop.db.pool.query(`update products set ${what} where sku = 'NEW'`);
  await change('is_published = true');
  await change("title = 'Otro nombre', sold_count = 7, updated_at = now()");
  await change('sales_price = sales_price');
  const published = await listed();
  expect(namesOf(published)).toEqual(['products.published product:NEW']);
  expect(published[0]?.data).toMatchObject({
    sku: 'NEW',
    title: 'Otro nombre',
    categories: [{ title: 'Audio' }, { title: 'Bocinas' }],
    salesPrice: { value: 80 },
  });
  await change('sales_price = 7000');
  await change('sales_price = 6000');
  await shop.db.pool.query(
    `insert into flash_sales (product_id, price, starts_at, ends_at) select id, 5000, now() + interval '1 hour', now() + interval '2 hours' from products where sku = 'NEW'`,
  );
  const priced = await listed();
  expect(namesOf(priced)).toEqual(['prices.changed product:NEW']);
  expect(priced[0]?.data).toMatchObject({
    regularPrice: { value: 80 },
    salesPrice: { value: 60 },
    flashSales: [{ price: { value: 50 } }],
  });
  await change('is_published = false');
  expect(await listed()).toEqual([{ type: 'products.archived', entity: 'product:NEW', data: { sku: 'NEW' } }]);
});

test('[HOOK-01, OPS-15] after an account is closed, its waiting events contain no personal data', async () => {
  await want(['customers.registered', 'customers.erased']);
  const id = randomUUID();
  await shop.db.pool.query(
    "insert into customers (id, email, first_name, last_name) values ($1, 'ana@correo.gt', 'Ana', 'Ruiz')",
    [id],
  );
  await publishEvents(shop.db, new Date());
  await shop.db.pool.query('select close_account($1, now())', [id]);
  await publishEvents(shop.db, new Date());
  const events = await listEvents(shop.db.write, { ...noFilter, entity: `customer:${id}` }, 0, 10);
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['customers.registered', null],
    ['customers.erased', JSON.stringify({ id })],
  ]);
});

test('[OPS-15] if an account is erased while its events are written, no event names the account', async () => {
  await want(['customers.registered']);
  const id = randomUUID();
  await shop.db.pool.query(
    "insert into customers (id, email, first_name, last_name) values ($1, 'eva@correo.gt', 'Eva', 'Ruiz')",
    [id],
  );
  // The publisher has read the customer, and cannot write the event while the table is locked.
  const client = await shop.db.pool.connect();
  await client.query('begin; lock table events in share row exclusive mode');
  const publishing = publishEvents(shop.db, new Date());
  await untilBlocked(shop.db.pool, client);
  const erasing = shop.db.pool.query('select close_account($1, now())', [id]);
  await untilBlocked(shop.db.pool, client, 2);
  await client.query('commit');
  client.release();
  await Promise.all([publishing, erasing]);
  const events = await listEvents(shop.db.write, { ...noFilter, entity: `customer:${id}` }, 0, 10);
  expect(events.map(({ type, data }) => [type, data])).toEqual([['customers.registered', null]]);
});

test('[HOOK-01] the end of an import sends an event, but a dry run and a manual change do not', async () => {
  await want(['imports.finished']);
  const folder = await mkdtemp(join(tmpdir(), 'ceiba-events-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const type = async (word: string, ...args: string[]) =>
    typing([...importCommands, ...rowCommands], word)({ db: shop.db, args, say: () => {} });
  const load = async (name: string, text: string, ...options: string[]) => {
    await writeFile(join(folder, name), text);
    return type('import', 'prices', join(folder, name), ...options);
  };
  expect(await load('precios.csv', 'sku,precio\nTV,100\nRADIO,77\n', '--dry-run')).toBe(true);
  expect(await type('price', 'set', 'RADIO', 'precio=51')).toBe(true);
  expect(await listed()).toEqual([]);
  expect(await load('precios.csv', 'sku,precio\nTV,100\nRADIO,77\n')).toBe(true);
  expect(await load('errores.csv', 'sku,precio\nTV,101\nNADA,1\n')).toBe(false);
  expect(await load('roto.csv', 'sku,precio\n"TV,1\n')).toBe(false);
  const events = await listed();
  expect(events.map(({ entity, data }) => [entity.replace(/:.*/, ''), data])).toEqual(
    [
      { fileName: 'precios.csv', outcome: 'done', code: null, rows: [0, 1, 1, 0] },
      { fileName: 'errores.csv', outcome: 'refused', code: 'IMPORT_INVALID', rows: [0, 1, 0, 1] },
      { fileName: 'roto.csv', outcome: 'refused', code: 'IMPORT_UNREADABLE', rows: [0, 0, 0, 0] },
    ].map(({ rows: [fresh, changed, equal, wrong], ...end }) => [
      'import',
      expect.objectContaining({ ...end, kind: 'prices', rows: { new: fresh, changed, equal, wrong, conflict: 0 } }),
    ]),
  );
});

test('[HOOK-02] a rollback removes events, and events cost an order no statement', async () => {
  await want();
  const client = await shop.db.pool.connect();
  await client.query("begin; update products set sales_price = 4242 where sku = 'RADIO'; rollback");
  client.release();
  expect(await listed()).toEqual([]);
  await place();
  expect(shop.lastStatements().length).toBeLessThanOrEqual(8);
});

test('[HOOK-05] the largest possible order fits into 256 kB', async () => {
  await want(['orders.placed']);
  await place();
  await shop.db.pool.query(`
    update order_lines set title = repeat('Ñ', 300), brand = repeat('Ñ', 100), warranty = json_build_object('sku', 'W', 'label', repeat('Ñ', 200), 'amount', 100);
    insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity, unit_price, regular_price, warranty, kind)
      select l.order_id, n, l.product_id, repeat('S', 64), l.title, l.brand, '', 1, 10, 999999999, 999999999, l.warranty, 'product'
      from order_lines l, generate_series(2, 50) n where l.position = 1 and l.order_id = (select id from orders where number is not null order by number desc limit 1)`);
  const [event] = await listed();
  expect(event).toMatchObject({ data: { lines: Array.from({ length: 50 }, () => ({ brand: 'Ñ'.repeat(100) })) } });
  expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(maxEventBytes / 2);
});

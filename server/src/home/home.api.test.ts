import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRows } from '../platform/lists/list-source.ts';
import { refundSource } from '../refunds/refunds.desk.store.ts';
import { done } from '../testing/cart-calls.ts';
import { card, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { rowsReadBy } from '../testing/visited-rows.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let support: TestDesk;
let tv: number;
let orderNumber: string;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  tv = await createProduct(shop.db, { sku: 'TV-55', title: 'Televisor de prueba', price: 1_500_00, stock: 500 });
  support = await openDesk(shop, 'support');
  orderNumber = await place('ana@correo.gt', '41112222');
});
afterAll(() => open.close());

async function place(email: string, telephone: string): Promise<string> {
  const cartId = await prepareCart(shop, { email, telephone, lines: [{ productId: tv, quantity: 1 }] });
  const { prices } = done(await shop.call('getCart', { params: { id: cartId } }));
  return outcomeOf(await postOrder(shop, { cartId, payments: [card(prices.grandTotal.value)] })).slice(4);
}

const home = async (person: TestDesk) => done(await person.call('getDeskHome', {})).data;
const search = async (q: string, person = support) => done(await person.call('searchDesk', { query: { q } })).data;

test('[OFF-12] today is compared with the same hours a week ago, without canceled orders', async () => {
  const now = new Date();
  const before = await home(support);
  expect(before.today).toMatchObject({ orders: 1, netSales: 1_500, averageTicket: 1_500 });
  expect(before.lastWeek).toEqual({ orders: 0, netSales: 0, averageTicket: null });
  const weekAgo = await place('beto@correo.gt', '41113333');
  const tomorrow = await place('beto@correo.gt', '41113333');
  const move = (number: string, ms: number) =>
    shop.db.pool.query('update orders set placed_at = $2 where number = $1', [number, new Date(now.getTime() - ms)]);
  const day = 86_400_000;
  await move(weekAgo, 7 * day + 1_000);
  await move(tomorrow, 7 * day - 3_600_000);
  await shop.db.pool.query('update order_rows r set placed_at = o.placed_at from orders o where o.number = r.number');
  const expected = { today: { orders: 1, netSales: 1_500 }, lastWeek: { orders: 1, netSales: 1_500 } };
  expect(await home(support)).toMatchObject(expected);
  const canceled = await place('beto@correo.gt', '41113333');
  expect(await home(support)).toMatchObject({ today: { orders: 2, netSales: 3_000 } });
  const body = { version: 1, reason: 'Ya no lo quiere' };
  done(await support.call('cancelOrder', { params: { number: canceled }, body }));
  expect(await home(support)).toMatchObject(expected);
});

test('[OFF-12] a queue’s number is the total of its list, by at most five statements for each person', async () => {
  const owner = await openDesk(shop, 'owner');
  await shop.db.pool.query('update orders set held_at = now() where number = $1', [orderNumber]);
  const late = await place('ana@correo.gt', '41112222');
  await shop.db.pool.query(
    'update shipments set late_since = now() where order_id = (select id from orders where number = $1)',
    [late],
  );
  const unconfirmed = await place('ana@correo.gt', '41112222');
  await shop.db.pool.query(`update orders set confirmation_due = now() + interval '1 hour' where number = $1`, [
    unconfirmed,
  ]);
  const goodwill = {
    ...{ orderNumber, version: 1, lines: [], shipping: 0, goodwill: 10 },
    ...{ reason: 'Llegó tarde', to: 'till' },
  };
  expect((await owner.send('POST', '/v1/admin/refunds', { body: goodwill })).statusCode).toBe(201);
  await shop.db.pool.query(
    `insert into returns (id, order_id, position, quantity, reason, description, requested_at)
     select gen_random_uuid(), id, 1, 1, 'Producto dañado', 'Llegó roto', now() from orders where number = $1`,
    [orderNumber],
  );
  // Nobody found a unit of a line, and a product with a threshold has no unit to sell.
  await shop.db.pool.query(
    'update shipment_lines set missing = 1 where order_id = (select id from orders where number = $1)',
    [late],
  );
  const empty = await createProduct(shop.db, { sku: 'EMPTY', stock: 0 });
  const low = await createProduct(shop.db, { sku: 'LOW', stock: 1 });
  await shop.db.pool.query('insert into stock_thresholds (product_id, units) values ($1, 2), ($2, 2)', [empty, low]);
  const { queues } = await home(owner);
  expect(shop.lastStatements().filter((name) => name !== 'staff.session').length).toBeLessThanOrEqual(5);
  expect(queues.map(({ name }) => name)).toEqual([
    'toPrepare',
    'toCollect',
    'pickupsWaiting',
    'late',
    'held',
    'missingLines',
    'cashToConfirm',
    'stockBreaks',
    'returns',
    'refundsToApprove',
    'refundsToPay',
    'tillDifferences',
    'doorCash',
  ]);
  for (const name of ['late', 'held', 'cashToConfirm', 'missingLines', 'stockBreaks'])
    expect([name, queues.find((queue) => queue.name === name)?.count]).toEqual([name, 1]);
  for (const { name, count, href } of queues) {
    const { pathname, searchParams } = new URL(href, shop.config.publicUrl);
    const lists: Record<string, string> = {
      '/admin/preparacion': 'shipments',
      '/admin/ordenes/reembolsos': 'refunds',
      '/admin/devoluciones': 'returns',
      '/admin/caja/diferencias': 'till-differences',
      '/admin/caja/mensajeros': 'door-cash',
      '/admin/ordenes/sin-existencias': 'missing-lines',
      '/admin/caja/reembolsos': 'cash-refunds',
      '/admin/inventario': 'low-stock',
    };
    const list = lists[pathname] ?? 'orders';
    const answer = await owner.send('GET', `/v1/admin/${list}?${searchParams}`);
    expect([name, answer.json<{ total: { value: number } }>().total.value]).toEqual([name, count]);
  }
  for (const name of ['toPrepare', 'returns', 'refundsToPay'])
    expect(queues.find((queue) => queue.name === name)?.count, name).toBeGreaterThan(0);
  const warehouse = await home(await openDesk(shop, 'warehouse'));
  expect(warehouse.queues.map(({ name }) => name)).toEqual([
    ...['toPrepare', 'pickupsWaiting', 'late', 'stockBreaks', 'returns'],
  ]);
  expect(warehouse.today).toMatchObject({ orders: 3, netSales: null, averageTicket: null });
  const cashier = await home(await openDesk(shop, 'cashier'));
  expect(cashier.queues.map(({ name, href }) => [name, href])).toEqual([
    ['toCollect', '/admin/ordenes?status=pending_payment&payment=StorePayment'],
    ['pickupsWaiting', '/admin/ordenes?shipment=at_store'],
    ['cashRefunds', '/admin/caja/reembolsos'],
    ['late', '/admin/ordenes?late=true'],
  ]);
  expect(cashier.queues.find(({ name }) => name === 'cashRefunds')?.count).toBeGreaterThan(0);
  const catalogue = await home(await openDesk(shop, 'catalogue'));
  expect(catalogue).toMatchObject({
    today: { orders: null },
    queues: [{ name: 'stockBreaks', count: 1, href: '/admin/inventario?supply=out' }],
  });
  const elsewhere = await home(await openDesk(shop, 'owner', ['T99']));
  expect(elsewhere).toMatchObject({ today: { orders: 0 } });
  // Thresholds are of the whole shop, as their list is.
  expect(elsewhere.queues.filter(({ count }) => count > 0).map(({ name }) => name)).toEqual(['stockBreaks']);
});

test('[OFF-13] an order is found by number, phone, e-mail, name or SKU, and a shipment by its numbers', async () => {
  const [first] = await search(orderNumber);
  expect(first).toMatchObject({ kind: 'order', id: orderNumber, isExact: true, href: `/admin/ordenes/${orderNumber}` });
  for (const q of ['41112222', '+502 4111-2222', 'ana@correo.gt'])
    expect(
      (await search(q)).map(({ id }) => id),
      q,
    ).toContain(orderNumber);
  await shop.db.pool.query(
    `update shipments set tracking_number = 'GT-778' where order_id = (select id from orders where number = $1)`,
    [orderNumber],
  );
  for (const q of [`${orderNumber}-1`, 'gt-778'])
    expect((await search(q))[0], q).toMatchObject({ kind: 'shipment', id: `${orderNumber}-1`, isExact: true });
});

test('[OFF-13] an order is found by the last digits of its number and by a part of its NIT', async () => {
  await shop.db.pool.query(
    `update orders set billing_address = billing_address || '{"nit": "8123456-K"}' where number = $1`,
    [orderNumber],
  );
  for (const q of [
    orderNumber.slice(-3),
    orderNumber.slice(-5),
    '3456',
    '1234-56',
    '3456-k',
    `ana ${orderNumber.slice(-4)}`,
  ])
    expect(
      (await search(q)).map(({ id }) => id),
      q,
    ).toContain(orderNumber);
  expect(await search('98765')).toEqual([]);
});

test('[OFF-13] customers and products are found by their fields: exact hits first, at most 20', async () => {
  const owner = await openDesk(shop, 'owner');
  const { id } = await signInCustomer(shop.db, 'lucia.lopez@correo.gt', new Date());
  await shop.db.pool.query(
    `update customers set first_name = 'Lucía', last_name = 'López', phone = '55554444', nit = '576937K' where id = $1`,
    [id],
  );
  for (const [q, isExact] of [
    ['lucia.lopez@correo.gt', true],
    ['lucia.lo', false],
    ['5555-4444', true],
    ['576937-K', true],
    ['76937', false],
    ['6937k', false],
    ['luc lop', false],
    ['LÓPEZ', false],
  ] as const)
    expect(await search(q, owner), q).toContainEqual(expect.objectContaining({ kind: 'customer', id, isExact }));
  await shop.db.pool.query(`insert into product_codes (code, product_id) values ('7401000000550', $1)`, [tv]);
  const support = await openDesk(shop, 'support');
  for (const q of ['tv-55', '7401000000550']) {
    expect((await search(q, owner))[0], q).toMatchObject({
      ...{ kind: 'product', id: 'TV-55', isExact: true },
      href: '/admin/productos/TV-55',
    });
    // A person who may not read the catalogue finds the product's orders.
    const [{ href = '', ...found } = {}] = await search(q, support);
    expect(found, q).toMatchObject({ kind: 'product', id: 'TV-55', isExact: true });
    const { pathname, searchParams } = new URL(href, shop.config.publicUrl);
    expect(pathname).toBe('/admin/ordenes');
    const opened = await owner.send('GET', `/v1/admin/orders?${searchParams}`);
    expect(opened.json<{ data: { number: string }[] }>().data.map((row) => row.number)).toContain(orderNumber);
  }
  expect(await search('100%', owner)).toEqual([]);
  const [{ number } = { number: 0 }] = (
    await shop.db.pool.query<{ number: number }>(
      `insert into returns (id, order_id, position, quantity, reason, description, requested_at)
       select gen_random_uuid(), order_id, position, 1, 'damaged', 'roto', now() from order_lines limit 1 returning number`,
    )
  ).rows;
  expect(await search(`d-${number}`, owner)).toMatchObject([{ kind: 'return', id: `D-${number}`, isExact: true }]);
});

test('[OFF-13] of many customers with one name, the newest are found, and a rare name is found among them', async () => {
  const owner = await openDesk(shop, 'owner');
  await shop.db.pool.query(
    `insert into customers (id, email, first_name, last_name, created_at)
     select gen_random_uuid(), 'zoila' || n || '@correo.gt', case when n = 1 then 'Eulogia' else 'Zoila' end, 'Ixcoy ' || lpad(n::text, 3, '0'),
       now() + n * interval '1 s' from generate_series(1, 250) n`,
  );
  const named = async (q: string) => (await search(q, owner)).map(({ title }) => title);
  expect(await named('zoila')).toEqual([245, 246, 247, 248, 249, 250].map((n) => `Zoila Ixcoy ${n}`));
  expect(await named('eulogia')).toEqual(['Eulogia Ixcoy 001']);
});

test('[OFF-13] people find only kinds that they may read, and only of their stores', async () => {
  const kinds = async (role: string, q: string, stores: string[] | null = null) =>
    new Set((await search(q, await openDesk(shop, role, stores))).map(({ kind }) => kind));
  expect(await kinds('catalogue', 'tv-55')).toEqual(new Set(['product']));
  expect(await kinds('seller', 'tv-55')).toEqual(new Set());
  expect(await kinds('warehouse', 'lucia')).not.toContain('customer');
  expect(await kinds('seller', orderNumber)).toEqual(new Set());
  expect(await kinds('owner', orderNumber, ['T99'])).toEqual(new Set());
  // If two stores hand out an order, each finds only its own shipments and returns, as on their pages.
  const asked = `insert into returns (id, order_id, position, quantity, reason, description, requested_at)
    select gen_random_uuid(), id, 1, 1, 'Otro', '', now() from orders where number = $1 returning 'D-' || number as id`;
  const { rows } = await shop.db.pool.query<{ id: string }>(asked, [orderNumber]);
  await shop.db.pool.query("update order_rows set stores = stores || array['T99'] where number = $1", [orderNumber]);
  const { rows: places } = await shop.db.pool.query<{ place: string }>(
    'select place from shipments join orders on id = order_id where number = $1',
    [orderNumber],
  );
  const own = [places[0]?.place ?? ''];
  for (const [words, stores, found] of [
    [`${orderNumber}-1`, own, ['shipment']],
    [`${orderNumber}-1`, ['T99'], []],
    [rows[0]?.id ?? '', own, ['return']],
    [rows[0]?.id ?? '', ['T99'], []],
  ] as const)
    expect([words, stores, ...(await kinds('owner', words, [...stores]))]).toEqual([words, stores, ...found]);
  const warehouse = await search(orderNumber, await openDesk(shop, 'warehouse'));
  expect(JSON.stringify(warehouse)).not.toContain('Q1,');
});

test('[OFF-13, OFF-11] an advisor finds returns, cash refunds and history of only their own orders', async () => {
  const advisor = await openDesk(shop, 'advisor');
  const number = await place('asesorada@correo.gt', '41117777');
  const [row] = (
    await shop.db.pool.query<{ id: string }>(
      `insert into returns (id, order_id, position, quantity, reason, description, requested_at)
       select gen_random_uuid(), id, 1, 1, 'Otro', '', now() from orders where number = $1 returning 'D-' || number as id`,
      [number],
    )
  ).rows;
  const goodwill = {
    ...{ orderNumber: number, version: 1, lines: [], shipping: 0, goodwill: 10 },
    ...{ reason: 'Llegó tarde', to: 'till' },
  };
  expect((await support.send('POST', '/v1/admin/refunds', { body: goodwill })).statusCode).toBe(201);
  const id = row?.id ?? '';
  const seen = async () => ({
    return: (await search(id, advisor)).map((found) => found.id),
    cash: (await advisor.send('GET', `/v1/admin/cash-refunds?q=${number}`)).json().data.length,
    csv: (await advisor.send('GET', `/v1/admin/cash-refunds/export?q=${number}`)).payload.includes(number),
    ofOrder: (await advisor.send('GET', `/v1/admin/audit/of/orders/${number}`)).statusCode,
    ofReturn: (await advisor.send('GET', `/v1/admin/audit/of/returns/${id}`)).statusCode,
    ofRefund: (await advisor.send('GET', `/v1/admin/audit/of/refunds/${number}`)).statusCode,
  });
  expect(await seen()).toEqual({ return: [], cash: 0, csv: false, ofOrder: 404, ofReturn: 404, ofRefund: 404 });
  const { version } = done(await support.call('getDeskOrder', { params: { number } })).data;
  done(await support.call('correctOrder', { params: { number }, body: { version, assigneeId: advisor.id } }));
  expect(await seen()).toEqual({ return: [id], cash: 1, csv: true, ofOrder: 200, ofReturn: 200, ofRefund: 404 });
});

test('[OFF-12] counting the refunds to pay reads only due refunds, however many were paid before', async () => {
  await shop.db.pool.query(
    `insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, actor, done_at)
     select gen_random_uuid(), p.order_id, 'goodwill', 'paid back ' || n, p.id, 0, 'till', 'done', '{"kind": "command", "id": "x"}', now()
     from (select order_id, id from payments limit 1) p, generate_series(1, 3000) n`,
  );
  await shop.db.pool.query('analyze refunds');
  const query = { state: ['due'], to: ['till', 'transfer'] };
  const now = new Date();
  const names = { id: '', sessionId: '', name: '', email: '', role: 'owner' };
  const staff = { ...names, permissions: new Set<never>(), stores: null, sessionExpiresAt: now, confirmedAt: now };
  const read = await rowsReadBy(shop.url, 'refunds', (tx) => countRows(tx, refundSource, query, staff));
  expect(read).toBeLessThan(100);
});

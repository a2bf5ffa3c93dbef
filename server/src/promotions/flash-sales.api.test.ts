import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;
let tv: number;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  tv = await createProduct(shop.db, { sku: 'TV', price: 1_000_00 });
  for (let n = 1; n <= 200; n += 1) await createProduct(shop.db, { sku: `P${n}`, price: 100_00 });
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());
beforeEach(() => shop.db.pool.query('delete from flash_sales'));

const hourMs = 3_600_000;
/** Returns a time at a whole minute, some hours from now. */
const inHours = (hours: number): string =>
  new Date(Math.floor((Date.now() + hours * hourMs) / 60_000) * 60_000).toISOString();

const create = (sku: string, from: number, to: number, price = 500) =>
  desk.send('POST', '/v1/admin/flash-sales', {
    body: { sku, price, startsAt: inHours(from), endsAt: inHours(to), reason: 'Liquidación' },
  });

const list = (body: object, headers: Record<string, string> = {}) =>
  desk.send('POST', '/v1/admin/flash-sale-lists', { body, headers });

const salesOf = async (id: number) =>
  (
    await shop.db.pool.query<{ price: string }>(
      'select price from flash_sales where product_id = $1 order by starts_at',
      [id],
    )
  ).rows;

const priceOf = async (sku: string): Promise<number> =>
  (await shop.inject({ method: 'GET', url: `/v1/products/slug/${sku.toLowerCase()}` })).json().salesPrice.value;

test('[PROD-11, DEC-27] a flash sale applies in the shop while it runs, and can be ended immediately', async () => {
  const made = (await create('TV', -1, 2)).json().data;
  expect(made).toMatchObject({ product: expect.any(String), state: 'current', salesPrice: 1_000, actions: ['end'] });
  expect(await priceOf('TV')).toBe(500);
  const end = (version: number) => desk.send('POST', `/v1/admin/flash-sales/${made.id}/end`, { body: { version } });
  expect((await end(made.version + 1)).json().error.code).toBe('VERSION_CONFLICT');
  expect((await end(made.version)).json().data).toMatchObject({ state: 'ended', actions: [] });
  expect(await priceOf('TV')).toBe(1_000);
  expect((await end(made.version + 1)).json().error.code).toBe('TRANSITION_NOT_ALLOWED');
  const removed = await desk.send('POST', `/v1/admin/flash-sales/${made.id}/remove`, {
    body: { version: made.version + 1 },
  });
  expect(removed.json().error.code).toBe('IN_USE');
});

test('[PROD-11] two sales of one product never overlap, and one may start when the other ends', async () => {
  expect((await create('TV', 1, 3)).statusCode).toBe(201);
  const refused = await create('TV', 2, 4);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().error).toMatchObject({
    code: 'OVERLAPPING_PERIOD',
    metadata: { fields: { startsAt: 'Ese producto ya tiene una oferta relámpago en esas fechas.' } },
  });
  expect((await create('TV', 3, 4)).statusCode).toBe(201);
  const later = (await create('TV', 5, 6)).json().data;
  const moved = await desk.send('PATCH', `/v1/admin/flash-sales/${later.id}`, {
    body: { version: later.version, startsAt: inHours(2) },
  });
  expect(moved.json().error.code).toBe('OVERLAPPING_PERIOD');
  expect((await create('P1', 2, 4, 50)).statusCode).toBe(201);
});

test('[PROD-11] only one of twenty overlapping sales that are made at the same time is stored', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('TV', 1, 3)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
  expect(await salesOf(tv)).toHaveLength(1);
});

test('a moved sale frees its former period', async () => {
  const first = (await create('TV', 1, 3)).json().data;
  const move = { version: first.version, startsAt: inHours(5), endsAt: inHours(7) };
  expect((await desk.send('PATCH', `/v1/admin/flash-sales/${first.id}`, { body: move })).statusCode).toBe(200);
  expect((await create('TV', 1, 3)).statusCode).toBe(201);
  expect((await create('TV', 6, 8)).statusCode).toBe(409);
});

test.each([
  ['a price that is not below the product’s', { price: 1_000 }, 'price'],
  ['an unknown sku', { sku: 'NADA' }, 'sku'],
  ['an end before its begin', { endsAt: inHours(1) }, 'endsAt'],
  ['an end that has passed', { startsAt: inHours(-3), endsAt: inHours(-2) }, 'endsAt'],
])('a sale with %s is refused at its field', async (_, wrong, field) => {
  const body = { sku: 'TV', price: 700, startsAt: inHours(1), endsAt: inHours(2), ...wrong };
  const answer = await desk.send('POST', '/v1/admin/flash-sales', { body });
  expect(Object.keys(answer.json().error.metadata.fields)).toEqual([field]);
  expect(await salesOf(tv)).toEqual([]);
});

test('a running sale keeps its start, and an ended sale cannot be changed', async () => {
  const running = (await create('TV', -1, 2)).json().data;
  const change = (body: object) => desk.send('PATCH', `/v1/admin/flash-sales/${running.id}`, { body });
  expect((await change({ version: 1, startsAt: inHours(1) })).json().error.metadata.fields).toHaveProperty('startsAt');
  expect((await change({ version: 1, price: 450 })).statusCode).toBe(200);
  await shop.db.pool.query("update flash_sales set ends_at = now() - interval '1 minute'");
  const { version } = (await desk.send('GET', `/v1/admin/flash-sales/${running.id}`)).json().data;
  expect((await change({ version, price: 400 })).json().error.metadata.fields).toHaveProperty('endsAt');
});

const two = (price = 60) => ({
  startsAt: inHours(1),
  endsAt: inHours(3),
  lines: Array.from({ length: 200 }, (_, at) => ({ sku: `P${at + 1}`, price })),
});

test('[PROD-11] a list of 200 products makes all its sales exactly once, and each sale has its history', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = two();
  const [first, again] = await Promise.all([list(body, headers), list(body, headers)]);
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(first.json().data).toEqual({ created: 200 });
  const { rows } = await shop.db.pool.query<{ id: number }>('select id from flash_sales');
  expect(rows).toHaveLength(200);
  const history = (await desk.send('GET', `/v1/admin/audit/of/flash-sales/${rows[0]?.id}`)).json().data;
  expect(history).toMatchObject([{ operation: 'createFlashSales', after: { price: 60, startsAt: body.startsAt } }]);
});

test('[PROD-11] a list with one refused line makes no sales', async () => {
  await create('P7', 2, 4, 50);
  const body = two();
  const refused = await list(body, { 'idempotency-key': randomUUID() });
  expect(refused.statusCode).toBe(409);
  expect(refused.json().error.code).toBe('OVERLAPPING_PERIOD');
  expect(refused.json().error.metadata.fields.lines).toMatch(/^P7: /);
  expect((await shop.db.pool.query('select from flash_sales')).rowCount).toBe(1);
});

test('[PROD-11] a check reports the faults of each line, and saves nothing', async () => {
  await create('TV', 1, 3);
  const lines = [
    { sku: 'TV', price: 500 },
    { sku: 'NADA', price: 5 },
    { sku: 'P1', price: 100 },
    { sku: 'P2', price: 50 },
    { sku: 'P2', price: 40 },
    { sku: 'P3', price: 99.99 },
  ];
  const answer = await desk.send('POST', '/v1/admin/flash-sale-reviews', {
    body: { startsAt: inHours(2), endsAt: inHours(4), lines },
  });
  const read = answer.json<{ data: { lines: { fault: string | null; title: string | null }[] } }>().data.lines;
  expect(read.map(({ fault }) => fault)).toEqual([
    'Ese producto ya tiene una oferta relámpago en esas fechas.',
    'No hay un producto con ese SKU.',
    'El precio debe ser menor que el de siempre.',
    null,
    'Está dos veces en la lista.',
    null,
  ]);
  expect(read[1]?.title).toBeNull();
  expect((await shop.db.pool.query('select from flash_sales')).rowCount).toBe(1);
});

test('[PROD-10] a list with a price more than 40 % below the present one needs a reason, which the history shows', async () => {
  await create('P2', -1, 1, 80);
  const lines = [
    { sku: 'TV', price: 599.99 },
    { sku: 'P1', price: 60 },
    { sku: 'P2', price: 47 },
  ];
  const body = { startsAt: inHours(2), endsAt: inHours(4), lines };
  const review = await desk.send('POST', '/v1/admin/flash-sale-reviews', { body });
  const changes = review.json<{ data: { lines: { change: string | null }[] } }>().data.lines;
  expect(changes.map(({ change }) => change)).toEqual([
    'Lo que paga el cliente baja 40 %, de Q1,000.00 a Q599.99.',
    null,
    'Lo que paga el cliente baja 41 %, de Q80.00 a Q47.00.',
  ]);
  const refused = await list(body, { 'idempotency-key': randomUUID() });
  expect([refused.statusCode, refused.json().error.metadata.fields]).toEqual([
    400,
    { reason: expect.stringMatching(/^TV: .* P2: .* Confírmalo y escribe el motivo\.$/) },
  ]);
  expect(await salesOf(tv)).toEqual([]);
  const reason = 'Liquidación de la sala';
  expect((await list({ ...body, reason }, { 'idempotency-key': randomUUID() })).statusCode).toBe(201);
  const { rows } = await shop.db.pool.query<{ id: number }>('select id from flash_sales where product_id = $1', [tv]);
  const history = (await desk.send('GET', `/v1/admin/audit/of/flash-sales/${rows[0]?.id}`)).json().data;
  expect(history).toMatchObject([{ reason, after: { price: 599.99 } }]);
});

test('[PROD-10] a sale more than 40 % below the present price needs a reason, and a later price another one', async () => {
  const body = { sku: 'TV', price: 40, startsAt: inHours(1), endsAt: inHours(2) };
  const refused = await desk.send('POST', '/v1/admin/flash-sales', { body });
  const asked = 'Lo que paga el cliente baja 96 %, de Q1,000.00 a Q40.00. Confírmalo y escribe el motivo.';
  expect(refused.json().error.metadata.fields).toEqual({ reason: asked });
  const { id, version } = (await create('TV', 1, 2)).json().data;
  const change = (more: object) =>
    desk.send('PATCH', `/v1/admin/flash-sales/${id}`, { body: { version, price: 40, ...more } });
  expect((await change({})).json().error.metadata.fields).toEqual({ reason: asked });
  expect((await change({ reason: 'Última unidad' })).statusCode).toBe(200);
  const history = (await desk.send('GET', `/v1/admin/audit/of/flash-sales/${id}`)).json().data;
  expect(history[0]).toMatchObject({ after: { price: 40, reason: 'Última unidad' } });
});

test('[PRICE-05] doubts about a sale are reported, and refused if the policy says so', async () => {
  await shop.db.pool.query('update products set regular_price = 120000 where id = $1', [tv]);
  const body = { startsAt: inHours(1), endsAt: inHours(24 * 200), lines: [{ sku: 'TV', price: 500 }] };
  const review = async () => (await desk.send('POST', '/v1/admin/flash-sale-reviews', { body })).json().data.lines[0];
  expect(await review()).toMatchObject({
    fault: null,
    doubts: expect.arrayContaining([expect.stringContaining('son más de')]),
  });
  await shop.setPolicy('listPriceProof', 'refuse');
  onTestFinished(() => shop.setPolicy('listPriceProof', 'warn'));
  expect((await review()).fault).toMatch(/^Tiene dudas/);
  const single = await desk.send('POST', '/v1/admin/flash-sales', {
    body: { sku: 'TV', price: 500, startsAt: body.startsAt, endsAt: body.endsAt },
  });
  expect(single.json().error.metadata.fields.price).toMatch(/^Tiene dudas/);
});

test('[PROD-11] the calendar groups the sales of a list, and people end or remove the group as a whole', async () => {
  await list(two(), { 'idempotency-key': randomUUID() });
  await create('TV', 1, 30);
  const day = (hours: number): string => new Date(Date.parse(inHours(hours)) - 6 * hourMs).toISOString().slice(0, 10);
  const read = async () =>
    (await desk.send('GET', `/v1/admin/flash-sale-calendar?from=${day(0)}&to=${day(48)}`)).json().data;
  const [group, single] = await read();
  expect(group).toMatchObject({ products: 200, id: null, state: 'planned', titles: expect.any(Array) });
  expect(group.titles).toHaveLength(3);
  expect(single).toMatchObject({ products: 1, id: expect.stringMatching(/^\d+$/) });
  const end = () =>
    desk.send('POST', '/v1/admin/flash-sale-lists/end', { body: { startsAt: group.startsAt, endsAt: group.endsAt } });
  await shop.db.pool.query("update flash_sales set starts_at = starts_at - interval '2 hours' where product_id <> $1", [
    tv,
  ]);
  group.startsAt = new Date(Date.parse(group.startsAt) - 2 * hourMs).toISOString();
  expect((await end()).json().data).toEqual({ ended: 200, removed: 0 });
  expect((await end()).json().error.code).toBe('TRANSITION_NOT_ALLOWED');
  expect((await shop.db.pool.query('select from flash_sales where ends_at > now()')).rowCount).toBe(1);
  const long = await desk.send('GET', `/v1/admin/flash-sale-calendar?from=2026-01-01&to=2026-02-15`);
  expect(long.statusCode).toBe(400);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permissions } from '@ceiba/domain/staff/permissions';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { done } from '../testing/cart-calls.ts';
import { formPayload } from '../testing/form-payload.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let owner: TestDesk;
/** May do everything but see costs. */
let blind: TestDesk;
let folder = '';
let products = 0;
let sku = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-below-cost-'));
  shop = await openTestShop({ FILES_DIR: folder });
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  owner = await openDesk(shop, 'owner');
  const body = { label: 'Sin costos', permissions: permissions.filter((each) => each !== 'costs.read') };
  blind = await openDesk(shop, done(await owner.call('createRole', { body })).data.id);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** A draft at Q100 that costs Q80.01 without IVA, so that Q89.62 covers its cost and Q89.61 does not. */
beforeEach(async () => {
  products += 1;
  sku = `COST-${products}`;
  const id = await createProduct(shop.db, { sku, price: 100_00, stock: 1, isPublished: false });
  await shop.db.pool.query('update products set parent_sku = $2 where id = $1', [id, sku]);
  await shop.db.pool.query('insert into product_costs (product_id, average) values ($1, 8001)', [id]);
});

const below = 'Lo que paga el cliente, Q89.61, queda por debajo del costo. Confírmalo y escribe el motivo.';
const hourMs = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();
const reason = 'Última unidad';

type Answer = Awaited<ReturnType<TestDesk['send']>>;
const fieldsOf = (answer: Answer): unknown => answer.json().error.metadata.fields;

/** Sets a price in one of the ways of the desk. `why`: the reason. */
type Way = (desk: TestDesk, price: number, why?: string) => Promise<{ isDone: boolean; asked: unknown }>;

const byCall =
  (method: 'POST' | 'PATCH', path: () => string, body: (price: number, version: number) => object): Way =>
  async (desk, price, why) => {
    const { version } = (await owner.send('GET', `/v1/admin/products/${sku}`)).json().data;
    const answer = await desk.send(method, path(), {
      body: { ...body(price, version), ...(why !== undefined && { reason: why }) },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    const isDone = answer.statusCode < 300;
    return { isDone, asked: isDone ? null : fieldsOf(answer) };
  };

const inGrid =
  (method: 'POST' | 'PATCH', path: () => string, name: 'rows' | 'variants'): Way =>
  async (desk, price, why) => {
    const { version } = (await owner.send('GET', `/v1/admin/products/${sku}`)).json().data;
    const answer = await desk.send(method, path(), {
      body: { [name]: [{ sku, version, regularPrice: price }], ...(why !== undefined && { reason: why }) },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    const [result] = answer.json().data.results;
    return { isDone: result.outcome === 'changed', asked: result.outcome === 'changed' ? null : result.fields };
  };

const work = async (name: string): Promise<void> => {
  const task = tasksOf(openServices(shop)).find((each) => each.name === name);
  const { rows } = await shop.db.pool.query<{ id: string; payload: object }>(
    `select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = $1`,
    [name],
  );
  for (const { id, payload } of rows) {
    await task?.run(payload, { now: new Date(), log: shop.log });
    await shop.db.pool.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id]);
  }
};

/** Uploads and checks a file. Returns the number of its import. */
const upload = async (kind: string, text: string): Promise<string> => {
  const { headers, payload } = await formPayload({ kind, file: new File([text], `${kind}.csv`) });
  const answer = await shop.inject({
    method: 'POST',
    url: '/v1/admin/imports',
    headers: { ...headers, cookie: owner.cookie, origin: shop.config.publicUrl },
    payload,
  });
  expect(answer.statusCode).toBe(201);
  await work('check-import');
  return answer.json().data.id;
};

const apply = (desk: TestDesk, id: string, body: object) =>
  desk.send('POST', `/v1/admin/imports/${id}/apply`, { body });

const byFile =
  (kind: string, lines: (price: number) => string): Way =>
  async (desk, price, why) => {
    const id = await upload(kind, lines(price));
    const answer = await apply(desk, id, why === undefined ? {} : { reason: why });
    const isDone = answer.statusCode === 202;
    if (isDone) await work('go-on-with-import');
    return { isDone, asked: isDone ? null : fieldsOf(answer) };
  };

const inFile = 'Un precio queda por debajo del costo. Confírmalo y escribe el motivo.';

const ways: readonly (readonly [string, Way, string])[] = [
  [
    'the editor',
    byCall(
      'PATCH',
      () => `/v1/admin/products/${sku}`,
      (price, version) => ({ version, salesPrice: price }),
    ),
    below,
  ],
  ['the grid of a family', inGrid('PATCH', () => `/v1/admin/product-families/${sku}`, 'variants'), below],
  ['the grid of chosen products', inGrid('PATCH', () => '/v1/admin/product-grid', 'rows'), below],
  [
    'a planned price',
    byCall(
      'POST',
      () => `/v1/admin/products/${sku}/price-plans`,
      (price) => ({ at: inHours(2), regularPrice: price, salesPrice: null, discountEndsAt: null }),
    ),
    below,
  ],
  [
    'a flash sale',
    byCall(
      'POST',
      () => '/v1/admin/flash-sales',
      (price) => ({ sku, price, startsAt: inHours(2), endsAt: inHours(4) }),
    ),
    below,
  ],
  [
    'a pasted list of flash sales',
    byCall(
      'POST',
      () => '/v1/admin/flash-sale-lists',
      (price) => ({ startsAt: inHours(2), endsAt: inHours(4), lines: [{ sku, price }] }),
    ),
    below,
  ],
  ['a file of prices', byFile('prices', (price) => `sku,precio\n${sku},${price}\n`), inFile],
  [
    'a file of prices that begin later',
    byFile('prices', (price) => `sku,precio,desde\n${sku},${price},2040-01-01 08:00\n`),
    inFile,
  ],
  [
    'a file of flash sales',
    byFile('flash-sales', (price) => `sku,desde,hasta,precio\n${sku},2040-01-01 08:00,2040-01-01 20:00,${price}\n`),
    inFile,
  ],
];

test.each(ways)('[PROD-10] %s asks for a reason below the cost', async (_, set, text) => {
  const at = expect.objectContaining({ reason: expect.stringContaining(text) });
  expect(await set(owner, 89.61)).toEqual({ isDone: false, asked: at });
  expect(await set(owner, 89.61, reason)).toEqual({ isDone: true, asked: null });
});

test.each(ways)('[BUY-04] %s answers people who see no costs alike above and below the cost', async (_, set) => {
  expect(await set(blind, 89.61)).toEqual({ isDone: true, asked: null });
});

test.each(ways)('[PROD-10] %s takes a price that covers the cost without a reason', async (_, set) => {
  expect(await set(owner, 89.62)).toEqual({ isDone: true, asked: null });
});

test('[PROD-10] the IVA of the seller decides which price covers a cost; no cost is never undercut', async () => {
  const { pool } = shop.db;
  const lowest = async (): Promise<unknown> =>
    (await pool.query('select break_even_price(id)::int as price from products where sku = $1', [sku])).rows[0]?.price;
  expect(await lowest()).toBe(89_62);
  await pool.query(`update products set seller_id = 2 where sku = $1`, [sku]);
  await pool.query(`update sellers set tax_regime = 'small' where id = 2`);
  expect(await lowest()).toBe(80_01);
  await pool.query('delete from product_costs where product_id = (select id from products where sku = $1)', [sku]);
  expect(await lowest()).toBeNull();
});

test('[PROD-10, BUY-04] reviews name prices below the cost only to people who see costs', async () => {
  const body = { startsAt: inHours(2), endsAt: inHours(4), lines: [{ sku, price: 89.61 }] };
  const id = await upload('prices', `sku,precio\n${sku},89.61\n`);
  const seen = async (desk: TestDesk) => ({
    review: (await desk.send('POST', '/v1/admin/flash-sale-reviews', { body })).json().data.lines[0].change,
    list: (await desk.send('GET', `/v1/admin/price-lists/${id}`)).json().data.counts.belowCost,
    row: (await desk.send('GET', `/v1/admin/price-lists/${id}/rows`)).json().data[0].isBelowCost,
  });
  expect(await seen(owner)).toEqual({ review: expect.stringContaining('por debajo del costo'), list: 1, row: true });
  expect(await seen(blind)).toEqual({ review: null, list: null, row: false });
});

test('[PROD-10] a file of flash sales above 40 % needs a reason, which its sales keep; a second time it asks nothing', async () => {
  const file = (more = '') => `sku,desde,hasta,precio\n${sku},2040-02-01 08:00,2040-02-01 20:00,50\n${more}`;
  const id = await upload('flash-sales', file());
  const refused = await apply(owner, id, {});
  const text = 'Un precio cambia más de 40 % y uno queda por debajo del costo. Confírmalo y escribe el motivo.';
  expect([refused.statusCode, fieldsOf(refused)]).toEqual([400, { reason: text }]);
  expect((await apply(owner, id, { reason })).statusCode).toBe(202);
  await work('go-on-with-import');
  const sales = await shop.db.pool.query(
    'select price::int, reason from flash_sales where product_id = (select id from products where sku = $1)',
    [sku],
  );
  expect(sales.rows).toEqual([{ price: 50_00, reason }]);
  const longer = await upload('flash-sales', file().replace('20:00', '21:00'));
  expect((await apply(owner, longer, {})).statusCode).toBe(202);
  await work('go-on-with-import');
  // The reason of this file is for its new sale. The other sale, which only ends later, keeps its reason.
  const more = `${sku},2040-03-01 08:00,2040-03-01 20:00,40\n`;
  const other = await upload('flash-sales', file(more).replace('20:00', '22:00'));
  expect((await apply(owner, other, { reason: 'Liquidación' })).statusCode).toBe(202);
  await work('go-on-with-import');
  const reasons = await shop.db.pool.query(
    `select f.reason from flash_sales f join products p on p.id = f.product_id where p.sku = $1 order by f.starts_at`,
    [sku],
  );
  expect(reasons.rows).toEqual([{ reason }, { reason: 'Liquidación' }]);
});

test('[PROD-10] a file is compared with the price that a plan gives the product before it', async () => {
  const plan = { at: inHours(2), regularPrice: 160, salesPrice: null, discountEndsAt: null, reason };
  expect((await owner.send('POST', `/v1/admin/products/${sku}/price-plans`, { body: plan })).statusCode).toBe(201);
  const id = await upload('prices', `sku,precio\n${sku},139\n`);
  expect((await apply(owner, id, { startsAt: inHours(1) })).statusCode).toBe(202);
  await work('go-on-with-import');
  await owner.send('POST', `/v1/admin/price-lists/${id}/cancel`, { body: {} });
  const later = await upload('prices', `sku,precio\n${sku},95\n`);
  const refused = await apply(owner, later, { startsAt: inHours(3) });
  expect([refused.statusCode, fieldsOf(refused)]).toEqual([
    400,
    { reason: 'Un precio cambia más de 40 %. Confírmalo y escribe el motivo.' },
  ]);
  const ofRow = await upload('prices', `sku,precio,desde\n${sku},95,2040-01-01\n`);
  expect(fieldsOf(await apply(owner, ofRow, {}))).toEqual({
    reason: 'Un precio cambia más de 40 %. Confírmalo y escribe el motivo.',
  });
});

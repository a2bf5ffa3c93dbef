import { randomUUID } from 'node:crypto';
import type { PricePlan } from '@ceiba/contract/desk/price-plans';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { addProduct, openCart, readCart } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let clerk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  clerk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.db.pool.query('delete from price_plans; delete from planned_prices; delete from desk_notices');
});

const minute = 60_000;
/** Returns a whole minute in the future. */
const start = new Date(Math.ceil(Date.now() / minute) * minute + 60 * minute);
const at = (minutes: number): string => new Date(start.getTime() + minutes * minute).toISOString();

let products = 0;
const product = async (price = 100_00): Promise<{ id: number; sku: string }> => {
  products += 1;
  const sku = `PLAN-${products}`;
  return { id: await createProduct(shop.db, { sku, price, stock: 5 }), sku };
};

const path = (sku: string): string => `/v1/admin/products/${sku}/price-plans`;
const plan = (sku: string, body: object, headers: Record<string, string> = {}) =>
  clerk.send('POST', path(sku), {
    body: { at: at(0), regularPrice: 110, salesPrice: null, discountEndsAt: null, ...body },
    headers,
  });
const plansOf = async (sku: string): Promise<PricePlan[]> => (await clerk.send('GET', path(sku))).json().data;
const cancel = (id: string) => clerk.send('POST', `/v1/admin/price-plans/${id}/cancel`, { body: {} });

/** Runs the job on a node at the given time. */
const act = async (moment: string): Promise<void> => {
  const task = tasksOf(openServices(shop)).find(({ name }) => name === 'begin-prices');
  if (task === undefined) throw new Error('no task');
  await task.run({}, { now: new Date(moment), log: shop.log });
};

const pricesOf = async (id: number) =>
  (
    await shop.db.pool.query(
      'select regular_price::int as regular, sales_price::int as sales, discount_ends_at as ends from products where id = $1',
      [id],
    )
  ).rows[0];

const history = async (sku: string) => (await clerk.send('GET', `/v1/admin/audit/of/products/${sku}`)).json().data;

test('[PROD-09] a planned price shows in carts, pages, search and history from its planned time, never before', async () => {
  const { id, sku } = await product();
  expect((await plan(sku, { salesPrice: 90, discountEndsAt: at(30) })).statusCode).toBe(201);
  expect(await plansOf(sku)).toMatchObject([
    {
      state: 'planned',
      at: at(0),
      regularPrice: 110,
      salesPrice: 90,
      discountEndsAt: at(30),
      by: clerk.name,
      list: null,
    },
  ]);
  const cart = await openCart(shop);
  await addProduct(shop, cart, sku);
  const shown = async () => {
    const read = (url: string) => shop.inject({ method: 'GET', url });
    const found = await shop.db.pool.query('select price::int from product_search where product_id = $1', [id]);
    return {
      cart: JSON.stringify(await readCart(shop, cart)).includes('"value":90'),
      page: (await read(`/v1/products/${sku}`)).payload.includes('"value":90'),
      history: (await read(`/v1/products/${sku}/prices`)).payload.includes('"price":90'),
      search: found.rows[0]?.price,
    };
  };
  await act(new Date(start.getTime() - 1).toISOString());
  expect(await shown()).toEqual({ cart: false, page: false, history: false, search: 100_00 });
  await act(at(0));
  expect(await pricesOf(id)).toEqual({ regular: 110_00, sales: 90_00, ends: new Date(at(30)) });
  expect(await shown()).toEqual({ cart: true, page: true, history: true, search: 90_00 });
  expect(await plansOf(sku)).toEqual([]);
  expect((await history(sku))[0]).toMatchObject({
    operation: 'changeProduct',
    actor: { kind: 'job', name: `Precio planeado por ${clerk.name}` },
    before: { regularPrice: 100, salesPrice: null, discountEndsAt: null },
    after: { regularPrice: 110, salesPrice: 90, discountEndsAt: at(30) },
  });
});

test('[PROD-09] plans are applied once, by two nodes at the same time or by another node after a crash', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => product()));
  for (const { sku } of made) await plan(sku, { regularPrice: 120 });
  await Promise.all([act(at(0)), act(at(0)), act(at(0))]);
  await act(at(1));
  for (const { id, sku } of made) {
    expect(await pricesOf(id)).toMatchObject({ regular: 120_00, sales: 120_00 });
    const { rows } = await shop.db.pool.query(
      `select count(*)::int as applied from audit_entries where entity_id = $1 and operation = 'changeProduct'`,
      [sku],
    );
    expect(rows).toEqual([{ applied: 1 }]);
  }
});

test('[PROD-09] after an outage the latest plan applies, and an offer that has expired is ignored', async () => {
  const { id, sku } = await product();
  await plan(sku, { at: at(0), regularPrice: 120 });
  await plan(sku, { at: at(5), regularPrice: 130, salesPrice: 110, discountEndsAt: at(10) });
  await act(at(20));
  expect(await pricesOf(id)).toEqual({ regular: 130_00, sales: 130_00, ends: null });
});

test.each<[string, object, number]>([
  ['begins during the first offer', { at: at(9) }, 409],
  ['begins when the first offer begins', { at: at(0) }, 409],
  ['begins when the first offer ends', { at: at(10) }, 201],
  ['ends when the first offer begins', { at: at(-5), salesPrice: 105, discountEndsAt: at(0) }, 201],
  ['ends a minute into the first offer', { at: at(-5), salesPrice: 105, discountEndsAt: at(1) }, 409],
])('[PROD-09] a second plan that %s: %o answers %i', async (_title, body, status) => {
  const { sku } = await product();
  expect((await plan(sku, { salesPrice: 90, discountEndsAt: at(10) })).statusCode).toBe(201);
  const answer = await plan(sku, body);
  expect(answer.statusCode).toBe(status);
  if (status !== 409) return;
  expect(answer.json().error.code).toBe('OVERLAPPING_PERIOD');
  expect(answer.json().error.metadata.fields.at).toMatch(/^Ya hay un precio planeado desde el .* hasta el /);
  // The database refuses such a plan for every writer.
  const { rows } = await shop.db.pool.query(`select id from products where sku = $1`, [sku]);
  await expect(
    shop.db.pool.query(
      `insert into price_plans (product_id, starts_at, regular_price, sales_price) values ($1, $2, 11000, 11000)`,
      [rows[0].id, at(5)],
    ),
  ).rejects.toMatchObject({ constraint: 'price_plans_apart' });
});

test('[PROD-09] two requests for the same time, or one click sent twice, make one plan', async () => {
  const { sku } = await product();
  const both = await Promise.all([plan(sku, { regularPrice: 111 }), plan(sku, { regularPrice: 112 })]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  const headers = { 'idempotency-key': randomUUID() };
  const twice = [await plan(sku, { at: at(9) }, headers), await plan(sku, { at: at(9) }, headers)];
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(await plansOf(sku)).toHaveLength(2);
});

test('[PROD-09] a canceled plan has no effect, and an applied plan is not found', async () => {
  const { id, sku } = await product();
  const made = (await plan(sku, {})).json().data as PricePlan[];
  const planId = made[0]?.id ?? '';
  expect((await cancel(planId)).json().data).toEqual([]);
  await act(at(1));
  expect(await pricesOf(id)).toMatchObject({ regular: 100_00 });
  expect((await cancel(planId)).statusCode).toBe(404);
  expect((await history(sku)).map(({ operation }: { operation: string }) => operation)).toEqual([
    'cancelPricePlan',
    'planPrice',
  ]);
});

test('[PROD-09] a plan of a product that was archived later is shown with its reason, until somebody removes it', async () => {
  const { id, sku } = await product();
  await plan(sku, {});
  await shop.db.pool.query('update products set is_published = false, archived_at = now() where id = $1', [id]);
  await act(at(0));
  await act(at(1));
  expect(await pricesOf(id)).toMatchObject({ regular: 100_00 });
  expect(await plansOf(sku)).toMatchObject([{ state: 'failed', why: 'El producto está archivado.' }]);
  const { rows } = await shop.db.pool.query(`select entity_id, permission from desk_notices where kind = 'price'`);
  expect(rows).toEqual([{ entity_id: sku, permission: 'prices.edit' }]);
  const shown = (await clerk.send('GET', '/v1/admin/notices')).json().data;
  expect(shown[0]).toMatchObject({
    kind: 'price',
    href: `/admin/productos/${sku}`,
    text: 'El producto está archivado.',
  });
  const [failed] = (await clerk.send('GET', '/v1/admin/price-plans?state=failed')).json().data;
  expect(failed).toMatchObject({ sku, state: 'failed', why: 'El producto está archivado.' });
  expect((await cancel(failed.id)).json().data).toEqual([]);
  expect((await plan(sku, { at: at(9) })).statusCode).toBe(409);
});

test('[PROD-09] a plan protects its period also after its start, unless somebody changed its offer', async () => {
  const { id, sku } = await product();
  await plan(sku, { salesPrice: 90, discountEndsAt: at(30) });
  await act(at(0));
  const refused = await plan(sku, { at: at(29) });
  expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'OVERLAPPING_PERIOD']);
  expect(refused.json().error.metadata.fields.at).toMatch(/^Ya corre una oferta planeada hasta el /);
  expect((await plan(sku, { at: at(30) })).statusCode).toBe(201);
  await shop.db.pool.query('update products set sales_price = regular_price, discount_ends_at = null where id = $1', [
    id,
  ]);
  expect((await plan(sku, { at: at(29) })).statusCode).toBe(201);
});

test('[PROD-10] a planned change above 40 % needs a reason, and the history shows author, old and new price', async () => {
  const { sku } = await product();
  const refused = await plan(sku, { regularPrice: 140.01 });
  expect([refused.statusCode, Object.keys(refused.json().error.metadata.fields)]).toEqual([400, ['reason']]);
  const reason = 'Precio nuevo del proveedor';
  expect((await plan(sku, { regularPrice: 140.01, reason })).statusCode).toBe(201);
  await act(at(0));
  expect((await history(sku))[0]).toMatchObject({
    reason,
    before: { regularPrice: 100 },
    after: { regularPrice: 140.01 },
  });
});

test('[PROD-10] a planned price is compared with the price at its start, without an offer that expires before', async () => {
  const { sku } = await product();
  await plan(sku, { at: at(0), regularPrice: 130, salesPrice: 70, discountEndsAt: at(10) });
  expect((await plan(sku, { at: at(20), regularPrice: 75 })).json().error.metadata.fields).toEqual({
    reason: expect.stringContaining('de Q130.00 a Q75.00'),
  });
  expect((await plan(sku, { at: at(20), regularPrice: 180 })).statusCode).toBe(201);
});

test('[PROD-09] wrong dates and prices are refused at their fields', async () => {
  const { sku } = await product();
  const faults = async (body: object) => (await plan(sku, body)).json().error.metadata.fields;
  expect(await faults({ at: new Date(Date.now() - minute).toISOString() })).toEqual({ at: 'Esa fecha ya pasó.' });
  expect(Object.keys(await faults({ salesPrice: 110 }))).toEqual(['salesPrice']);
  expect(Object.keys(await faults({ discountEndsAt: at(5) }))).toEqual(['discountEndsAt']);
  expect(Object.keys(await faults({ salesPrice: 100, discountEndsAt: at(0) }))).toEqual(['discountEndsAt']);
});

test('[PROD-09] planning needs the permission to edit prices', async () => {
  const { sku } = await product();
  await shop.db.pool.query(
    `insert into staff_roles (id, label, permissions) values ('sin-precios', 'Sin precios', '{catalog.read,catalog.edit}') on conflict do nothing`,
  );
  const writer = await openDesk(shop, 'sin-precios');
  const body = { at: at(0), regularPrice: 110, salesPrice: null, discountEndsAt: null };
  expect((await writer.send('POST', path(sku), { body })).statusCode).toBe(403);
  expect((await writer.send('GET', path(sku))).statusCode).toBe(200);
});

test('[PROD-09] a plan of the previous release is taken over, and an overlapping plan still starts on time', async () => {
  const { id, sku } = await product();
  await plan(sku, { salesPrice: 90, discountEndsAt: at(30) });
  const former =
    'insert into planned_prices (product_id, starts_at, regular_price, sales_price) values ($1, $2, $3, $3)';
  await shop.db.pool.query(former, [id, at(60), 150_00]);
  await shop.db.pool.query(former, [id, at(10), 130_00]);
  await act(at(-1));
  expect((await plansOf(sku)).map((each) => each.at)).toEqual([at(0), at(60)]);
  await act(at(0));
  await act(at(10));
  expect(await pricesOf(id)).toEqual({ regular: 130_00, sales: 130_00, ends: null });
});

import { randomUUID } from 'node:crypto';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
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
  await shop.db.pool.query('delete from product_plans; delete from desk_notices');
});

const minute = 60_000;
/** Returns a whole minute in the future. */
const start = new Date(Math.ceil(Date.now() / minute) * minute + 60 * minute);
const at = (minutes: number): string => new Date(start.getTime() + minutes * minute).toISOString();

const read = async (sku: string): Promise<DeskProduct> =>
  done(await clerk.call('getDeskProduct', { params: { sku } })).data;

/** Creates a draft. With a picture it is ready for sale. */
const draft = async ({ hasPicture = true } = {}): Promise<string> => {
  const body = {
    title: `Bocina ${randomUUID().slice(0, 8)}`,
    brand: 'Volcán',
    category: 'audio/bocinas',
    regularPrice: 100,
  };
  const { sku } = done(await clerk.call('createProduct', { body })).data;
  if (hasPicture)
    await shop.db.pool.query(
      `with m as (insert into media (key, width, height) values ($2, 800, 800))
       insert into product_images (product_id, position, media_key, label) select id, 0, $2, 'Foto' from products where sku = $1`,
      [sku, randomUUID().replaceAll('-', '')],
    );
  return sku;
};

const plan = (sku: string, state: string, moment: string, headers: Record<string, string> = {}) =>
  clerk.send('POST', `/v1/admin/products/${sku}/plan`, { body: { state, at: moment }, headers });
const cancel = (sku: string, planId: string) =>
  clerk.send('POST', `/v1/admin/products/${sku}/unplan`, { body: { planId } });

/** Runs the job of a node at the given time. */
const act = async (moment: string): Promise<void> => {
  const task = tasksOf(openServices(shop)).find(({ name }) => name === 'act-on-plans');
  if (task === undefined) throw new Error('no task');
  await task.run({}, { now: new Date(moment), log: shop.log });
};

const notices = async () =>
  (await shop.db.pool.query(`select entity_id as sku, detail, permission from desk_notices where kind = 'plan'`)).rows;

test('[PROD-01] a planned publication and its planned end take effect at their planned times, never before', async () => {
  const sku = await draft();
  expect((await plan(sku, 'published', at(0))).statusCode).toBe(200);
  const planned = (await plan(sku, 'archived', at(10))).json().data as DeskProduct;
  expect(planned.plans).toMatchObject([
    { state: 'published', at: at(0), by: clerk.name },
    { state: 'archived', at: at(10), by: clerk.name },
  ]);
  await act(at(-1 / 60_000));
  expect((await read(sku)).state).toBe('draft');
  await act(at(0));
  expect(await read(sku)).toMatchObject({ state: 'published', plans: [{ state: 'archived' }] });
  await act(at(10));
  expect(await read(sku)).toMatchObject({ state: 'archived', plans: [] });
  const history = (await clerk.send('GET', `/v1/admin/audit/of/products/${sku}`)).json().data;
  expect(history.slice(0, 2)).toMatchObject([
    { operation: 'archiveProduct', actor: { kind: 'job', name: `Fecha planeada por ${clerk.name}` } },
    { operation: 'publishProduct', before: { state: 'draft' }, after: { state: 'published' } },
  ]);
});

test('[PROD-01] a plan is carried out once, by two concurrent nodes or by another node after a crash', async () => {
  const skus = await Promise.all(Array.from({ length: 10 }, () => draft()));
  for (const sku of skus) await plan(sku, 'published', at(0));
  await Promise.all([act(at(0)), act(at(0)), act(at(0))]);
  await act(at(1));
  for (const sku of skus) {
    expect((await read(sku)).state).toBe('published');
    const { rows } = await shop.db.pool.query(
      `select count(*)::int as acted from audit_entries where entity_id = $1 and operation = 'publishProduct'`,
      [sku],
    );
    expect(rows).toEqual([{ acted: 1 }]);
  }
});

test('[PROD-01] an incomplete product stays a draft at its planned time, and the people who publish get a notice', async () => {
  const sku = await draft({ hasPicture: false });
  await plan(sku, 'published', at(0));
  await act(at(0));
  const { state, plans, title } = await read(sku);
  expect([state, plans]).toEqual(['draft', []]);
  expect(await notices()).toEqual([
    { sku, detail: { title, faults: 'Agrega al menos una foto.' }, permission: 'catalog.publish' },
  ]);
  const shown = (await clerk.send('GET', '/v1/admin/notices')).json().data;
  expect(shown[0]).toMatchObject({
    ...{ kind: 'plan', title: `No se publicó ${title}`, text: 'Agrega al menos una foto.' },
    href: `/admin/productos/${sku}`,
  });
});

test('[PROD-01] a canceled plan has no effect, and a plan that has taken effect is not found', async () => {
  const sku = await draft();
  const first = (await plan(sku, 'published', at(0))).json().data.plans[0].id;
  expect((await cancel(sku, first)).json().data.plans).toEqual([]);
  await act(at(0));
  expect((await read(sku)).state).toBe('draft');
  expect((await cancel(sku, first)).statusCode).toBe(404);
  expect((await plan(sku, 'published', at(5))).statusCode).toBe(200);
});

test('[PROD-01] two concurrent plans of one kind, or one click sent twice, make one plan', async () => {
  const sku = await draft();
  const both = await Promise.all([plan(sku, 'published', at(0)), plan(sku, 'published', at(5))]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const refused = both.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json().error.metadata.fields).toEqual({ state: 'Ya hay una fecha para eso: cancélala primero.' });
  const headers = { 'idempotency-key': randomUUID() };
  const twice = [await plan(sku, 'draft', at(9), headers), await plan(sku, 'draft', at(9), headers)];
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await read(sku)).plans).toHaveLength(2);
});

test('[PROD-01] a past moment, and the present state of the product, are refused at their fields', async () => {
  const sku = await draft();
  const past = await plan(sku, 'published', new Date(Date.now() - minute).toISOString());
  expect([past.statusCode, past.json().error.metadata.fields]).toEqual([400, { at: 'Esa fecha ya pasó.' }]);
  const same = await plan(sku, 'draft', at(0));
  expect([same.statusCode, same.json().error.metadata.fields]).toEqual([409, { state: 'Ya está fuera de la venta.' }]);
});

test('[PROD-01] the list shows the next plan, and filters products with a plan', async () => {
  const [sku, other] = [await draft(), await draft()];
  await plan(sku, 'archived', at(5));
  await plan(sku, 'published', at(0));
  const found = (await clerk.send('GET', '/v1/admin/products?planned=true')).json().data;
  expect(found).toMatchObject([{ sku, plan: { state: 'published', at: at(0) } }]);
  const without = (await clerk.send('GET', `/v1/admin/products?planned=false&q=${other}`)).json().data;
  expect(without).toMatchObject([{ sku: other, plan: null }]);
  await act(at(10));
  expect((await clerk.send('GET', '/v1/admin/products?planned=true')).json().data).toEqual([]);
});

test('[PROD-01] only people who may publish can plan', async () => {
  const sku = await draft();
  await shop.db.pool.query(
    `insert into staff_roles (id, label, permissions) values ('textos', 'Textos', '{catalog.read,catalog.edit}') on conflict do nothing`,
  );
  const writer = await openDesk(shop, 'textos');
  const refused = await writer.send('POST', `/v1/admin/products/${sku}/plan`, {
    body: { state: 'published', at: at(0) },
  });
  expect(refused.statusCode).toBe(403);
});

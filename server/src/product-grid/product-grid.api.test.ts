import { randomUUID } from 'node:crypto';
import type { GridResult, GridRow } from '@ceiba/contract/desk/product-grid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let owner: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  owner = await openDesk(shop, 'owner');
});
afterAll(() => shop.close());

let products = 0;
/** Drafts at Q100 with stock at the warehouse, as the grid shows them. */
const gridOf = async (count: number): Promise<GridRow[]> => {
  const skus: string[] = [];
  for (let n = 0; n < count; n += 1) {
    products += 1;
    skus.push(`GRID, ${products}`);
    await createProduct(shop.db, { sku: `GRID, ${products}`, price: 100_00, stock: 5 });
  }
  await shop.db.pool.query('update products set is_published = false where sku = any ($1)', [skus]);
  return read(skus);
};

const read = async (skus: readonly string[]): Promise<GridRow[]> => {
  const query = new URLSearchParams({ skus: skus.join('\n'), place: 'BODEGA' });
  return (await owner.send('GET', `/v1/admin/product-grid?${query}`)).json().data;
};

const save = (body: object, { who = owner, headers = {} }: { who?: TestDesk; headers?: Record<string, string> } = {}) =>
  who.send('PATCH', '/v1/admin/product-grid', { body: { place: 'BODEGA', ...body }, headers });

const saved = async (body: object) => {
  const answer = await save(body);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.any(String)]);
  return answer.json().data as { run: string | null; rows: GridRow[]; results: GridResult[] };
};

const at = (rows: readonly GridRow[], n: number): GridRow => {
  const row = rows[n];
  if (row === undefined) throw new Error('no such row');
  return row;
};

const keyOf = ({ sku, version }: GridRow) => ({ sku, version });

test('[PROD-26] prices, shelf and publication are saved as one run with a result per row, and in each history', async () => {
  const rows = await gridOf(3);
  const [a, b, c] = [at(rows, 0), at(rows, 1), at(rows, 2)];
  const {
    run,
    results,
    rows: now,
  } = await saved({
    rows: [
      { ...keyOf(a), regularPrice: 120, salesPrice: 110 },
      { ...keyOf(b), shelf: { from: null, to: 'A-01' } },
      { ...keyOf(c), regularPrice: 100 },
    ],
  });
  expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'equal']);
  expect(now).toMatchObject([
    { sku: a.sku, regularPrice: 120, salesPrice: 110 },
    { sku: b.sku, shelf: 'A-01' },
    { sku: c.sku, regularPrice: 100 },
  ]);
  const shown = (await owner.send('GET', `/v1/admin/product-runs/${run}`)).json().data;
  expect(shown).toMatchObject({
    verb: 'grid',
    state: 'done',
    counts: { changed: 2, equal: 1, failed: 0 },
    actions: [],
  });
  const lines = (await owner.send('GET', `/v1/admin/product-runs/${run}/rows`)).json().data;
  expect(lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['changed', 'changed', 'equal']);
  const history = (await owner.send('GET', `/v1/admin/audit/of/products/${encodeURIComponent(a.sku)}`)).json().data;
  expect(history[0]).toMatchObject({ operation: 'changeProduct', after: { regularPrice: 120, salesPrice: 110 } });
});

test('[PROD-26] a refused row does not change at all, the other rows are saved, and the run gives the reason', async () => {
  const drafts = await gridOf(2);
  await shop.db.pool.query('update products set is_published = true where sku = $1', [at(drafts, 1).sku]);
  const rows = await read(drafts.map(({ sku }) => sku));
  const [a, b] = [at(rows, 0), at(rows, 1)];
  const { run, results } = await saved({
    rows: [
      { ...keyOf(a), salesPrice: 100, shelf: { from: null, to: 'B-01' } },
      { ...keyOf(b), isPublished: false },
    ],
  });
  expect(results).toMatchObject([
    { outcome: 'refused', fields: { salesPrice: 'El precio de oferta debe ser menor que el precio.' } },
    { outcome: 'changed' },
  ]);
  expect(await read([a.sku, b.sku])).toMatchObject([{ shelf: null }, { state: 'draft' }]);
  const [failed] = (await owner.send('GET', `/v1/admin/product-runs/${run}/rows?outcome=failed`)).json().data;
  expect(failed).toMatchObject({ sku: a.sku, why: expect.stringContaining('menor que el precio') });
  expect((await owner.send('POST', `/v1/admin/product-runs/${run}/retry`, { body: {} })).statusCode).toBe(409);
});

test('[PROD-26] a row whose price or shelf somebody else changed is a conflict', async () => {
  const rows = await gridOf(2);
  const [a, b] = [at(rows, 0), at(rows, 1)];
  await saved({
    rows: [
      { ...keyOf(a), regularPrice: 105 },
      { ...keyOf(b), shelf: { from: null, to: 'C-01' } },
    ],
  });
  const { run, results } = await saved({
    rows: [
      { ...keyOf(a), regularPrice: 110 },
      { ...keyOf(b), shelf: { from: null, to: 'C-02' } },
    ],
  });
  expect([run, results.map(({ outcome }) => outcome)]).toEqual([null, ['conflict', 'conflict']]);
  expect(results[0]?.changedBy).toBe(owner.name);
  expect(await read([a.sku, b.sku])).toMatchObject([{ regularPrice: 105 }, { shelf: 'C-01' }]);
});

test('[PROD-10, PROD-26] prices above 40 % need one reason for all rows of a save', async () => {
  const rows = await gridOf(2);
  const asked = rows.map((row) => ({ ...keyOf(row), regularPrice: 150 }));
  const first = await saved({ rows: asked });
  expect(first.results.map(({ fields }) => Object.keys(fields))).toEqual([['reason'], ['reason']]);
  const second = await saved({ rows: asked, reason: 'Precio nuevo' });
  expect(second.results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
  const sku = encodeURIComponent(at(rows, 1).sku);
  const history = (await owner.send('GET', `/v1/admin/audit/of/products/${sku}`)).json().data;
  expect(history[0]).toMatchObject({ reason: 'Precio nuevo', before: { regularPrice: 100 } });
});

test('[PROD-26] one click sent twice is one run, and two concurrent saves of a row are a save and a conflict', async () => {
  const row = at(await gridOf(1), 0);
  const headers = { 'idempotency-key': randomUUID() };
  const body = { rows: [{ ...keyOf(row), regularPrice: 101 }] };
  const twice = [await save(body, { headers }), await save(body, { headers })].map((answer) => answer.json().data.run);
  expect(twice[0]).toBe(twice[1]);
  const now = at(await read([row.sku]), 0);
  const both = await Promise.all([102, 103].map((price) => saved({ rows: [{ ...keyOf(now), regularPrice: price }] })));
  expect(both.map(({ results }) => results[0]?.outcome).toSorted()).toEqual(['changed', 'conflict']);
});

test('[PROD-26] each cell needs its permission, and a service has no shelf', async () => {
  const row = at(await gridOf(1), 0);
  await shop.db.pool.query(
    `insert into staff_roles (id, label, permissions) values ('textos', 'Textos', '{catalog.read,catalog.edit}') on conflict do nothing`,
  );
  const writer = await openDesk(shop, 'textos');
  for (const change of [{ regularPrice: 101 }, { isPublished: false }, { shelf: { from: null, to: 'D-01' } }])
    expect((await save({ rows: [{ ...keyOf(row), ...change }] }, { who: writer })).statusCode).toBe(403);
  await shop.db.pool.query(`update products set kind = 'service' where sku = $1`, [row.sku]);
  const { results } = await saved({ rows: [{ ...keyOf(row), shelf: { from: null, to: 'D-01' } }] });
  expect(results[0]).toMatchObject({
    outcome: 'refused',
    fields: { shelf: 'No lleva existencias: no tiene estante.' },
  });
});

test('[PROD-26] the number of statements of a save does not depend on the number of rows', async () => {
  const statements = async (rows: readonly GridRow[]): Promise<number> => {
    const answer = await save({
      rows: rows.map((row) => ({ ...keyOf(row), regularPrice: 104, shelf: { from: null, to: 'E-01' } })),
    });
    expect(answer.statusCode).toBe(200);
    return String(answer.headers['x-statement-names']).split(' ').length;
  };
  const few = await statements(await gridOf(1));
  expect(await statements(await gridOf(20))).toBe(few);
});

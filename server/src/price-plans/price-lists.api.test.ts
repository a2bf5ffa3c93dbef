import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PriceList, PriceListRow } from '@ceiba/contract/desk/price-plans';
import { largePriceChange, priceBelowCost } from '@ceiba/domain/catalog/price-change';
import { centavos } from '@ceiba/domain/money/money';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { formPayload } from '../testing/form-payload.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let clerk: TestDesk;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-price-lists-'));
  shop = await openTestShop({ FILES_DIR: folder });
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  clerk = await openDesk(shop, 'owner');
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

let lists = 0;
let prefix = '';
/** Three products at Q100 for each test. */
beforeEach(async () => {
  lists += 1;
  prefix = `L${lists}`;
  await shop.db.pool.query('delete from price_plans; delete from desk_notices');
  for (const name of ['A', 'B', 'C'])
    await createProduct(shop.db, { sku: `${prefix}${name}`, price: 100_00, stock: 1 });
});

const minute = 60_000;
/** Returns a whole minute in the future. */
const start = new Date(Math.ceil(Date.now() / minute) * minute + 60 * minute);
const at = (minutes: number): string => new Date(start.getTime() + minutes * minute).toISOString();

/** Runs the waiting jobs of a kind, or the job of a crontab, at the given time. */
const work = async (name: string, now = new Date()): Promise<void> => {
  const task = tasksOf(openServices(shop)).find((each) => each.name === name);
  if (task === undefined) throw new Error('no task');
  if (name === 'begin-prices') return task.run({}, { now, log: shop.log });
  const { rows } = await shop.db.pool.query<{ id: string; payload: object }>(
    `select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = $1`,
    [name],
  );
  for (const { id, payload } of rows) {
    await task.run(payload, { now, log: shop.log });
    await shop.db.pool.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id]);
  }
};

/** Uploads and checks a file of prices. Returns the number of its import. */
const check = async (...lines: string[]): Promise<string> => {
  const text = ['sku,precio,oferta', ...lines.map((line) => `${prefix}${line}`)].join('\n');
  const { headers, payload } = await formPayload({ kind: 'prices', file: new File([text], `${prefix}.csv`) });
  const answer = await shop.inject({
    method: 'POST',
    url: '/v1/admin/imports',
    headers: { ...headers, cookie: clerk.cookie, origin: shop.config.publicUrl },
    payload,
  });
  expect(answer.statusCode).toBe(201);
  await work('check-import');
  return answer.json().data.id;
};

const apply = (id: string, body: object = {}, who = clerk) =>
  who.send('POST', `/v1/admin/imports/${id}/apply`, { body });
const applied = async (id: string, body: object = {}): Promise<void> => {
  const answer = await apply(id, body);
  expect([answer.statusCode, answer.payload]).toEqual([202, expect.any(String)]);
  await work('go-on-with-import');
};
const listOf = async (id: string): Promise<PriceList> =>
  (await clerk.send('GET', `/v1/admin/price-lists/${id}`)).json().data;
const rowsOf = async (id: string, query = ''): Promise<PriceListRow[]> =>
  (await clerk.send('GET', `/v1/admin/price-lists/${id}/rows${query}`)).json().data;
const verb = (id: string, name: 'cancel' | 'revert', body: object = {}) =>
  clerk.send('POST', `/v1/admin/price-lists/${id}/${name}`, { body });

const prices = async (): Promise<Record<string, number>> => {
  const { rows } = await shop.db.pool.query<{ sku: string; price: number }>(
    `select sku, sales_price::int / 100.0 as price from products where sku like $1 order by sku`,
    [`${prefix}_`],
  );
  return Object.fromEntries(rows.map(({ sku, price }) => [sku.slice(prefix.length), Number(price)]));
};
const set = (name: string, price: number) =>
  shop.db.pool.query('update products set regular_price = $2, sales_price = $2 where sku = $1', [
    `${prefix}${name}`,
    price,
  ]);

test('[BULK-12] a list starts exactly at its planned time, and its changes are shown by size before and after', async () => {
  const id = await check('A,105,', 'B,70,', 'C,130,120');
  expect(await listOf(id)).toMatchObject({ state: 'draft', counts: { rows: 3, raised: 2, lowered: 1, large: 0 } });
  const bySize = [
    { sku: `${prefix}B`, before: 100, after: 70, percent: -30, isLarge: false, outcome: null },
    { sku: `${prefix}C`, before: 100, after: 120, percent: 20 },
    { sku: `${prefix}A`, before: 100, after: 105, percent: 5 },
  ];
  expect(await rowsOf(id)).toMatchObject(bySize);
  await applied(id, { startsAt: at(0) });
  expect(await listOf(id)).toMatchObject({ state: 'planned', startsAt: at(0), by: clerk.name, actions: ['cancel'] });
  await work('begin-prices', new Date(start.getTime() - 1));
  expect(await prices()).toEqual({ A: 100, B: 100, C: 100 });
  await work('begin-prices', start);
  expect(await prices()).toEqual({ A: 105, B: 70, C: 120 });
  expect(await listOf(id)).toMatchObject({ state: 'applied', actions: ['revert'], counts: { rows: 3 } });
  expect(await rowsOf(id)).toMatchObject(bySize);
  const history = (await clerk.send('GET', `/v1/admin/audit/of/products/${prefix}B`)).json().data;
  expect(history[0]).toMatchObject({
    actor: { kind: 'job', name: `Lista «${prefix}.csv» de ${clerk.name}` },
    before: { regularPrice: 100 },
    after: { regularPrice: 70 },
  });
});

test('[BULK-12] two nodes apply a list only once, and a product’s page shows its plan until then', async () => {
  const id = await check('A,105,', 'B,95,', 'C,110,');
  await applied(id, { startsAt: at(0) });
  const [plan] = (await clerk.send('GET', `/v1/admin/products/${prefix}A/price-plans`)).json().data;
  expect(plan).toMatchObject({ regularPrice: 105, list: { id, name: `${prefix}.csv` } });
  expect((await clerk.send('POST', `/v1/admin/price-plans/${plan.id}/cancel`, { body: {} })).statusCode).toBe(409);
  await Promise.all([work('begin-prices', start), work('begin-prices', start), work('begin-prices', start)]);
  const { rows } = await shop.db.pool.query(
    `select entity_id, count(*)::int as applied from audit_entries where operation = 'changeProduct' and entity_id like $1 group by 1 order by 1`,
    [`${prefix}_`],
  );
  expect(rows.map(({ applied: count }) => count)).toEqual([1, 1, 1]);
});

test('[BULK-12] a list with a product that was archived after planning changes no price, and gives the reason', async () => {
  const id = await check('A,105,', 'B,95,', 'C,110,');
  await applied(id, { startsAt: at(0) });
  await shop.db.pool.query('update products set is_published = false, archived_at = now() where sku = $1', [
    `${prefix}B`,
  ]);
  await work('begin-prices', start);
  await work('begin-prices', start);
  expect(await prices()).toEqual({ A: 100, B: 100, C: 100 });
  const why = `No se aplicó ningún precio. Archivados: ${prefix}B.`;
  expect(await listOf(id)).toMatchObject({ state: 'failed', why, actions: [] });
  const notices = (await clerk.send('GET', '/v1/admin/notices')).json().data;
  expect(notices.filter(({ kind }: { kind: string }) => kind === 'price')).toMatchObject([
    { text: why, href: `/admin/importaciones/${id}` },
  ]);
});

const offer = (name: string, price: number, endsAt: string | null = null) =>
  shop.db.pool.query('update products set sales_price = $2, discount_ends_at = $3 where sku = $1', [
    `${prefix}${name}`,
    price,
    endsAt,
  ]);

test('[BULK-12] a planned list keeps the offer that a product has when the list starts', async () => {
  await offer('A', 80_00);
  await offer('B', 80_00);
  await offer('C', 80_00, at(-5));
  const id = await check('A,110,', 'B,110,', 'C,110,');
  await applied(id, { startsAt: at(0) });
  await set('A', 100_00);
  await offer('B', 90_00);
  expect(await rowsOf(id)).toMatchObject([
    { sku: `${prefix}A`, before: 100, after: 110 },
    // Its offer is over by then.
    { sku: `${prefix}C`, before: 100, after: 110 },
    { sku: `${prefix}B`, before: 90, after: 90 },
  ]);
  await work('begin-prices', start);
  expect(await prices()).toEqual({ A: 110, B: 90, C: 110 });
});

test('[BULK-12] a planned list fails as a whole if a newer offer of a product is not below its new price', async () => {
  const id = await check('A,90,', 'B,95,');
  await applied(id, { startsAt: at(0) });
  await offer('B', 96_00);
  await work('begin-prices', start);
  expect(await prices()).toEqual({ A: 100, B: 96, C: 100 });
  const why = `No se aplicó ningún precio. Sin precio, o con una oferta que no es menor que su precio: ${prefix}B.`;
  expect(await listOf(id)).toMatchObject({ state: 'failed', why });
});

test('[PROD-09] a list that starts during the offer of a plan is refused', async () => {
  const plan = { at: at(-5), regularPrice: 100, salesPrice: 90, discountEndsAt: at(5) };
  await clerk.send('POST', `/v1/admin/products/${prefix}A/price-plans`, { body: plan });
  await work('begin-prices', new Date(at(-5)));
  const id = await check('A,105,', 'B,95,');
  expect((await apply(id, { startsAt: at(0) })).json().error.code).toBe('OVERLAPPING_PERIOD');
  await applied(id, { startsAt: at(5) });
});

test('[BULK-12] a canceled list never starts, and a list that has started cannot be canceled', async () => {
  const id = await check('A,105,');
  await applied(id, { startsAt: at(0) });
  expect((await verb(id, 'cancel')).json().data).toMatchObject({ state: 'canceled', actions: [] });
  expect((await verb(id, 'cancel')).statusCode).toBe(200);
  await work('begin-prices', start);
  expect(await prices()).toMatchObject({ A: 100 });
  const other = await check('B,95,');
  await applied(other, { startsAt: at(0) });
  await work('begin-prices', start);
  expect((await verb(other, 'cancel')).statusCode).toBe(409);
});

test('[BULK-12] a revert restores prices that nobody changed since the list, and reports the other prices', async () => {
  const id = await check('A,105,', 'B,95,90', 'C,110,');
  await applied(id);
  expect(await prices()).toEqual({ A: 105, B: 90, C: 110 });
  await set('C', 115_00);
  expect((await verb(id, 'revert')).statusCode).toBe(400);
  const reason = 'Lista equivocada';
  expect((await verb(id, 'revert', { reason })).json().data.state).toBe('reverting');
  expect((await verb(id, 'revert', { reason })).statusCode).toBe(202);
  await work('revert-price-list');
  expect(await prices()).toEqual({ A: 100, B: 100, C: 115 });
  expect(await listOf(id)).toMatchObject({ state: 'reverted', counts: { reverted: 2, changed: 1 }, actions: [] });
  expect(await rowsOf(id, '?kept=true')).toMatchObject([{ sku: `${prefix}C`, outcome: 'changed' }]);
  const history = (await clerk.send('GET', `/v1/admin/audit/of/products/${prefix}B`)).json().data;
  expect(history[0]).toMatchObject({
    operation: 'revertPriceList',
    reason,
    before: { regularPrice: 95, salesPrice: 90 },
    after: { regularPrice: 100, salesPrice: null },
  });
});

test('[BULK-12] a published product that had no price before the list keeps the price of the list', async () => {
  await shop.db.pool.query('update products set regular_price = null, sales_price = null where sku = $1', [
    `${prefix}A`,
  ]);
  const id = await check('A,105,', 'B,95,');
  expect((await rowsOf(id)).at(-1)).toMatchObject({ sku: `${prefix}A`, before: null, percent: null });
  await applied(id);
  await verb(id, 'revert', { reason: 'Prueba' });
  await work('revert-price-list');
  expect(await prices()).toMatchObject({ A: 105, B: 100 });
  expect(await listOf(id)).toMatchObject({ counts: { reverted: 1, unpriced: 1 } });
});

test('[PROD-10] a list with a change above 40 % is applied only with a reason, which the history shows', async () => {
  const id = await check('A,140,', 'B,140.01,');
  expect((await listOf(id)).counts).toMatchObject({ large: 1 });
  expect((await rowsOf(id)).map(({ isLarge }) => isLarge)).toEqual([true, false]);
  const refused = await apply(id);
  expect([refused.statusCode, refused.json().error.metadata.fields]).toEqual([
    400,
    { reason: 'Un precio cambia más de 40 %. Confírmalo y escribe el motivo.' },
  ]);
  await applied(id, { reason: 'Acuerdo con la marca' });
  const history = (await clerk.send('GET', `/v1/admin/audit/of/products/${prefix}B`)).json().data;
  expect(history[0]).toMatchObject({
    operation: 'applyImport',
    actor: { kind: 'staff', name: clerk.name },
    reason: 'Acuerdo con la marca',
    before: { regularPrice: 100 },
    after: { regularPrice: 140.01 },
  });
});

test('[BULK-12] a start that is past or crosses a planned price is refused, and the list can still be applied', async () => {
  const id = await check('A,105,', 'B,95,');
  const past = await apply(id, { startsAt: new Date(Date.now() - minute).toISOString() });
  expect(past.json().error.metadata.fields).toEqual({ startsAt: 'Esa fecha ya pasó.' });
  const plan = { at: at(-5), regularPrice: 100, salesPrice: 90, discountEndsAt: at(5) };
  expect((await clerk.send('POST', `/v1/admin/products/${prefix}A/price-plans`, { body: plan })).statusCode).toBe(201);
  const crossed = await apply(id, { startsAt: at(0) });
  expect([crossed.statusCode, crossed.json().error.code]).toEqual([409, 'OVERLAPPING_PERIOD']);
  expect(crossed.json().error.metadata.fields.startsAt).toBe(`Se cruza con precios ya planeados de «${prefix}A».`);
  await applied(id, { startsAt: at(5) });
  await work('begin-prices', new Date(at(5)));
  expect(await prices()).toMatchObject({ A: 105, B: 95 });
});

test('[PROD-09] rows of a file are errors if their starts cross each other or a planned price', async () => {
  const text = [
    'sku,precio,oferta,oferta_hasta,desde',
    `${prefix}A,110,100,2031-01-10 12:00,2031-01-01`,
    `${prefix}A,120,,,2031-01-05`,
    `${prefix}B,110,,,2031-01-01`,
    `${prefix}B,120,,,2031-01-05`,
  ].join('\n');
  const { headers, payload } = await formPayload({ kind: 'prices', file: new File([text], `${prefix}.csv`) });
  const uploaded = await shop.inject({
    method: 'POST',
    url: '/v1/admin/imports',
    headers: { ...headers, cookie: clerk.cookie, origin: shop.config.publicUrl },
    payload,
  });
  await work('check-import');
  const found = (await clerk.send('GET', `/v1/admin/imports/${uploaded.json().data.id}`)).json().data;
  expect(found.rows).toMatchObject([
    { row: 3, column: 'desde', code: 'OVERLAPPING_PERIOD', text: 'Se cruza con el precio de la fila 2.' },
  ]);
});

test('[PROD-10] the database finds the same large changes and losses as the rules of a single product', async () => {
  await shop.db.pool.query(
    'insert into product_costs (product_id, average) select id, 7000 from products where sku = $1',
    [`${prefix}A`],
  );
  const cases = [
    [100_00, 100_00, 140_00, 140_00],
    [100_00, 100_00, 140_01, 140_01],
    [100_00, 100_00, 60_00, 60_00],
    [100_00, 100_00, 59_99, 59_99],
    [100_00, 50_00, 100_00, 70_00],
    [100_00, 50_00, 100_00, 70_01],
    [100_00, 50_00, 78_40, 50_00],
    [100_00, 50_00, 78_39, 50_00],
    [100_00, 100_00, 100_00, 78_39],
    [100_00, 50_00, 140_01, 50_00],
    [3_33, 3_33, 4_66, 4_66],
    [3_33, 3_33, 4_67, 4_67],
  ] as const;
  for (const [regular, sales, newRegular, newSales] of cases) {
    await shop.db.pool.query('update products set regular_price = $2, sales_price = $3 where sku = $1', [
      `${prefix}A`,
      regular,
      sales,
    ]);
    const line = `A,${newRegular / 100},${newSales === newRegular ? '[borrar]' : newSales / 100}`;
    const before = { regularPrice: centavos(regular), salesPrice: centavos(sales) };
    const after = { regularPrice: centavos(newRegular), salesPrice: centavos(newSales) };
    const loss = priceBelowCost(before, after, centavos(78_40));
    const [row] = await rowsOf(await check(line));
    expect([line, row?.isLarge]).toEqual([line, largePriceChange(before, after) !== undefined]);
    expect([line, row?.isBelowCost]).toEqual([line, loss !== undefined]);
  }
});

test('[BULK-12] 2,000 planned prices start at the same time', async () => {
  await shop.db.pool.query(
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
     select $1 || 'N' || n, lower($1) || '-n-' || n, 'Producto ' || n, 1, 1, 2, 10000, 10000 from generate_series(1, 2000) n`,
    [prefix],
  );
  const id = await check(...Array.from({ length: 2_000 }, (_, n) => `N${n + 1},${101 + (n % 30)},`));
  await applied(id, { startsAt: at(0) });
  await work('begin-prices', start);
  const { rows } = await shop.db.pool.query(
    'select count(*)::int as changed from products where sku like $1 and sales_price > 10000',
    [`${prefix}N%`],
  );
  expect(rows).toEqual([{ changed: 2_000 }]);
  const page = await rowsOf(id);
  expect([page.length, page[0]?.percent]).toEqual([100, 30]);
  expect((await rowsOf(id, '?after=1900')).length).toBe(100);
});

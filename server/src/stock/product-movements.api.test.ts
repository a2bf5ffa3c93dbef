import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { readCsv } from '../testing/read-csv.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let desk: TestDesk;
let made = 0;
let sku = '';
let product = 0;

beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await createShopBasics(open.shop.db);
  desk = await openDesk(open.shop, 'warehouse');
});
afterAll(() => open.close());
beforeEach(async () => {
  made += 1;
  sku = `WHY-${made}`;
  product = await createProduct(open.shop.db, { sku, price: 100_00, stock: 50 });
});

const post = (path: string, body: object) =>
  desk.send('POST', `/v1/admin/${path}`, { body, headers: { 'idempotency-key': randomUUIDv7() } });
const movements = async (query: { storeCode?: string; before?: string } = {}) =>
  done(await desk.call('listProductMovements', { params: { sku }, query }));

test('[BUY-10] each movement names its cause (order, transfer, note, person) and the resulting level', async () => {
  const order = await placeOrderOf(open.shop, { lines: [{ productId: product, quantity: 2 }], amount: 230 });
  const transfer = (await post('transfers', { from: 'BODEGA', to: 'MAX', lines: [{ sku, quantity: 5 }] })).json().data;
  const sent = (await post(`transfers/${transfer.number}/send`, { version: transfer.version })).json().data;
  await post(`transfers/${transfer.number}/receive`, { version: sent.version, lines: [{ sku, quantity: 5 }] });
  const note = { storeCode: 'MAX', supplier: 'Volcán', reason: 'Rotas', lines: [{ sku, quantity: 1 }] };
  const { number } = (await post('supplier-notes', note)).json().data;
  await post(`products/${sku}/stock`, { storeCode: 'BODEGA', units: 4, reason: 'adjusted' });
  const { data } = await movements();
  const told = data.map(({ storeCode, units, level, cause, orderNumber, document, by }) => [
    ...[storeCode, units, level, cause, orderNumber ?? document, by],
  ]);
  expect(told).toEqual([
    ['BODEGA', 4, 47, 'adjusted', null, desk.name],
    ['MAX', -1, 4, 'to_supplier', number, desk.name],
    ['MAX', 5, 5, 'transfer_in', transfer.number, desk.name],
    ['BODEGA', -5, 43, 'transfer_out', transfer.number, desk.name],
    ['BODEGA', -2, 48, 'order', order, null],
    ['BODEGA', 50, 50, 'counted', null, null],
  ]);
  const ofStore = (await movements({ storeCode: 'MAX' })).data;
  expect(ofStore.map(({ units, level }) => [units, level])).toEqual([
    [-1, 4],
    [5, 5],
  ]);
});

const exported = async (query = '', who = desk): Promise<string[][]> => {
  const answer = await who.send('GET', `/v1/admin/stock-movements/export${query}`);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.any(String)]);
  return readCsv(answer.payload);
};

test('[BUY-10] the export of all movements has place, product, units, cause, document, person and moment', async () => {
  const order = await placeOrderOf(open.shop, { lines: [{ productId: product, quantity: 2 }], amount: 230 });
  await post(`products/${sku}/stock`, { storeCode: 'MAX', units: 4, reason: 'received' });
  await open.shop.db.pool.query(
    `insert into stock_movements (product_id, store_code, delta, reason, reference) values ($1, 'MAX', 3, 'received', 'C-7/2')`,
    [product],
  );
  await open.shop.db.pool.query(
    `update stock_movements set created_at = '2026-03-01T05:59:59Z' where product_id = $1 and reason = 'counted'`,
    [product],
  );
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const number = expect.stringMatching(/^\d+$/);
  const item = [sku, `Bocina ${sku}`];
  const rows = [
    [number, moment, 'MAX', 'Ceiba Zona 10', ...item, '3', 'Llegó mercadería', 'C-7', ''],
    [number, moment, 'MAX', 'Ceiba Zona 10', ...item, '4', 'Llegó mercadería', '', desk.name],
    [number, moment, 'BODEGA', 'Bodega central', ...item, '-2', 'Orden', order, ''],
    [number, '2026-02-28 23:59:59', 'BODEGA', 'Bodega central', ...item, '50', 'Conteo', '', ''],
  ];
  const [head, ...all] = await exported();
  expect(head).toEqual([
    ...[
      'Movimiento',
      'Cuándo',
      'Código del lugar',
      'Lugar',
      'SKU',
      'Producto',
      'Unidades',
      'Causa',
      'Documento',
      'Quién',
    ],
  ]);
  expect(all.slice(0, 4)).toEqual(rows);
  expect((await exported(`?sku=${sku}`)).slice(1)).toEqual(rows);
  expect((await exported(`?sku=${sku}&place=MAX`)).slice(1)).toEqual(rows.slice(0, 2));
  expect((await exported(`?sku=${sku}&atTo=2026-02-28`)).slice(1)).toEqual(rows.slice(3));
  expect((await exported(`?sku=${sku}&atFrom=2026-03-01`)).slice(1)).toEqual(rows.slice(0, 3));
  expect((await desk.send('GET', '/v1/admin/stock-movements/export?atFrom=ayer')).statusCode).toBe(400);
  const clerk = await openDesk(open.shop, 'warehouse', ['MAX']);
  expect((await exported(`?sku=${sku}`, clerk)).slice(1)).toEqual(rows.slice(0, 2));
  const support = await openDesk(open.shop, 'support');
  expect((await support.send('GET', '/v1/admin/stock-movements/export')).statusCode).toBe(403);
});

test('[BUY-10, OFF-20] an export of many movements has each once, page after page', async () => {
  await open.shop.db.pool.query(`select move_stock($1, 'MAX', 1, 'received') from generate_series(1, 450) n`, [
    product,
  ]);
  const [, ...rows] = await exported(`?sku=${sku}`);
  expect(rows).toHaveLength(451);
  expect(new Set(rows.map(([number]) => number)).size).toBe(451);
});

test('[BUY-10] a long history comes in pages, newest first, and each page continues the levels', async () => {
  await open.shop.db.pool.query(
    `select move_stock($1, case when n % 2 = 0 then 'BODEGA' else 'MAX' end, 1, 'received') from generate_series(1, 70) n`,
    [product],
  );
  const first = await movements();
  const second = await movements({ before: first.next ?? '' });
  expect([first.data.length, second.data.length, second.next]).toEqual([50, 21, null]);
  const all = [...first.data, ...second.data];
  expect(new Set(all.map(({ id }) => id)).size).toBe(71);
  for (const store of ['BODEGA', 'MAX']) {
    const own = all.filter(({ storeCode }) => storeCode === store).toReversed();
    let level = 0;
    expect(own.map((each) => each.level)).toEqual(
      own.map(({ units }) => {
        level += units;
        return level;
      }),
    );
  }
});

test('[PROD-19] a place shows its units on hand, claimed, in transit and for sale, and a product code finds it', async () => {
  await open.shop.db.pool.query('insert into product_codes (code, product_id) values ($1, $2)', [`74${made}`, product]);
  await placeOrderOf(open.shop, { lines: [{ productId: product, quantity: 3 }], amount: 330 });
  const transfer = (await post('transfers', { from: 'BODEGA', to: 'XELA', lines: [{ sku, quantity: 7 }] })).json().data;
  await post(`transfers/${transfer.number}/send`, { version: transfer.version });
  const stock = done(await desk.call('getProductStock', { params: { sku: `74${made}` } })).data;
  expect(stock.sku).toBe(sku);
  const units = new Map(stock.places.map(({ storeCode, name: _, ...place }) => [storeCode, place]));
  expect(units.get('BODEGA')).toEqual({ onHand: 43, salable: 40, claimed: 3, presale: 0, inTransit: 0, onOrder: 0 });
  expect(units.get('XELA')).toEqual({ onHand: 0, salable: 0, claimed: 0, presale: 0, inTransit: 7, onOrder: 0 });
});

test('[PROD-19] a product at its own or its nearest category’s threshold is listed as about to run out', async () => {
  const listed = async () =>
    done(await desk.call('listLowStock', { query: {} })).data.find((row) => row.sku === sku) ?? null;
  const setOwn = (units: number | null) => post(`products/${sku}/threshold`, { units });
  const setCategory = (categoryId: number, units: number | null) => post('category-thresholds', { categoryId, units });
  expect(await listed()).toBeNull();
  await setCategory(1, 60);
  expect(await listed()).toMatchObject({ supply: 'low', salable: 50, threshold: 60 });
  await setCategory(2, 49);
  expect(await listed()).toBeNull();
  await setOwn(50);
  expect(await listed()).toMatchObject({ threshold: 50 });
  await setOwn(49);
  expect(await listed()).toBeNull();
  await post(`products/${sku}/stock`, { storeCode: 'BODEGA', units: -50, reason: 'adjusted' });
  expect(await listed()).toMatchObject({ supply: 'out', salable: 0, threshold: 49 });
  expect(done(await desk.call('getProductStock', { params: { sku } })).data.threshold).toEqual({
    units: 49,
    of: 'product',
  });
  await setOwn(null);
  expect(done(await desk.call('getProductStock', { params: { sku } })).data.threshold).toEqual({
    units: 49,
    of: 'category',
  });
  for (const id of [1, 2]) await setCategory(id, null);
  expect(await listed()).toBeNull();
  expect((await setCategory(99, 5)).statusCode).toBe(404);
});

import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let warehouse: TestDesk;
let made = 0;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  warehouse = await openDesk(shop, 'warehouse');
});
afterAll(() => shop.close());

const product = async (): Promise<string> => {
  made += 1;
  const sku = `TV-${made}`;
  await createProduct(shop.db, { sku, stock: 0 });
  return sku;
};
const path = (sku: string) => `/v1/admin/products/${sku}/stock`;
const move = (sku: string, body: object, headers: Record<string, string> = {}, desk = warehouse) =>
  desk.send('POST', path(sku), { body, headers: { 'idempotency-key': randomUUIDv7(), ...headers } });
const read = async (sku: string) => done(await warehouse.call('getProductStock', { params: { sku } })).data;
const salableAt = async (sku: string, storeCode: string) =>
  (await read(sku)).places.find((place) => place.storeCode === storeCode)?.salable;
const sums = async (sku: string) =>
  (
    await shop.db.pool.query(
      `select (select coalesce(sum(quantity), 0)::integer from stock_levels l where l.product_id = p.id) as levels,
         (select coalesce(sum(delta), 0)::integer from stock_movements m where m.product_id = p.id) as movements
       from products p where sku = $1`,
      [sku],
    )
  ).rows[0];

test('[PROD-18] a difference with its reason changes the level of a place', async () => {
  const sku = await product();
  const first = await move(sku, { storeCode: 'MAX', units: 12, reason: 'initial', note: 'Primer pedido' });
  expect(first.statusCode, first.payload).toBe(200);
  expect((await move(sku, { storeCode: 'MAX', units: -2, reason: 'damaged' })).statusCode).toBe(200);
  expect(await salableAt(sku, 'MAX')).toBe(10);
  expect(await sums(sku)).toEqual({ levels: 10, movements: 10 });
  expect((await read(sku)).movements.map(({ units, cause }) => [units, cause])).toEqual([
    [-2, 'damaged'],
    [12, 'initial'],
  ]);
  const params = { entity: 'stock', entityId: sku };
  const history = done(await (await openDesk(shop, 'owner')).call('getHistory', { params, query: {} })).data;
  expect(history.map(({ operation, after }) => [operation, after])).toEqual([
    ['moveProductStock', { storeCode: 'MAX', units: -2, reason: 'Se dañó o se perdió' }],
    ['moveProductStock', { storeCode: 'MAX', units: 12, reason: 'Existencia inicial', note: 'Primer pedido' }],
  ]);
});

test('[PROD-18] a change to a level below zero is refused at the units, and changes nothing', async () => {
  const sku = await product();
  await move(sku, { storeCode: 'MAX', units: 3, reason: 'received' });
  const refused = await move(sku, { storeCode: 'MAX', units: -4, reason: 'adjusted' });
  expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'STOCK_WOULD_BE_NEGATIVE']);
  expect(refused.json().error.metadata.fields).toHaveProperty('units');
  expect(await sums(sku)).toEqual({ levels: 3, movements: 3 });
});

test('[PROD-18] two concurrent changes add up, and a change that is sent twice counts once', async () => {
  const sku = await product();
  const key = { 'idempotency-key': randomUUIDv7() };
  const five = { storeCode: 'MAX', units: 5, reason: 'received' };
  const answers = await Promise.all([
    move(sku, five, key),
    move(sku, five, key),
    move(sku, { ...five, units: 7 }),
    move(sku, { ...five, storeCode: 'BODEGA', units: 1 }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect([await salableAt(sku, 'MAX'), await salableAt(sku, 'BODEGA')]).toEqual([12, 1]);
});

test('[PROD-18] a difference of zero, or one that its reason does not allow, is refused at its field', async () => {
  const sku = await product();
  for (const [units, reason] of [
    [0, 'adjusted'],
    [-1, 'received'],
    [1, 'damaged'],
  ]) {
    const refused = await move(sku, { storeCode: 'MAX', units, reason });
    expect([refused.statusCode, Object.keys(refused.json().error.metadata.fields)]).toEqual([400, ['units']]);
  }
  expect((await move(sku, { storeCode: 'NADIE', units: 1, reason: 'adjusted' })).json().error.code).toBe(
    'STORE_NOT_FOUND',
  );
});

test('[PROD-18, OFF-08] a person limited to a store changes only that store', async () => {
  const sku = await product();
  const limited = await openDesk(shop, 'warehouse', ['MAX']);
  expect((await move(sku, { storeCode: 'MAX', units: 1, reason: 'initial' }, {}, limited)).statusCode).toBe(200);
  const refused = await move(sku, { storeCode: 'BODEGA', units: 1, reason: 'initial' }, {}, limited);
  expect(refused.json().error.code).toBe('STORE_NOT_FOUND');
  expect(done(await limited.call('getProductStock', { params: { sku } })).data.mayMove).toEqual(['MAX']);
  const catalogue = await openDesk(shop, 'catalogue');
  expect(done(await catalogue.call('getProductStock', { params: { sku } })).data.mayMove).toEqual([]);
  expect((await move(sku, { storeCode: 'MAX', units: 1, reason: 'initial' }, {}, catalogue)).statusCode).toBe(403);
});

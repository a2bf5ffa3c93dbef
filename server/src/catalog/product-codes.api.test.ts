import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { noteUnknownCode } from './unknown-codes.store.ts';

let shop: TestShop;
let desk: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV-1', title: 'Televisor' });
  await createProduct(shop.db, { sku: 'RADIO', title: 'Radio' });
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const give = (code: string, sku: string) => desk.send('POST', '/v1/admin/product-codes', { body: { code, sku } });
const productOf = async (code: string) =>
  (await shop.db.pool.query('select p.sku from products p where p.id = product_of_code($1)', [code])).rows[0]?.sku;

test('a product can have any number of codes, but not the code of another product, which the refusal names', async () => {
  for (const code of ['7401000000015', 'FAB 9/2-A', 'tv-viejo'])
    expect((await give(code, 'tv-1')).statusCode).toBe(201);
  expect(await productOf('FAB 9/2-A')).toBe('TV-1');
  const taken = (await give('7401000000015', 'RADIO')).json().error;
  expect(taken).toMatchObject({
    code: 'IN_USE',
    metadata: { fields: { code: expect.stringContaining('«Televisor» (TV-1)') } },
  });
  expect((await give('TV-1', 'RADIO')).json().error).toMatchObject({ code: 'IN_USE' });
  expect((await give('7401000000022', 'NADA')).json().error.metadata.fields).toEqual({
    sku: 'No hay un producto con ese SKU.',
  });
});

test('the check digit of an EAN or UPC is checked, but other kinds of codes have no check digit', async () => {
  const body = { code: '7401000000019', sku: 'TV-1' };
  const wrong = (await desk.send('POST', '/v1/admin/product-codes', { body })).json().error;
  expect(wrong.metadata.fields).toEqual({
    code: 'El último dígito no es el de un EAN o UPC: escanéalo otra vez, o elige otra clase.',
  });
  for (const code of ['12345670', '036000291452']) expect((await give(code, 'TV-1')).statusCode).toBe(201);
  for (const code of ['12345671', '036000291453']) expect((await give(code, 'TV-1')).statusCode).toBe(400);
  const old = await desk.send('POST', '/v1/admin/product-codes', { body: { ...body, kind: 'old' } });
  expect(old.statusCode).toBe(201);
});

test('if two people give one code to two products at the same time, one of them is refused', async () => {
  const answers = await Promise.all([give('7401000000039', 'TV-1'), give('7401000000039', 'RADIO')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
});

test('a code can be moved to another product with its history, and removed', async () => {
  await give('7401000000046', 'TV-1');
  const params = { code: '7401000000046' };
  const moved = await desk.call('changeProductCode', { params, body: { version: 1, sku: 'RADIO' } });
  expect(moved).toMatchObject({ value: { data: { sku: 'RADIO', product: 'Radio', version: 2 } } });
  expect(await productOf('7401000000046')).toBe('RADIO');
  expect((await desk.call('removeProductCode', { params, body: { version: 2 } })).ok).toBe(true);
  expect(await productOf('7401000000046')).toBeUndefined();
});

test('a node of the previous release writes a code with only its product', async () => {
  await shop.db.pool.query(
    `insert into product_codes (code, product_id) select '7401000000053', id from products where sku = 'RADIO'`,
  );
  expect(await desk.call('getProductCode', { params: { code: '7401000000053' } })).toMatchObject({
    value: { data: { sku: 'RADIO', version: 1 } },
  });
});

test('an unknown code is counted by place, and leaves the list with a product or after 90 days', async () => {
  const moment = new Date('2026-11-26T15:00:00Z');
  const scan = (code: string, storeCode: string, now = moment) =>
    noteUnknownCode(shop.db.write, { code, storeCode, by: 'Rosa' }, now);
  await Promise.all(Array.from({ length: 10 }, () => scan('7409999999990', 'MAX')));
  await scan('7409999999990', 'BODEGA', new Date('2026-11-27T15:00:00Z'));
  await scan('7408888888888', 'MAX', new Date('2026-08-01T15:00:00Z'));
  const listed = async () => {
    const answer = await desk.call('listUnknownCodes', {});
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.data.map(({ code, storeCode, scans, lastBy }) => [code, storeCode, scans, lastBy]);
  };
  expect(await listed()).toEqual([
    ['7409999999990', 'BODEGA', 1, 'Rosa'],
    ['7409999999990', 'MAX', 10, 'Rosa'],
    ['7408888888888', 'MAX', 1, 'Rosa'],
  ]);
  expect((await give('7409999999990', 'RADIO')).statusCode).toBe(201);
  expect(await listed()).toEqual([['7408888888888', 'MAX', 1, 'Rosa']]);
  const task = tasksOf(openServices(shop)).find(({ name }) => name === 'delete-old-unknown-codes');
  await task?.run({}, { now: moment, log: shop.log });
  expect(await listed()).toEqual([]);
  const warehouse = await openDesk(shop, 'warehouse');
  expect((await warehouse.send('GET', '/v1/admin/unknown-codes')).statusCode).toBe(200);
  expect((await warehouse.send('GET', '/v1/admin/product-codes')).statusCode).toBe(200);
});

const place = { brand: 'Volcán', category: 'audio/bocinas' };
const newProduct = (sku: string) =>
  desk.send('POST', '/v1/admin/products', { body: { title: 'Bocina nueva', ...place, sku } });

test('[BUY-07] a new product or a copy cannot have a sku that is a code of another product', async () => {
  const code = '7402000000005';
  expect((await give(code, 'TV-1')).statusCode).toBe(201);
  const copy = await desk.send('POST', '/v1/admin/products/RADIO/duplicate', { body: { sku: code } });
  for (const answer of [await newProduct(code), copy]) {
    expect(answer.statusCode, answer.payload).toBe(409);
    expect(answer.json().error).toMatchObject({ code: 'IN_USE', metadata: { fields: { sku: expect.anything() } } });
  }
});

test('[BUY-07] if a code and an equal sku are written at the same time, one of them is refused', async () => {
  const name = '7402000000012';
  const first = await shop.db.pool.connect();
  let second: ReturnType<typeof newProduct>;
  try {
    await first.query('begin');
    await first.query(`insert into product_codes (code, product_id) select $1, id from products where sku = 'TV-1'`, [
      name,
    ]);
    second = newProduct(name);
    await untilBlocked(shop.db.pool, first);
    await first.query('commit');
  } finally {
    first.release();
  }
  expect((await second).json().error).toMatchObject({ code: 'IN_USE' });
});

test('[BUY-07] a product with the longest sku gets a code', async () => {
  const sku = 'L'.repeat(64);
  expect((await newProduct(sku)).statusCode).toBe(201);
  expect((await give('7402000000029', sku)).statusCode).toBe(201);
});

import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
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
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});
beforeEach(async () => {
  made += 1;
  sku = `BROKEN-${made}`;
  product = await createProduct(open.shop.db, { sku, stock: 10 });
});

const post = (path: string, body: object, { key = randomUUIDv7(), by = desk } = {}) =>
  by.send('POST', `/v1/admin/supplier-notes${path}`, { body, headers: { 'idempotency-key': key } });
const noteOf = (quantity: number) => ({
  storeCode: 'BODEGA',
  supplier: 'Distribuidora Volcán',
  reason: 'No encienden',
  lines: [{ sku, quantity }],
});
const codeOf = (answer: Awaited<ReturnType<typeof post>>): string =>
  answer.statusCode < 300 ? 'ok' : answer.json().error.code;

test('[BUY-09] defective units leave once on a note that is sent twice, and the note is open until it is credited', async () => {
  const key = randomUUIDv7();
  const [first, again] = await Promise.all([1, 2].map(() => post('', noteOf(3), { key })));
  expect([first?.statusCode, again?.json()]).toEqual([201, first?.json()]);
  const { number, version } = first?.json().data ?? {};
  expect(number).toMatch(/^P-\d+$/);
  expect(await levelsOf(open.shop.db, product)).toEqual({ BODEGA: 7 });
  const { movements } = done(await desk.call('getProductStock', { params: { sku } })).data;
  expect(movements[0]).toMatchObject({ units: -3, cause: 'to_supplier', document: number, by: desk.name });
  const settle = { version, outcome: 'credited', reference: 'NC-88' };
  const settled = (await post(`/${number}/settle`, settle)).json().data;
  expect(settled).toMatchObject({ state: 'credited', reference: 'NC-88', endedBy: desk.name, actions: [] });
  expect(await levelsOf(open.shop.db, product)).toEqual({ BODEGA: 7 });
  const late = await post(`/${number}/settle`, { ...settle, version: settled.version });
  expect(codeOf(late)).toBe('TRANSITION_NOT_ALLOWED');
});

test('[BUY-09] replacement units are added to the stock of their place', async () => {
  const { number, version } = (await post('', noteOf(4))).json().data;
  const body = { version, outcome: 'replaced', reference: 'ENV-12' };
  expect(codeOf(await post(`/${number}/settle`, body))).toBe('ok');
  expect(await levelsOf(open.shop.db, product)).toEqual({ BODEGA: 10 });
});

test('[BUY-09] more units than the place has are refused, and no note is stored', async () => {
  const refused = await post('', noteOf(11));
  expect([codeOf(refused), refused.json().error.message]).toEqual([
    'STOCK_WOULD_BE_NEGATIVE',
    `En Bodega central quedan 10 de ${sku} para mover.`,
  ]);
  const { rows } = await open.shop.db.pool.query('select from supplier_note_lines where product_id = $1', [product]);
  expect(rows).toEqual([]);
});

test('[BUY-09, OFF-08] people of another store see no note, and cannot make a note for this place', async () => {
  const { number } = (await post('', noteOf(1))).json().data;
  const by = await openDesk(open.shop, 'warehouse', ['MAX']);
  expect((await by.send('GET', `/v1/admin/supplier-notes/${number}`)).statusCode).toBe(404);
  expect(codeOf(await post('', noteOf(1), { by }))).toBe('STORE_NOT_FOUND');
});

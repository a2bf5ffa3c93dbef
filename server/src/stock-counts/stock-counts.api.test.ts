import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
/** Two people who count, and one who reviews. */
let ana: TestDesk;
let luis: TestDesk;
let lead: TestDesk;
let made = 0;
let sku = '';
let product = 0;

beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  await createShopBasics(open.shop.db);
  ana = await openDesk(open.shop, 'warehouse');
  luis = await openDesk(open.shop, 'warehouse');
  lead = await openDesk(open.shop, 'manager');
});
afterAll(async () => {
  const { db, log, config } = open.shop;
  await sendRefunds({ db, gateway: createHttpGateway({ ...config.bank, timeoutMs: 60_000 }), log });
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});
/** A product with 79 units in the warehouse, received an hour ago. */
beforeEach(async () => {
  made += 1;
  sku = `COUNTED-${made}`;
  product = await createProduct(open.shop.db, { sku, price: 100_00, stock: 0 });
  await open.shop.db.pool.query(`select move_stock($1, 'BODEGA', 79, 'received')`, [product]);
  await open.shop.db.pool.query(
    `update stock_movements set created_at = now() - interval '1 hour' where product_id = $1`,
    [product],
  );
});

const post = (by: TestDesk, path: string, body: object, key = randomUUIDv7()) =>
  by.send('POST', `/v1/admin/stock-counts${path}`, { body, headers: { 'idempotency-key': key } });
const codeOf = (answer: Awaited<ReturnType<typeof post>>): string =>
  answer.statusCode < 300 ? 'ok' : answer.json().error.code;
const start = async (scope: object = { kind: 'list', skus: [sku] }, storeCode = 'BODEGA'): Promise<string> => {
  const answer = await post(lead, '', { storeCode, scope });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.number;
};
const read = async (number: string, by = lead) => done(await by.call('getStockCount', { params: { number } })).data;
const scan = (by: TestDesk, number: string, quantity = 1, { code = sku, scanId = crypto.randomUUID() } = {}) =>
  post(by, `/${number}/scan`, { scanId, code, quantity });
const step = async (number: string, verb: string, more: object = {}) =>
  post(lead, `/${number}/${verb}`, { version: (await read(number)).version, ...more });
const free = async () => (await levelsOf(open.shop.db, product)).BODEGA ?? 0;
const sell = (quantity: number) =>
  placeOrderOf(open.shop, { lines: [{ productId: product, quantity }], amount: 100 * quantity });

test('[PROD-21] several people count at once and their units add up; nobody who counts sees a level', async () => {
  const number = await start();
  await Promise.all([
    ...Array.from({ length: 5 }, () => scan(ana, number)),
    ...Array.from({ length: 5 }, () => scan(luis, number, 2)),
  ]);
  const seen = await read(number, luis);
  expect(seen).toMatchObject({ state: 'counting', products: 1, counted: 1 });
  expect(seen.lines).toMatchObject([{ sku, counted: 15, mine: 10 }]);
  expect(seen.lines.map(({ booked, difference, first }) => [booked, difference, first])).toEqual([[null, null, null]]);
  expect(JSON.stringify(seen)).not.toContain('79');
  expect(seen.counters.map(({ units }) => units).toSorted((a, b) => a - b)).toEqual([5, 10]);
});

test('[PROD-21, OFF-24] a scan that is sent twice counts once; a person takes back only what they counted', async () => {
  const number = await start();
  const scanId = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => scan(ana, number, 12, { scanId })));
  expect(answers.map(codeOf)).toEqual(['ok', 'ok', 'ok']);
  expect((await scan(ana, number, -2)).json().data).toMatchObject({ counted: 10, mine: 10 });
  expect(codeOf(await scan(luis, number, -1))).toBe('VALIDATION_ERROR');
  expect((await read(number)).lines).toMatchObject([{ counted: 10 }]);
  expect(codeOf(await scan(ana, number, 1, { code: 'NADA' }))).toBe('SCAN_UNKNOWN');
  const other = `${sku}-B`;
  await createProduct(open.shop.db, { sku: other, stock: 1 });
  expect(codeOf(await scan(ana, number, 1, { code: other }))).toBe('SCAN_WRONG');
});

test('[PROD-21] products that differ are counted again by another person, and that count holds', async () => {
  const number = await start();
  await scan(ana, number, 70);
  const reviewed = (await step(number, 'review')).json().data;
  expect(reviewed).toMatchObject({ state: 'recounting', products: 1, counted: 0 });
  expect(reviewed.lines).toMatchObject([{ first: null, booked: null }]);
  expect(codeOf(await step(number, 'review'))).toBe('TRANSITION_NOT_ALLOWED');
  expect(codeOf(await scan(ana, number, 78))).toBe('APPROVAL_REQUIRED');
  expect((await read(number, ana)).lines).toMatchObject([{ mayCount: false }]);
  expect(codeOf(await scan(luis, number, 78))).toBe('ok');
  const ready = (await step(number, 'review')).json().data;
  expect(ready).toMatchObject({ state: 'reviewed', actions: ['approve', 'cancel'] });
  expect(ready.lines).toMatchObject([{ first: 70, second: 78, booked: 79, difference: -1 }]);
  expect(await free()).toBe(79);
  expect((await step(number, 'approve')).json().data).toMatchObject({
    state: 'approved',
    lines: [{ outcome: 'counted' }],
  });
  expect(await free()).toBe(78);
  const { movements } = done(await lead.call('getProductStock', { params: { sku } })).data;
  expect(movements[0]).toMatchObject({ units: -1, level: 78, cause: 'counted', document: number, by: lead.name });
});

test('[PROD-21] a count that agrees with the books waits for its approval at once, and changes nothing', async () => {
  const number = await start();
  await scan(ana, number, 79);
  expect((await step(number, 'review')).json().data).toMatchObject({ state: 'reviewed', lines: [] });
  expect(codeOf(await step(number, 'approve'))).toBe('ok');
  expect(await free()).toBe(79);
  expect(codeOf(await step(number, 'approve'))).toBe('TRANSITION_NOT_ALLOWED');
});

test('[PROD-21] a place, a shelf and a category have their own products; a product without a scan counts as none', async () => {
  await open.shop.db.pool.query(`update stock_levels set shelf = $2 where product_id = $1`, [product, `E-${made}`]);
  const linesOf = async (scope: object) => (await read(await start(scope))).lines.map((line) => line.sku);
  expect(await linesOf({ kind: 'shelf', shelf: `E-${made}` })).toEqual([sku]);
  expect(await linesOf({ kind: 'category', categoryId: 1 })).toContain(sku);
  expect(await linesOf({ kind: 'place' })).toContain(sku);
  expect(codeOf(await post(lead, '', { storeCode: 'BODEGA', scope: { kind: 'category', categoryId: 99 } }))).toBe(
    'NOT_FOUND',
  );
  const number = await start({ kind: 'shelf', shelf: `E-${made}` });
  expect((await step(number, 'review')).json().data).toMatchObject({ state: 'recounting', lines: [{ counted: null }] });
  // Zero says that somebody looked and found none.
  expect(codeOf(await scan(ana, number, 0))).toBe('ok');
  expect((await step(number, 'review')).json().data.lines).toMatchObject([{ first: 0, second: 0, difference: -79 }]);
  await step(number, 'cancel', { reason: 'Era otro estante' });
  expect(await free()).toBe(79);
  expect(codeOf(await scan(ana, number))).toBe('TRANSITION_NOT_ALLOWED');
});

test('[PROD-21] a product that lies at a place without being in its books joins the count of the place', async () => {
  const number = await start({ kind: 'place' }, 'XELA');
  expect((await scan(ana, number, 3)).json().data).toMatchObject({ sku, counted: 3 });
  await step(number, 'review');
  await scan(luis, number, 3);
  await step(number, 'review');
  expect(codeOf(await step(number, 'approve'))).toBe('ok');
  expect(await levelsOf(open.shop.db, product)).toEqual({ BODEGA: 79, XELA: 3 });
});

test('[PROD-22] 50 units sold during a count stay sold, also those sold while it is approved', async () => {
  const number = await start();
  await scan(ana, number, 70);
  await Promise.all(Array.from({ length: 5 }, () => sell(4)));
  await step(number, 'review');
  await scan(luis, number, 70);
  await Promise.all(Array.from({ length: 4 }, () => sell(5)));
  await step(number, 'review');
  const [approved] = await Promise.all([step(number, 'approve'), sell(5), sell(5)]);
  expect(codeOf(approved)).toBe('ok');
  expect(await free()).toBe(20);
});

test('[PROD-22] a count below the units of orders is refused by name, and changes nothing', async () => {
  await sell(9);
  const number = await start();
  await scan(ana, number, 8);
  await step(number, 'review');
  await scan(luis, number, 8);
  await step(number, 'review');
  const refused = await step(number, 'approve');
  expect([codeOf(refused), refused.json().error.metadata.skus]).toEqual(['STOCK_WOULD_BE_NEGATIVE', [sku]]);
  expect(await free()).toBe(70);
  expect(await read(number)).toMatchObject({ state: 'reviewed' });
});

test('[PROD-21, OFF-08] people of another store see nothing of a count; the catalogue does not count', async () => {
  const number = await start();
  const other = await openDesk(open.shop, 'warehouse', ['MAX']);
  expect((await other.send('GET', `/v1/admin/stock-counts/${number}`)).statusCode).toBe(404);
  expect(codeOf(await scan(other, number))).toBe('NOT_FOUND');
  expect(codeOf(await post(other, '', { storeCode: 'BODEGA', scope: { kind: 'place' } }))).toBe('STORE_NOT_FOUND');
  expect((await scan(await openDesk(open.shop, 'catalogue'), number)).statusCode).toBe(403);
});

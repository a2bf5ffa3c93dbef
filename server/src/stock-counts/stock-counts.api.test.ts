import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
/** Two people who count, and one person who reviews. */
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
interface Sent {
  code?: string;
  scanId?: string;
  scannedAt?: string;
}
const scan = (by: TestDesk, number: string, quantity = 1, sent: Sent = {}) =>
  post(by, `/${number}/scan`, { scanId: crypto.randomUUID(), code: sku, quantity, ...sent });
const step = async (number: string, verb: string, more: object = {}) =>
  post(lead, `/${number}/${verb}`, { version: (await read(number)).version, ...more });
/** Units leave the warehouse. */
const remove = (units: number) =>
  open.shop.db.pool.query(`select move_stock($1, 'BODEGA', $2, 'adjusted')`, [product, -units]);
const free = async () => (await levelsOf(open.shop.db, product)).BODEGA ?? 0;
const sell = (quantity: number) =>
  placeOrderOf(open.shop, { lines: [{ productId: product, quantity }], amount: 100 * quantity });

test('[PROD-21] the units of several people who count together add up, and no counter sees a level', async () => {
  const number = await start();
  await Promise.all([
    ...Array.from({ length: 5 }, () => scan(ana, number)),
    ...Array.from({ length: 5 }, () => scan(luis, number, 2)),
  ]);
  const seen = await read(number, luis);
  expect(seen).toMatchObject({ state: 'counting', products: 1, counted: 1 });
  expect(seen.lines).toMatchObject([{ sku, counted: 15, mine: 10 }]);
  expect(seen.lines.map(({ booked, difference, first }) => [booked, difference, first])).toEqual([[null, null, null]]);
  expect(JSON.stringify(seen.lines)).not.toContain('79');
  expect(seen.counters.map(({ units }) => units).toSorted((a, b) => a - b)).toEqual([5, 10]);
});

test('[PROD-21, OFF-24] a scan that is sent twice counts once, and people subtract only units that they counted', async () => {
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

test('[PROD-21] another person counts the differing products again, and the second count applies', async () => {
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

test('[PROD-21] a count without differences waits for its approval immediately, and changes nothing', async () => {
  const number = await start();
  await scan(ana, number, 79);
  expect((await step(number, 'review')).json().data).toMatchObject({ state: 'reviewed', lines: [] });
  expect(codeOf(await step(number, 'approve'))).toBe('ok');
  expect(await free()).toBe(79);
  expect(codeOf(await step(number, 'approve'))).toBe('TRANSITION_NOT_ALLOWED');
});

test('[PROD-21] a place, a shelf and a category have their own products, and an unscanned product counts as zero', async () => {
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
  // Zero means that a person looked and found no units.
  expect(codeOf(await scan(ana, number, 0))).toBe('ok');
  expect((await step(number, 'review')).json().data.lines).toMatchObject([{ first: 0, second: 0, difference: -79 }]);
  await step(number, 'cancel', { reason: 'Era otro estante' });
  expect(await free()).toBe(79);
  expect(codeOf(await scan(ana, number))).toBe('TRANSITION_NOT_ALLOWED');
});

test('[PROD-21] a product found at a place without recorded stock joins the count of the place', async () => {
  const number = await start({ kind: 'place' }, 'XELA');
  expect((await scan(ana, number, 3)).json().data).toMatchObject({ sku, counted: 3 });
  await step(number, 'review');
  await scan(luis, number, 3);
  await step(number, 'review');
  expect(codeOf(await step(number, 'approve'))).toBe('ok');
  expect(await levelsOf(open.shop.db, product)).toEqual({ BODEGA: 79, XELA: 3 });
});

test('[PROD-22] 50 units sold during a count or its approval stay sold', async () => {
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

test('[PROD-21] nobody records a difference alone: a person who ends a round without scans counted zero', async () => {
  const number = await start();
  await scan(ana, number);
  await scan(ana, number, -1);
  await step(number, 'review');
  expect((await read(number, lead)).lines).toMatchObject([{ mayCount: false }]);
  expect(codeOf(await scan(lead, number, 70))).toBe('APPROVAL_REQUIRED');
  expect(codeOf(await scan(ana, number, 70))).toBe('APPROVAL_REQUIRED');
  expect(codeOf(await scan(luis, number, 70))).toBe('ok');
  const looked = await start();
  await scan(ana, looked, 0);
  await step(looked, 'review');
  expect(codeOf(await scan(lead, looked, 79))).toBe('ok');
});

test('[PROD-21] a canceled count never shows levels', async () => {
  const number = await start();
  await scan(ana, number, 70);
  await step(number, 'review');
  const canceled = (await step(number, 'cancel', { reason: 'Otro día' })).json().data;
  expect(canceled.lines).toMatchObject([{ first: null, second: null, booked: null, difference: null }]);
  expect((await read(number, ana)).lines).toEqual(canceled.lines);
});

test('[PROD-21] people who subtract units concurrently never subtract more than was counted', async () => {
  const number = await start();
  await scan(ana, number, 2);
  const answers = await Promise.all(Array.from({ length: 8 }, () => scan(ana, number, -1)));
  expect(answers.map(codeOf).filter((code) => code === 'ok')).toHaveLength(2);
  expect((await read(number, ana)).lines).toMatchObject([{ counted: 0, mine: 0 }]);
});

test('[PROD-22] subtracting units or sending a late scan does not find units that left after the first scan', async () => {
  const number = await start();
  await scan(ana, number, 50);
  const moment = (await open.shop.db.pool.query('select clock_timestamp() as at')).rows[0].at.toISOString();
  await remove(5);
  await scan(ana, number, -1);
  await scan(ana, number, 30, { scannedAt: moment });
  expect((await step(number, 'review')).json().data).toMatchObject({ state: 'reviewed', lines: [] });
  const other = await start();
  await scan(ana, other, 70, { scannedAt: '2020-01-01T00:00:00.000Z' });
  await scan(ana, other, 4, { scannedAt: '2099-01-01T00:00:00.000Z' });
  const { rows: bounds } = await open.shop.db.pool.query(
    `select bool_and(s.scanned_at between c.created_at and clock_timestamp()) as are_kept from stock_count_scans s
     join stock_counts c on c.number = s.count_number where c.number = $1`,
    [Number(other.slice(2))],
  );
  expect(bounds).toEqual([{ are_kept: true }]);
});

describe('[PROD-22, WORK-08] a picker who misses a unit after the count', () => {
  /** A count of 74 units that is ready for approval, while an order claims one of 79 units. */
  const countAndMiss = async (sql: string): Promise<string> => {
    const order = await sell(1);
    const number = await start();
    await scan(ana, number, 70);
    await step(number, 'review');
    await scan(luis, number, 74);
    await step(number, 'review');
    await open.shop.db.pool.query(`select ${sql} from orders o where o.number = $1`, [order]);
    return number;
  };

  test('does not supersede the count', async () => {
    const number = await countAndMiss(`miss_units_at(o.id, 1, 1, 1, 'BODEGA')`);
    expect((await step(number, 'approve')).json().data.lines).toMatchObject([{ difference: -5, outcome: 'counted' }]);
    expect(await free()).toBe(73);
  });

  test('supersedes the count if nothing is left to correct', async () => {
    const number = await countAndMiss(`move_stock(${product}, 'BODEGA', -78, 'counted', o.id)`);
    expect((await step(number, 'approve')).json().data.lines).toMatchObject([{ outcome: 'superseded' }]);
    expect(await free()).toBe(0);
  });
});

test('[PROD-21, OFF-08] people of another store see nothing of a count, and the catalogue does not count', async () => {
  const number = await start();
  const other = await openDesk(open.shop, 'warehouse', ['MAX']);
  expect((await other.send('GET', `/v1/admin/stock-counts/${number}`)).statusCode).toBe(404);
  expect(codeOf(await scan(other, number))).toBe('NOT_FOUND');
  expect(codeOf(await post(other, '', { storeCode: 'BODEGA', scope: { kind: 'place' } }))).toBe('STORE_NOT_FOUND');
  expect((await scan(await openDesk(open.shop, 'catalogue'), number)).statusCode).toBe(403);
});

import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

const places = ['BODEGA', 'MAX', 'XELA'] as const;
const skus = ['A', 'B', 'C', 'D'];

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let people: TestDesk[];
let products: number[];

beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  await createShopBasics(open.shop.db);
  people = await Promise.all([1, 2, 3].map(() => openDesk(open.shop, 'warehouse')));
  products = [];
  for (const sku of skus) {
    const id = await createProduct(open.shop.db, { sku, price: 100_00, stock: 400 });
    for (const place of ['MAX', 'XELA']) await addStock(open.shop.db, id, 100, place);
    products.push(id);
  }
});
afterAll(() => open.close());

const post = async (turn: number, path: string, body: object) => {
  const by = people[turn % people.length];
  if (by === undefined) throw new Error('nobody is there');
  const answer = await by.send('POST', `/v1/admin/${path}`, { body, headers: { 'idempotency-key': randomUUIDv7() } });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data;
};

/** Sends goods in two parts, receives most of them in reverse order, and closes the rest. */
async function carry(turn: number): Promise<void> {
  const [from, to] = [places[turn % 3], places[(turn + 1) % 3]];
  const ordered = turn % 2 === 0 ? skus : skus.toReversed();
  const lines = ordered.map((sku) => ({ sku, quantity: 4 }));
  const made = await post(turn, 'transfers', { from, to, lines });
  const path = `transfers/${made.number}`;
  const half = lines.map((line) => ({ ...line, quantity: 2 }));
  const first = await post(turn, `${path}/send`, { version: made.version, lines: half });
  const received = await post(turn + 1, `${path}/receive`, { version: first.version, lines: half.toReversed() });
  const second = await post(turn, `${path}/send`, { version: received.version });
  const fate = turn % 2 === 0 ? 'back' : 'lost';
  await post(turn, `${path}/close`, { version: second.version, fate, reason: 'Prueba' });
}

/** Counts two products at a place in both rounds, each with a small error. */
async function count(turn: number): Promise<void> {
  const storeCode = places[(turn / 3) % 3];
  const counted = turn % 2 === 0 ? ['A', 'C'] : ['D', 'B'];
  const made = await post(turn, 'stock-counts', { storeCode, scope: { kind: 'list', skus: counted } });
  const path = `stock-counts/${made.number}`;
  const scanAll = async (by: number, quantity: number) => {
    for (const code of counted) await post(by, `${path}/scan`, { scanId: crypto.randomUUID(), code, quantity });
  };
  await scanAll(turn, 90);
  const reviewed = await post(turn, `${path}/review`, { version: made.version });
  if (reviewed.state !== 'recounting') return;
  for (const { sku } of reviewed.lines)
    await post(turn + 1, `${path}/scan`, { scanId: crypto.randomUUID(), code: sku, quantity: 95 });
  const ready = await post(turn, `${path}/review`, { version: reviewed.version });
  await post(turn, `${path}/approve`, { version: ready.version });
}

const order = (turn: number) =>
  placeOrderOf(open.shop, {
    lines: (turn % 2 === 0 ? products : products.toReversed()).map((productId) => ({ productId, quantity: 1 })),
    amount: 400,
  });

test('[PROD-20, PROD-22] concurrent transfers, counts and orders never deadlock, and all records agree afterwards', async () => {
  const turns = Array.from({ length: 36 }, (_, turn) => turn);
  await Promise.all(turns.flatMap((turn) => [carry(turn), ...(turn % 3 === 0 ? [count(turn), order(turn)] : [])]));
  await expectSoundBooks(open.shop.db, open.bank);
  const { rows } = await open.shop.db.pool.query<{ product: number; levels: number; movements: number; total: number }>(
    `select p.id as product, (select sum(quantity)::integer from stock_levels where product_id = p.id) as levels,
       (select sum(delta)::integer from stock_movements where product_id = p.id) as movements,
       (select salable from stock_totals where product_id = p.id) as total
     from products p order by id`,
  );
  for (const { levels, movements, total } of rows) expect([movements, total]).toEqual([levels, levels]);
}, 600_000);

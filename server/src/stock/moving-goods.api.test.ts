import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { untilBlocked } from '../testing/lock-waits.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
/** Two products with ten units at each of two stores, sorted by ID. */
let products: number[];

beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});
beforeEach(async () => {
  const { db } = open.shop;
  products = [];
  for (const name of ['A', 'B']) {
    const id = await createProduct(db, { sku: `${expect.getState().currentTestName?.length}-${name}`, stock: 0 });
    for (const store of ['MAX', 'XELA']) await addStock(db, id, 10, store);
    products.push(id);
  }
});

/** Moves several places in one call: `[product, place, amount]`. */
const move = async (...moves: (readonly [product: number | undefined, place: string, amount: number])[]) => {
  const columns = [0, 1, 2].map((column) => moves.map((one) => one[column]));
  const { rows } = await open.shop.db.pool.query<{ moved: boolean }>(
    `select move_goods($1, $2, $3, 'received') as moved`,
    columns,
  );
  return rows[0]?.moved;
};

const allLevels = () => Promise.all(products.map((id) => levelsOf(open.shop.db, id)));

test('goods that arrive at two places never deadlock with a pickup of both products', async () => {
  const { shop } = open;
  const [first, second] = products;
  const lines = products.map((productId) => ({ productId, quantity: 1 }));
  const cartId = await prepareCart(shop, { lines, shippingMethod: 'pickup', storeCode: 'MAX' });
  const holder = await shop.db.pool.connect();
  await holder.query('begin');
  await holder.query('select from stock_totals where product_id = $1 for no key update', [first]);
  // The first product arrives at another place than the second product, which arrives at the place of the pickup.
  const arrival = move([first, 'XELA', 5], [second, 'MAX', 5]);
  await untilBlocked(open.shop.db.pool, holder);
  const pickup = postOrder(shop, { cartId, payments: [cash(200)] });
  await untilBlocked(open.shop.db.pool, holder, 2);
  await holder.query('rollback');
  holder.release();
  expect([(await pickup).statusCode, await arrival]).toEqual([200, true]);
  expect(await allLevels()).toEqual([
    { MAX: 9, XELA: 15 },
    { MAX: 14, XELA: 10 },
  ]);
});

test('an empty place receives its first units while others buy the product', async () => {
  const { shop } = open;
  const [first, second] = products;
  const holder = await shop.db.pool.connect();
  await holder.query('begin');
  await holder.query(`select from stock_levels where product_id = $1 and store_code = 'MAX' for update`, [second]);
  const arrival = move([first, 'BODEGA', 5], [second, 'MAX', 5]);
  await untilBlocked(open.shop.db.pool, holder);
  // The transaction waits for a level and has locked no total. The total can therefore be locked without a wait.
  const free = await shop.db.pool.query('select from stock_totals where product_id = $1 for update nowait', [first]);
  expect(free.rowCount).toBe(1);
  await holder.query('rollback');
  holder.release();
  expect(await arrival).toBe(true);
  expect(await allLevels()).toEqual([
    { BODEGA: 5, MAX: 10, XELA: 10 },
    { MAX: 15, XELA: 10 },
  ]);
});

test('if one of several moves does not fit, no move is made, and moves at one place are summed', async () => {
  const [first, second] = products;
  expect(await move([first, 'MAX', 3], [second, 'XELA', -11])).toBe(false);
  expect(await move([first, 'MAX', -6], [first, 'MAX', -6])).toBe(false);
  expect(await allLevels()).toEqual([
    { MAX: 10, XELA: 10 },
    { MAX: 10, XELA: 10 },
  ]);
  expect(await move([first, 'MAX', -6], [first, 'MAX', 2], [second, 'XELA', -10])).toBe(true);
  expect(await allLevels()).toEqual([{ MAX: 6, XELA: 10 }, { MAX: 10 }]);
  const { rows } = await open.shop.db.pool.query<{ delta: number }>(
    'select delta from stock_movements where product_id = $1 order by id desc limit 2',
    [first],
  );
  expect(rows.map(({ delta }) => delta).sort()).toEqual([-6, 2]);
});

test('deleted levels are subtracted from the totals in the order of their products', async () => {
  const { db } = open.shop;
  const { pool } = db;
  const many: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const id = await createProduct(db, { sku: `GONE-${n}`, stock: 3 });
    await addStock(db, id, 2, 'XELA');
    many.push(id);
  }
  await pool.query(`delete from stock_movements where store_code = 'XELA' and product_id = any ($1)`, [many]);
  // New versions of rows are at the end of the table. The rows' order then differs from the order of their IDs.
  for (const id of many.toReversed())
    await pool.query('update stock_totals set salable = salable where product_id = $1', [id]);
  const [first, ...others] = many;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from stock_totals where product_id = $1 for update', [first]);
  // Forces the plan that reads the totals in table order.
  const deleting = await pool.connect();
  await deleting.query('set enable_sort = off; set enable_nestloop = off; set enable_mergejoin = off');
  const deletion = deleting.query(`delete from stock_levels where store_code = 'XELA' and product_id = any ($1)`, [
    many,
  ]);
  await untilBlocked(open.shop.db.pool, holder);
  const free = await pool.query<{ product_id: number }>(
    'select product_id from stock_totals where product_id = any ($1) for update skip locked',
    [others],
  );
  expect(free.rows.map(({ product_id }) => product_id).sort((a, b) => a - b)).toEqual(others);
  await holder.query('rollback');
  holder.release();
  expect((await deletion).rowCount).toBe(6);
  deleting.release(true);
  const { rows } = await pool.query('select salable from stock_totals where product_id = any ($1)', [many]);
  expect(rows).toEqual(Array(6).fill({ salable: 3 }));
});

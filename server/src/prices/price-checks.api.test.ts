import type { ListQuery } from '@ceiba/contract/desk/list';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import { listPage, listRows } from '../platform/lists/list-source.ts';
import { fillLargeShop } from '../testing/large-shop.ts';
import { createProduct } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { rowsReadBy } from '../testing/visited-rows.ts';
import { priceCheckSource } from './prices.desk.routes.ts';

const discounts = 3_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await fillLargeShop(shop.db, [
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
     select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 10000, 10000 from generate_series(1, ${discounts}) n`,
    'update products set sales_price = 8000',
  ]);
  await shop.db.pool.query('analyze products, price_changes, price_references');
}, 120_000);
afterAll(() => shop.close());

const run = (text: string, values: unknown[] = []) => shop.db.pool.query(text, values);

const now = new Date();
const names = { id: '', sessionId: '', name: '', email: '', role: 'owner' };
const staff = { ...names, permissions: new Set<never>(), stores: null, sessionExpiresAt: now, confirmedAt: now };

/** Counts the statements of a reading, and the rows of the price history that it reads. */
async function costOf(read: (tx: Tx) => Promise<unknown>): Promise<{ statements: number; rows: number }> {
  let statements = 0;
  const rows = await rowsReadBy(shop.url, 'price_changes', (tx) =>
    read({
      ...tx,
      run: (asked) => {
        statements += 1;
        return tx.run(asked);
      },
    }),
  );
  return { statements, rows };
}

const pageOf = async (tx: Tx, query: ListQuery) => {
  const page = await listPage(tx, priceCheckSource, query, staff);
  if (!page.ok) throw new Error(page.error.code);
  return page.value;
};

test('[PRICE-06] a page with its count checks each of 3,000 discounts once, and so does the whole CSV', async () => {
  const once = await costOf((tx) => tx.run({ text: 'select * from running_discounts(now())', values: [] }));
  let total = 0;
  const page = await costOf(async (tx) => {
    total = (await pageOf(tx, { sort: 'title' })).total.value;
  });
  let exported = 0;
  const csv = await costOf(async (tx) => {
    for await (const rows of listRows(tx, priceCheckSource, {}, staff)) exported += rows.length;
  });
  expect([total, exported]).toEqual([discounts, discounts]);
  expect([page.statements, csv.statements]).toEqual([1, 1]);
  expect(Math.max(page.rows, csv.rows)).toBeLessThan(once.rows * 1.1);
  expect(once.rows).toBeLessThan(discounts * 25);
});

test('[PRICE-06, OFF-15] each page continues after the previous one, in either direction, with the total count', async () => {
  for (const sort of ['title', '-since', 'price']) {
    const seen = new Set<unknown>();
    let after: string | undefined;
    for (let pages = 0; pages < 5; pages += 1) {
      const { rows, next, total } = await pageOf(shop.db.read, { sort, limit: 900, ...(after && { after }) });
      for (const { sku } of rows) seen.add(sku);
      expect(total).toEqual({ value: discounts, capped: false });
      if (next === null) break;
      after = next;
    }
    expect(seen.size, sort).toBe(discounts);
  }
  const none = await pageOf(shop.db.read, { q: 'no hay tal producto' });
  expect(none).toEqual({ rows: [], next: null, total: { value: 0, capped: false } });
});

let products = 0;

/**
 * Creates a product with only this history. Each step has the days before now, the regular price and the price in quetzales. Null
 * means off sale.
 */
async function productWithPast(past: [daysAgo: number, regular: number | null, price: number | null][]) {
  products += 1;
  const id = await createProduct(shop.db, { sku: `PAST-${products}` });
  await run('alter table price_changes disable trigger price_changes_kept');
  await run('delete from price_changes where product_id = $1', [id]);
  await run('alter table price_changes enable trigger price_changes_kept');
  for (const [days, regular, price] of past)
    await run('insert into price_changes (product_id, at, regular_price, price) values ($1, $2, $3, $4)', [
      id,
      new Date(Date.now() - days * dayMs),
      regular === null ? null : regular * 100,
      price === null ? null : price * 100,
    ]);
  return id;
}

/** Computes the price references of a loaded history. */
const refresh = (id: number) => run(`select refresh_price_references(array[$1::bigint], '-infinity')`, [id]);

const judge = async (id: number, price = 80) => {
  const { rows } = await run(
    `select round(extract(epoch from now() - reduced_since) / 86400)::int as days, reference::int, offered_days as offered, known_days as known,
       raised_to::int as raised, doubts from price_check($1, 10000, $2, null, now())`,
    [id, price * 100],
  );
  return rows[0];
};

test('[PRICE-05] a check reads only the prices that it needs, however many there are', async () => {
  const id = await productWithPast([
    [100, 100, 100],
    [10, 100, 90],
  ]);
  await run(
    `insert into price_changes (product_id, at, regular_price, price)
     select $1, now() - interval '100 days' - n * interval '1 hour', 10000, 9000 + n % 2 from generate_series(1, 5000) n`,
    [id],
  );
  await run('analyze price_changes');
  await run('update products set sales_price = 9000 where id = $1', [id]);
  await refresh(id);
  const { rows } = await costOf((tx) =>
    tx.run({ text: `select * from price_check(${id}, 10000, 9000, null, now() - interval '1 hour')`, values: [] }),
  );
  expect(rows).toBeLessThan(60);
  expect(await judge(id, 90)).toEqual({
    days: 10,
    reference: 100_00,
    offered: 80,
    known: 90,
    raised: null,
    doubts: [],
  });
});

type Past = [daysAgo: number, regular: number | null, price: number | null][];
const running: [story: string, past: Past, days: number, doubts: string[]][] = [
  [
    'one that has run for 200 days',
    [
      [300, 100, 100],
      [200, 100, 80],
    ],
    200,
    ['unproven', 'long'],
  ],
  [
    'one before which the price rose',
    [
      [300, 80, 80],
      [210, 100, 100],
      [200, 100, 80],
    ],
    200,
    ['notBelow', 'unproven', 'long', 'raised'],
  ],
  ['one that began with the history', [[200, 100, 80]], 200, ['unproven', 'long']],
  [
    'one that began when the product came on sale',
    [
      [300, null, null],
      [40, 100, 80],
    ],
    40,
    ['unproven'],
  ],
  [
    'one that began 120 days ago, after a long time off sale',
    [
      [400, 100, 100],
      [300, null, null],
      [120, 100, 80],
    ],
    120,
    ['unproven', 'long'],
  ],
  [
    'one that ended and began again',
    [
      [300, 100, 80],
      [48, 100, 100],
      [20, 100, 80],
    ],
    20,
    ['notBelow', 'raised'],
  ],
];

test.each(running)(
  '[PRICE-05] the check finds the start of a running reduction: %s',
  async (_story, past, days, doubts) => {
    const id = await productWithPast(past);
    await run('update products set sales_price = 8000 where id = $1', [id]);
    await refresh(id);
    expect(await judge(id)).toMatchObject({ days, doubts });
  },
);

import { quetzales } from '@ceiba/domain/money/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/database.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { createMatchFinder } from './match.store.ts';

/** Product n costs n + 1 quetzales, and the dearest ones sell worst. */
const products = 12_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await shop.db.transaction(async (tx) => {
    const run = (text: string) => tx.run({ text, values: [] });
    await run(`select set_config('ceiba.bulk_load', 'on', true)`);
    await run(`insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price, sold_count)
      select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 100 * n + 100, 100 * n + 100, ${products} - n from generate_series(0, ${products - 1}) n`);
    await run('select refresh_product_search(null)');
  });
  await shop.db.pool.query('vacuum (analyze) product_search');
});
afterAll(() => shop.close());

const found = async (query: string) => {
  const answer = await shop.inject({ url: `/v1/search?${query}` });
  const body: { total: number; products: { sku: string }[] } = answer.json();
  return { total: body.total, skus: body.products.map(({ sku }) => sku) };
};

/** Rows of the search table that a search visits. On one connection, which then tells what it has done. */
const visitedBy = async (db: Database, minPrice: number): Promise<number> => {
  const visits = async (): Promise<number> => {
    await db.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await db.pool.query<{ visits: number }>(
      `select seq_tup_read + idx_tup_fetch as visits from pg_stat_user_tables where relname = 'product_search'`,
    );
    return rows[0]?.visits ?? 0;
  };
  const before = await visits();
  await createMatchFinder(db.read)(
    {
      words: '',
      groups: [],
      minPrice: quetzales(minPrice),
      maxPrice: null,
      isOffersOnly: false,
      sort: 'relevance',
      page: 1,
    },
    new Date(),
  );
  return (await visits()) - before;
};

test('[DEC-180] a search by price alone visits what has that price, not the whole shop', async () => {
  const answer = await found(`minPrice=${products - 9}`);
  expect([answer.total, answer.skus.at(0)]).toEqual([10, `P${products - 10}`]);
  expect(await found('minPrice=50000')).toEqual({ total: 0, skus: [] });
  const db = openDatabase({ url: shop.url, use: 'requests', maxConnections: 1 });
  expect(await visitedBy(db, products - 9)).toBeLessThan(100);
  expect(await visitedBy(db, 1)).toBeGreaterThan(5_000);
  await db.close();
});

test('[DEC-180] a price that most products have gives the best-selling of them', async () => {
  const answer = await found('minPrice=1001');
  expect(answer.total).toBe(10_000);
  expect(answer.skus.slice(0, 2)).toEqual(['P1000', 'P1001']);
});

test('[DEC-27] a product whose flash sale has the price is found by it', async () => {
  await shop.db.pool.query(
    `insert into flash_sales (product_id, price, starts_at, ends_at)
     select id, 51, now() - interval '1 hour', now() + interval '1 hour' from products where sku = 'P5000'`,
  );
  expect((await found('maxPrice=0.99')).skus).toEqual(['P5000']);
  expect((await found('minPrice=5001&maxPrice=5001')).skus).toEqual([]);
});

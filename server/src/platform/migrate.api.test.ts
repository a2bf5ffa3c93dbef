import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { migrate } from './migrate.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

/** Pages of a table, and those of which the database knows that everybody sees them whole. */
const pagesOf = async (table: string): Promise<{ all: number; seen: number }> => {
  const { rows } = await shop.db.pool.query<{ all: number; seen: number }>(
    'select relpages as all, relallvisible as seen from pg_class where oid = $1::regclass',
    [table],
  );
  return rows[0] ?? { all: 0, seen: 0 };
};

test('a table that a migration writes anew is read from its indexes alone right afterwards', async () => {
  await shop.db.transaction(async (tx) => {
    const run = (text: string) => tx.run({ text, values: [] });
    await run(`select set_config('ceiba.bulk_load', 'on', true)`);
    await run(`insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
      select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 100, 100 from generate_series(1, 2000) n`);
    await run('select refresh_product_search(null)');
  });
  // Nobody else does what the migrations shall have done.
  await shop.db.pool.query('alter table product_search set (autovacuum_enabled = off)');
  // Again where somebody held a snapshot meanwhile: a vacuum then leaves the pages as they are.
  await until(async () => {
    // The shop as it was before the brands' lists.
    await shop.db.pool.query(`alter table product_search drop column brand;
      delete from migrations where name = '0285_search_brand_lists.sql'`);
    expect(await migrate(shop.db.pool)).toEqual(['0285_search_brand_lists.sql']);
    const { all, seen } = await pagesOf('product_search');
    expect(all).toBeGreaterThan(10);
    return seen === all;
  });
  const found = await shop.inject({ url: `/v1/search?${new URLSearchParams({ brand: 'Volcán' })}` });
  expect(found.json()).toMatchObject({ total: 2_000 });
});

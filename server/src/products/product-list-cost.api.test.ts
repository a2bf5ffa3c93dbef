import type { ListQuery } from '@ceiba/contract/desk/list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productCodeTable } from '../catalog/product-codes.table.ts';
import { sourceOf } from '../platform/entities/entity-routes.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import { listPage } from '../platform/lists/list-source.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { rowsReadBy } from '../testing/visited-rows.ts';
import { productReader } from './product-rows.store.ts';

/** Twice as many rows as a list counts. A statement that reads all rows exceeds the limit. */
const products = 24_000;
/** More products of one brand than a list counts. Their names sort last. */
const lastBrandProducts = 10_500;
const withStock = `sku <> 'MANY-7'`;

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await shop.db.transaction(async (tx) => {
    for (const text of [
      'set local session_replication_role = replica',
      `insert into products (sku, slug, title, kind, brand_id, seller_id, category_id, regular_price, sales_price, is_published)
       select 'MANY-' || n, 'many-' || n, 'Producto ' || n, 'goods', b.id, 1, c.id, n * 100, n * 100, false
       from generate_series(1, ${products}) n, (select min(id) as id from brands) b, (select max(id) as id from categories) c`,
      `insert into brands (title, slug) values ('Última', 'ultima')`,
      `insert into products (sku, slug, title, kind, brand_id, seller_id, category_id, regular_price, sales_price, is_published)
       select 'ZLAST-' || n, 'zlast-' || n, 'Último producto ' || n, 'goods', b.id, 1, c.id, 9000000, 9000000, false
       from generate_series(1, ${lastBrandProducts}) n, (select max(id) as id from brands) b, (select max(id) as id from categories) c`,
      `insert into stock_totals (product_id, salable) select id, 1 from products where ${withStock}`,
      `insert into product_codes (code, product_id, sku) select '74' || lpad(id::text, 8, '0'), id, sku from products`,
      'select refresh_product_rows(null)',
    ])
      await tx.run({ text, values: [] });
  });
  for (const table of ['products', 'product_rows', 'product_codes'])
    await shop.db.pool.query(`vacuum analyze ${table}`);
}, 120_000);
afterAll(() => shop.close());

/** Lists of goods are the same for everybody who may read them. */
const staff: StaffCaller = {
  ...{ id: '', sessionId: '', name: '', email: '', role: 'owner', stores: null },
  ...{ permissions: new Set(), sessionExpiresAt: new Date(0), confirmedAt: new Date(0) },
};

const skusOf = (page: Awaited<ReturnType<typeof listPage>>): unknown[] => {
  if (!page.ok) throw new Error(JSON.stringify(page.error));
  return page.value.rows.map(({ sku }) => sku);
};

/** Maximum number of rows read. A page of matching rows is read twice: once to count the rows, once to sort them. */
const maxRowsRead = 500;

test.each<[query: ListQuery, skus: string[]]>([
  [{ inStock: false }, ['MANY-7']],
  [{ priceFrom: 23_999, priceTo: 23_999, sort: 'price' }, ['MANY-23999']],
  [{ priceTo: 1 }, ['MANY-1']],
  [{ q: 'many 23998' }, ['MANY-23998']],
])('[OFF-15] a list of many products reads few rows for %j', async (query, skus) => {
  let found: unknown[] = [];
  const read = await rowsReadBy(shop.url, 'product_rows', async (tx) => {
    found = skusOf(await productReader(tx).page(query, staff));
  });
  expect(found).toEqual(skus);
  expect(read).toBeLessThan(maxRowsRead);
});

test('[OFF-15] many matches at the end of the sort order are found without reading all rows before them', async () => {
  let found: unknown[] = [];
  const read = await rowsReadBy(shop.url, 'product_rows', async (tx) => {
    found = skusOf(await productReader(tx).page({ brand: 'Última', sort: 'title' }, staff));
  });
  expect(found[0]).toBe('ZLAST-1');
  // The matching rows are read twice: to count and to sort them. Reading all products would be twice as many rows.
  expect(read).toBeLessThan(2 * (500 + lastBrandProducts) + maxRowsRead);
});

test.each<[query: ListQuery, first: string]>([
  [{ sku: 'MANY-23999' }, 'MANY-23999'],
  [{ q: 'producto 23999' }, 'MANY-23999'],
  [{ q: 'MANY-23999' }, 'MANY-23999'],
  [{ sort: 'code' }, 'MANY-1'],
  [{ sort: 'sku' }, 'MANY-1'],
])('[OFF-15, BUY-07] the list of many codes reads few rows for %j', async (query, first) => {
  const source = sourceOf(productCodeTable);
  let found: unknown[] = [];
  const read = await rowsReadBy(shop.url, 'product_codes', async (tx) => {
    found = skusOf(await listPage(tx, source, { sort: 'code', ...query }, staff));
  });
  expect(found[0]).toBe(first);
  // A list without a filter counts its first 10,001 rows.
  expect(read).toBeLessThan(10_001 + maxRowsRead);
});

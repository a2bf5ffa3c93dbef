import { productTag } from '@ceiba/contract/page-tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNextPriceChange } from '../../catalog/catalog.store.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { listenForPurges, type PurgeListener } from './cache-invalidation.ts';
import { cachePriceChange } from './response-cache.ts';

let shop: TestShop;
let listener: PurgeListener;
const heard: string[][] = [];

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  listener = await listenForPurges({ url: shop.url, purge: (tags) => heard.push([...tags]), onError: () => {} });
});
afterAll(async () => {
  await listener.close();
  await shop.close();
});

/** Resolves when every earlier notification has arrived. */
const caughtUp = async (): Promise<void> => {
  heard.length = 0;
  await shop.db.pool.query(`notify page_purge, 'sign'`);
  await until(() => heard.some((tags) => tags.includes('sign')));
};

/** Returns the tags of one change. A marker notification shows where they end. */
const tagsOf = async (change: () => Promise<unknown>): Promise<string[]> => {
  await caughtUp();
  heard.length = 0;
  await change();
  await shop.db.pool.query(`notify page_purge, 'sign'`);
  await until(() => heard.some((tags) => tags.includes('sign')));
  return heard.flat().filter((tag) => tag !== 'sign');
};

const setPrices = (skus: readonly string[]) =>
  shop.db.pool.query('update products set sales_price = sales_price - 1 where sku = any ($1)', [skus]);

test('1,000 prices that change together invalidate only the pages of their products, even with long skus', async () => {
  await createProduct(shop.db, { sku: 'STAYS' });
  const skus = Array.from({ length: 1_000 }, (_, n) => `${n}-${'LARGO-'.repeat(20)}`);
  await shop.db.pool.query(
    `insert into products (sku, slug, title, kind, brand_id, seller_id, category_id, regular_price, sales_price)
     select sku, lower(sku), sku, 'goods', 1, 1, 2, 10000, 10000 from unnest($1::text[]) sku`,
    [skus],
  );
  expect(new Set(await tagsOf(() => setPrices(skus)))).toEqual(
    new Set([...skus.map(productTag), 'category:2', 'listing']),
  );
  expect(await tagsOf(() => setPrices(skus.slice(0, 1)))).toEqual([productTag(skus[0] ?? ''), 'category:2', 'listing']);
});

test.each(['CON ESPACIO', 'á,é', '50"', "o'brien", 'a_b', '🛒-1', 'tab\tnueva\nlínea', '%_\\', 'ABC.def-09'])(
  'the tag of the sku %j is one word of a header, and SQL makes the same tag',
  async (sku) => {
    await createProduct(shop.db, { sku });
    expect(productTag(sku)).toMatch(/^product:[\w.-]{1,64}$/);
    expect(await tagsOf(() => setPrices([sku]))).toEqual([productTag(sku), 'category:2', 'listing']);
  },
);

test('a statement that changes no row sends no invalidation', async () => {
  const statements = [
    `update products set sales_price = regular_price, discount_ends_at = null where discount_ends_at <= '2000-01-01'`,
    'insert into products overriding system value select * from products where false',
    ...['flash_sales', 'stock_offers', 'categories', 'banners', 'category_pages', 'category_infos'].map(
      (table) => `delete from ${table} where false`,
    ),
    ...['stores', 'departments', 'card_bins', 'flags', 'shop_policy'].map(
      (table) => `delete from ${table} where false`,
    ),
    ...['synonyms', 'absent', 'ignored', 'other_brands', 'answers', 'answer_words'].map(
      (table) => `delete from search_${table} where false`,
    ),
  ];
  expect(
    await tagsOf(async () => {
      for (const text of statements) await shop.db.pool.query(text);
    }),
  ).toEqual([]);
});

test('many rows of one statement send one notification', async () => {
  expect(await tagsOf(() => shop.db.pool.query('update departments set title = title'))).toEqual(['help', 'stores']);
});

test('once a discount gets an end, nothing is cached beyond that end', async () => {
  await createProduct(shop.db, { sku: 'OFERTA' });
  const kept = cachePriceChange((after) => findNextPriceChange(shop.db.read, after));
  expect(await kept.after(Date.now())).toBeNull();
  const end = '2099-01-01T06:00:00.000Z';
  const tags = await tagsOf(() =>
    shop.db.pool.query(`update products set discount_ends_at = $1 where sku = 'OFERTA'`, [end]),
  );
  kept.forget(tags);
  expect(await kept.after(Date.now())).toBe(Date.parse(end));
});

test('[PROD-14, PROD-15, PROD-29] [BANK-07] nothing is cached beyond the start or end of planned content', async () => {
  const kept = cachePriceChange((after) => findNextPriceChange(shop.db.read, after));
  await kept.after(Date.now());
  for (const [start, plan] of [
    [
      '2098-01-01T06:00:00.000Z',
      `insert into banners (place, position, title, link, link_label, picture_url, starts_at) values ('hero', 1, 'Feria', '/', 'Ver', '/x.webp', $1)`,
    ],
    [
      '2097-01-01T06:00:00.000Z',
      `insert into category_pages (slug, title, starts_at) values ('guias/feria', 'Feria', $1)`,
    ],
    [
      '2096-01-01T06:00:00.000Z',
      `insert into legal_versions (page, holds_from, text) values ('terminos-y-condiciones', $1, '# Términos')`,
    ],
    ['2095-01-01T06:00:00.000Z', `update card_bins set discount_ends_at = $1 where bin = '424242'`],
    ['2094-01-01T06:00:00.000Z', `update card_bins set discount_starts_at = $1 where bin = '424242'`],
  ] as const) {
    kept.forget(await tagsOf(() => shop.db.pool.query(plan, [start])));
    expect(await kept.after(Date.now())).toBe(Date.parse(start));
  }
});

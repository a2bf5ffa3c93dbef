import { type Centavos, quetzales } from '@ceiba/domain/money/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillLargeShop } from '../testing/large-shop.ts';
import { searchOfAll } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { indexReadsOf } from '../testing/visited-rows.ts';
import { createMatchFinder, matchLimit } from './match.store.ts';

/** More products than a search reads. Product n costs n + 1 quetzales, every third is on offer, and many have sold equally often. */
const ofLargeBrand = 10_600;
const ofSmallBrand = 400;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await fillLargeShop(shop.db, [
    // Like in a shop with many attributes, the brands' values come after more attribute values than two bytes can number.
    `insert into facet_values (facet, facet_label, value, label, typing)
     select 'attribute', 'Modelo', n::text, n::text, '' from generate_series(1, 66000) n`,
    `insert into brands (id, title, slug) overriding system value values (71, 'Grande', 'grande'), (72, 'Chica', 'chica')`,
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price, sold_count)
     select 'P' || n, 'p' || n, 'Bocina ' || n, case when n < ${ofLargeBrand} then 71 else 72 end, 1, 2,
       100 * (n + case when n % 3 = 0 then 3 else 1 end), 100 * (n + 1), (n * 37) % 101
     from generate_series(0, ${ofLargeBrand + ofSmallBrand - 1}) n`,
    `update products set regular_price = null, sales_price = null where sku in ('P30', 'P10700')`,
  ]);
});
afterAll(() => shop.close());

interface Asked {
  brand: string;
  minPrice?: string;
  maxPrice?: string;
  offers?: string;
}

const given = async (asked: Asked) => {
  const answer = await shop.inject({ url: `/v1/search?${new URLSearchParams({ ...asked })}` });
  const body: { total: number; products: { sku: string }[] } = answer.json();
  return { total: body.total, skus: body.products.map(({ sku }) => sku) };
};

/** Returns the expected result by a plain query: the best-selling products of these brands at such a current price, then by lowest ID. */
const wanted = async ({ brand, minPrice, maxPrice, offers }: Asked) => {
  const { rows } = await shop.db.pool.query<{ sku: string; total: number }>(
    `select sku, least(count(*) over (), ${matchLimit})::integer as total from (
       select p.*, coalesce((select f.price from flash_sales f where f.product_id = p.id and f.price < p.sales_price), p.sales_price) as price_now
       from products p) p join brands b on b.id = p.brand_id
     where b.title = any ($1)
       and ($2::bigint is null or price_now >= $2) and ($3::bigint is null or price_now <= $3)
       and (not $4 or price_now < p.regular_price)
     order by p.sold_count desc, p.id limit 24`,
    [
      brand.split(','),
      minPrice === undefined ? null : Number(minPrice) * 100,
      maxPrice === undefined ? null : Number(maxPrice) * 100,
      offers === 'true',
    ],
  );
  return { total: rows[0]?.total ?? 0, skus: rows.map(({ sku }) => sku) };
};

const brands = ['Grande', 'Chica', 'Grande,Chica', 'Ninguna'];

const expectFound = async (limits: readonly Omit<Asked, 'brand'>[]): Promise<void> => {
  for (const brand of brands)
    for (const limit of limits) {
      const asked = { brand, ...limit };
      expect({ asked, ...(await given(asked)) }).toEqual({ asked, ...(await wanted(asked)) });
    }
};

test('[DEC-180] a brand gives its best-selling products, for any number, alone and within prices', async () => {
  await expectFound([
    {},
    { minPrice: '300' },
    { maxPrice: '500' },
    { minPrice: '10500', maxPrice: '10790' },
    { minPrice: '20000' },
    { offers: 'true' },
  ]);
});

test('[DEC-27] a brand within prices includes products with that price in a flash sale', async () => {
  await shop.db.pool.query(
    `insert into flash_sales (product_id, price, starts_at, ends_at)
     select id, 51, now() - interval '1 hour', now() + interval '1 hour' from products where sku in ('P100', 'P10800')`,
  );
  await expectFound([
    {},
    { minPrice: '1100' },
    { maxPrice: '1' },
    { maxPrice: '1', offers: 'true' },
    { offers: 'true' },
  ]);
});

test('[DEC-180] a brand with more products than a search reads is read from its list', async () => {
  const costOf = async (wanted: string[], minPrice: Centavos | null) => {
    const search = { ...searchOfAll, groups: [{ facet: 'brand', wanted }], minPrice };
    const [list, words] = await indexReadsOf(shop.url, ['product_search_brand_sold', 'product_search_words'], (tx) =>
      createMatchFinder(tx)(search, new Date()),
    );
    return { list, words };
  };
  const words = { read: 0, visited: 0 };
  expect(await costOf(['Grande'], null)).toEqual({ list: { read: matchLimit, visited: 0 }, words });
  expect(await costOf(['Chica'], null)).toEqual({ list: { read: ofSmallBrand, visited: 0 }, words });
  expect(await costOf(['Grande'], quetzales(8_000))).toEqual({ list: { read: ofLargeBrand, visited: 0 }, words });
});

test('[DEC-180] a product that changes brand or is sold is in its brand’s list immediately', async () => {
  await shop.db.pool.query(
    `update products set brand_id = 72 where sku = 'P40';
     update products set sold_count = 1000000 where sku in ('P40', 'P9000')`,
  );
  expect((await given({ brand: 'Chica' })).skus[0]).toBe('P40');
  expect((await given({ brand: 'Grande' })).skus[0]).toBe('P9000');
  expect((await given({ brand: 'Chica' })).total).toBe(ofSmallBrand + 1);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillLargeShop } from '../testing/large-shop.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { indexReadsOf } from '../testing/visited-rows.ts';
import { findPriced } from './best-sellers-by-price.store.ts';
import { keyBytes } from './record-pool.ts';

/** Enough products for both plans. Product n costs n + 1 centavos, every third is on offer, and many have sold equally often. */
const products = 6_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await fillLargeShop(shop.db, [
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price, sold_count)
     select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 10 + n, 1 + n, (n * 37) % 101
     from generate_series(0, ${products - 1}) n`,
    'update products set regular_price = sales_price where id % 3 <> 0',
    `insert into flash_sales (product_id, price, starts_at, ends_at)
     select id, 1, now() - interval '1 hour', now() + interval '1 hour' from products where sku in ('P100', 'P5900')`,
  ]);
});
afterAll(() => shop.close());

interface Asked {
  minPrice: number | null;
  maxPrice: number | null;
  isOffersOnly: boolean;
}

/** Returns the expected matches by a plain query: products at that price or in a flash sale, best-selling first, then by lowest ID. */
const wanted = async ({ minPrice, maxPrice, isOffersOnly }: Asked, limit: number): Promise<number[]> => {
  const { rows } = await shop.db.pool.query<{ id: number }>(
    `select id from (
       select p.id, p.sold_count from products p
       where (p.sales_price between coalesce($1, 0) and coalesce($2, 1000000) or exists (select from flash_sales f where f.product_id = p.id))
         and (not $3 or p.sales_price < p.regular_price or exists (select from flash_sales f where f.product_id = p.id))
       order by p.sold_count desc, p.id limit $4) best order by id`,
    [minPrice, maxPrice, isOffersOnly, limit],
  );
  return rows.map(({ id }) => id);
};

const given = async (asked: Asked, limit: number): Promise<number[]> => {
  const { keys } = await findPriced(shop.db.read, asked, new Date(), limit);
  const bytes = Buffer.from(keys ?? '', 'base64');
  return Array.from({ length: bytes.length / keyBytes }, (_, index) => bytes.readInt32BE(index * keyBytes)).sort(
    (a, b) => a - b,
  );
};

test('[DEC-180] a search by price alone gives the best-selling matches, with either plan', async () => {
  const ranges: [number | null, number | null][] = [
    [null, null],
    [1, null],
    [null, 3_000],
    [2_000, 2_500],
    [5_950, null],
    [9_000, null],
    [300, 200],
  ];
  for (const [minPrice, maxPrice] of ranges)
    for (const isOffersOnly of [false, true])
      for (const limit of [10, 400, 10_000]) {
        const asked = { minPrice, maxPrice, isOffersOnly };
        expect({ asked, limit, ids: await given(asked, limit) }).toEqual({
          asked,
          limit,
          ids: await wanted(asked, limit),
        });
      }
});

test('[DEC-180] a common price is found in the list of sales, a rare price in the list of prices', async () => {
  const costOf = async (asked: Asked) => {
    const lists = await indexReadsOf(shop.url, ['product_search_sold', 'product_search_cheap'], (tx) =>
      findPriced(tx, asked, new Date(), 400),
    );
    return { read: lists.map(({ read }) => read), visited: lists.map(({ visited }) => visited) };
  };
  const many = await costOf({ minPrice: 1, maxPrice: null, isOffersOnly: false });
  expect(many).toEqual({ read: [500 + 400, 0], visited: [0, 0] });
  const few = await costOf({ minPrice: 5_950, maxPrice: null, isOffersOnly: false });
  expect(few).toEqual({ read: [500, 51], visited: [0, 0] });
});

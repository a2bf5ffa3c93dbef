import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForPurges, type PurgeListener } from '../platform/pages/cache-invalidation.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

let shop: TestShop;
let listener: PurgeListener;
let heard: string[] = [];

beforeAll(async () => {
  shop = await openTestShop({ CACHE_MB: '4' });
  await createShopBasics(shop.db);
  listener = await listenForPurges({
    url: shop.url,
    onError: () => {},
    purge: (tags) => {
      shop.purge(tags);
      heard.push(...tags);
    },
  });
});
afterAll(async () => {
  await listener.close();
  await shop.close();
});

const read = async () => {
  const { headers, payload } = await shop.inject({ method: 'GET', url: '/v1/products/TV/prices' });
  const points: { price: number | null }[] = JSON.parse(payload).data.points;
  return { isCached: headers['x-cache'] === 'hit', prices: points.map(({ price }) => price) };
};

/** Repeats the call until its answer comes from the cache, because an answer is cached after it was sent. */
const untilCached = (): Promise<void> => until(async () => (await read()).isCached);

test('[PRICE-04] the history is cached until a price changes, also when a flash sale starts or ends', async () => {
  const opening = new Date();
  const later = (seconds: number) => new Date(opening.getTime() + seconds * 1_000);
  const id = await createProduct(shop.db, { sku: 'TV', price: 100_00 });
  const sale = 'insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 5000, $2, $3)';
  await shop.db.pool.query(sale, [id, later(30), later(50)]);
  await until(() => heard.includes('content'));

  shop.setNow(later(20));
  await untilCached();
  shop.setNow(later(29));
  expect(await read()).toEqual({ isCached: true, prices: [100] });
  shop.setNow(later(30));
  expect(await read()).toEqual({ isCached: false, prices: [100, 50] });
  await untilCached();
  shop.setNow(later(50));
  expect(await read()).toEqual({ isCached: false, prices: [100, 50, 100] });

  await untilCached();
  heard = [];
  await shop.db.pool.query('update products set regular_price = 9000, sales_price = 9000 where id = $1', [id]);
  await until(() => heard.includes('listing'));
  shop.setNow(later(60));
  expect(await read()).toEqual({ isCached: false, prices: [100, 90, 50, 90] });
});

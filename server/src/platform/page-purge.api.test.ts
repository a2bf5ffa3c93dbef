import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { listenForPurges, type PurgeListener } from './page-purge.ts';

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

/** Everything sent until now has been heard. */
const caughtUp = async (): Promise<void> => {
  heard.length = 0;
  await shop.db.pool.query(`notify page_purge, 'sign'`);
  await until(() => heard.some((tags) => tags.includes('sign')));
};

/** The tags of one change, which ends with a sign of our own. */
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

test('100 prices changed at once are changed, and heard of, however long the skus', async () => {
  const skus = Array.from({ length: 100 }, (_, n) => `${'LARGO-'.repeat(20)}${n}`);
  for (const sku of skus) await createProduct(shop.db, { sku });
  expect(await tagsOf(() => setPrices(skus))).toEqual(['*']);
  expect(await tagsOf(() => setPrices(skus.slice(0, 1)))).toEqual([`product:${skus[0]}`, 'category:2', 'listing']);
});

test('a price change of a sku with a space is heard of too', async () => {
  await createProduct(shop.db, { sku: 'CON ESPACIO' });
  expect(await tagsOf(() => setPrices(['CON ESPACIO']))).toEqual(['*']);
});

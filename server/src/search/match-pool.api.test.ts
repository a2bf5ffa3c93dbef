import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import { createSearchBasics, createSearchProduct, searchOfAll } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { createMatchFinder } from './match.store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
  for (let n = 1; n <= 4; n += 1) await createSearchProduct(shop.db, { sku: `TV-${n}`, title: `Televisor ${n}` });
  for (let n = 1; n <= 3; n += 1)
    await createSearchProduct(shop.db, { sku: `SO-${n}`, title: `Soporte ${n}`, category: 'tv-y-video/soportes' });
});
afterAll(() => shop.close());

/** Searches for each of the words, one after the other. Returns the numbers of products found, and how often records were loaded. */
const search = async (words: readonly string[], maxBytes?: number) => {
  let asked = 0;
  const tx: Tx = {
    run: <Row extends object>(statement: Parameters<Tx['run']>[0]) => {
      if (statement.name === 'search.records') asked += 1;
      return shop.db.read.run<Row>(statement);
    },
  };
  const find = createMatchFinder(tx, maxBytes);
  const found: number[] = [];
  for (const each of words) found.push((await find({ ...searchOfAll, words: each }, new Date())).matches.count);
  return { found, asked };
};

test('a process’s cached records are limited, and records beyond the limit are loaded again', async () => {
  const words = ['televisor', 'soporte', 'televisor', 'soporte'];
  expect(await search(words)).toEqual({ found: [4, 3, 4, 3], asked: 2 });
  // Less than the four records of the first search, so that each search starts with an empty pool.
  expect(await search(words, 100)).toEqual({ found: [4, 3, 4, 3], asked: 4 });
});

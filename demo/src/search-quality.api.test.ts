import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openTestShop, type TestShop } from '@ceiba/server/testing/test-shop';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoShop } from './load-demo-shop.ts';
import { planShopPictures } from './testing/plan-shop-pictures.ts';
import { isExpected, readExpectedSearches } from './testing/search-queries.ts';

let shop: TestShop;
let mediaDir = '';
let slugs: ReadonlyMap<string, string[]>;
const lines = readExpectedSearches();

beforeAll(async () => {
  shop = await openTestShop();
  mediaDir = await mkdtemp(join(tmpdir(), 'ceiba-search-'));
  const now = new Date('2026-11-24T16:00:00Z');
  shop.setNow(now);
  await loadDemoShop({ db: shop.db, mediaDir, now, storePictures: planShopPictures });
  const { rows } = await shop.db.pool.query<{ sku: string; slugs: string[] }>(
    `select p.sku, array_agg(a.slug) as slugs from products p join categories c on c.id = p.category_id
       join categories a on a.id = any (c.ancestor_ids) group by p.sku`,
  );
  slugs = new Map(rows.map((row) => [row.sku, row.slugs]));
});
afterAll(async () => {
  await shop.close();
  await rm(mediaDir, { recursive: true, force: true });
});

const missesOf = async (group: string): Promise<string[]> => {
  const misses: string[] = [];
  for (const line of lines.filter((each) => each.group === group)) {
    const answer = await shop.call('searchProducts', { query: { q: line.words } });
    if (!answer.ok || !isExpected(line, answer.value, (sku) => slugs.get(sku) ?? [])) misses.push(line.words);
  }
  return misses;
};

const groups = [...new Set(lines.map(({ group }) => group))];

/** Shares of 1; more misses than this are a search that has become worse. */
const mostMisses = 0.03;

test('[CAT-06, DEC-180] at least 97 of 100 searches of each kind find what is meant among the first five', async () => {
  expect(lines.length).toBeGreaterThanOrEqual(300);
  const missed: Record<string, string[]> = {};
  for (const group of groups) {
    const misses = await missesOf(group);
    if (misses.length > lines.filter((line) => line.group === group).length * mostMisses) missed[group] = misses;
  }
  expect(missed).toEqual({});
});

/** A slip of the finger in each longer word: a letter left out, two that changed places. */
const slips = (words: string): string[] => [
  words.replace(/(\p{L}{2})\p{L}(?=\p{L}{2})/gu, '$1'),
  words.replace(/(\p{L}{3})(\p{L})(\p{L})/gu, '$1$3$2'),
];

test('[DEC-180] what is typed wrong finds what its correction finds, in the same order', async () => {
  const meant = lines.filter(({ group }) => group === 'what it is' || group === 'typing errors');
  const typed = meant.flatMap(({ words }) => [words, ...slips(words)]);
  const differing: string[] = [];
  let corrected = 0;
  for (const words of typed) {
    const answer = await shop.call('searchProducts', { query: { q: words } });
    if (!answer.ok || answer.value.correctedQuery === undefined) continue;
    corrected += 1;
    const { correctedQuery, ...shown } = answer.value;
    const correction = await shop.call('searchProducts', { query: { q: correctedQuery } });
    if (!correction.ok || !isDeepStrictEqual(shown, correction.value)) differing.push(`${words} => ${correctedQuery}`);
  }
  expect(differing).toEqual([]);
  expect(corrected).toBeGreaterThan(60);
});

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SearchAnswer } from '@ceiba/contract/search';
import { openTestShop, type TestShop } from '@ceiba/server/testing/test-shop';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoShop } from './load-demo-shop.ts';

/** A line of data/search-queries.txt or data/search-queries-2.txt: a typed search, and the product that must be found first. */
interface ExpectedSearch {
  group: string;
  /** At least one of this number of first results must match. */
  within: number;
  /** True for a held-out search, which was not read during the improvement of the search. */
  isHeldOut: boolean;
  words: string;
  /** Slug of a category at any level. Null for any category. */
  category: string | null;
  /** Words of the title, folded. */
  titleWords: readonly string[];
  /** Texts by attribute code, folded. The value must contain one of the texts. */
  attributes: ReadonlyMap<string, readonly string[]>;
  sku: string | null;
  /** In quetzales. */
  min: number | null;
  max: number | null;
  isCheapestFirst: boolean;
  isOffersOnly: boolean;
  /** True if the shop does not sell the product. Nothing is found, and `category` is suggested. */
  isNothing: boolean;
  /** True if the response reports that the shop does not sell the brand. */
  isOtherBrand: boolean;
  /** True if the response lists the words that were found, because some were not. */
  isInParts: boolean;
  /** The target of an answer card. */
  answerPath: string | null;
}

const fileOf = (name: string): URL => new URL(`../../data/${name}.txt`, import.meta.url);

const priceOf = (words: readonly string[], sign: '<' | '>'): number | null => {
  const word = words.find((candidate) => candidate.startsWith(sign));
  return word === undefined ? null : Number(word.slice(1));
};

/** First words of an expectation that are not a category. */
const kinds = ['nothing', 'other', 'parts', 'answer'];

const readAttributes = (tokens: readonly string[]): Map<string, string[]> =>
  new Map(
    tokens
      .filter((token) => /^[a-z-]+=/.test(token))
      .map((token) => {
        const [code = '', values = ''] = token.split('=');
        return [code, values.replaceAll('_', ' ').split('|')];
      }),
  );

const readLine = (line: string): Omit<ExpectedSearch, 'group' | 'within' | 'isHeldOut'> => {
  const [words = '', expectation = ''] = line.split(' => ');
  const first = expectation.split(/,? /)[0] ?? '';
  const kind = kinds.includes(first) ? first : null;
  const expected = kind === null ? expectation : expectation.slice(first.length).replace(/^,? /, '');
  const sku = expected.startsWith('=') ? expected.slice(1) : null;
  const [category = '', conditions = ''] = expected.split(', ');
  const tokens = conditions.split(' ').filter((token) => token !== '');
  return {
    words,
    category: sku !== null || category === '' || kind === 'answer' ? null : category,
    titleWords: tokens.filter((token) => !/^[<>]|^(?:cheapest|offers)$|=/.test(token)),
    attributes: readAttributes(tokens),
    sku,
    min: priceOf(tokens, '>'),
    max: priceOf(tokens, '<'),
    isCheapestFirst: tokens.includes('cheapest'),
    isOffersOnly: tokens.includes('offers'),
    isNothing: kind === 'nothing',
    isOtherBrand: kind === 'other',
    isInParts: kind === 'parts',
    answerPath: kind === 'answer' ? category : null,
  };
};

/** Every line of a file, with its heading. */
function readFile(name: string, within: number): ExpectedSearch[] {
  const found: ExpectedSearch[] = [];
  let group = '';
  for (const line of readFileSync(fileOf(name), 'utf8').split('\n')) {
    if (line.startsWith('## ')) group = line.slice(3);
    else if (!line.startsWith('#') && line.includes(' => ')) {
      const before = found.filter((each) => each.group === group).length;
      found.push({ group, within, isHeldOut: before % 2 === 1, ...readLine(line) });
    }
  }
  return found;
}

/** Returns the searches whose match must be among the first five results. */
const readExpectedSearches = (): ExpectedSearch[] => readFile('search-queries', 5);

/** Returns the searches whose match must be the first result. Every second query of a group is held out. */
const readStrictSearches = (): ExpectedSearch[] => readFile('search-queries-2', 1);

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const hasWord = (title: string, word: string): boolean =>
  fold(title)
    .split(/[^a-z0-9./]+/)
    .includes(word) ||
  ` ${fold(title).replace(/[^a-z0-9.]+/g, ' ')} `.includes(` ${word.replace(/[^a-z0-9.]+/g, ' ')} `);

/** Data of a product that its card does not show. */
interface KnownProduct {
  /** Slugs of its categories. */
  slugs: readonly string[];
  /** Values with their units, by code. */
  attributes: Readonly<Record<string, string>>;
}

const hasAttribute = (product: KnownProduct | undefined, code: string, texts: readonly string[]): boolean => {
  const value = ` ${fold(product?.attributes[code] ?? '').replace(/[^a-z0-9.+-]+/g, ' ')} `;
  return texts.some(
    (text) => value.includes(` ${text} `) || (text.length >= 2 && /^[a-z]+$/.test(text) && value.includes(` ${text}`)),
  );
};

/** Returns whether the result matches the line. */
function isExpected(
  expected: ExpectedSearch,
  answer: SearchAnswer,
  productOf: (sku: string) => KnownProduct | undefined,
): boolean {
  const { products, nearestCategory } = answer;
  const { category, titleWords, sku, min, max } = expected;
  if (expected.answerPath !== null) return answer.answerPage?.path === expected.answerPath;
  if (expected.isNothing) {
    return (
      products.length === 0 && (category === null || (nearestCategory?.path.split('/').includes(category) ?? false))
    );
  }
  if (expected.isOtherBrand && answer.otherBrand === undefined) return false;
  if (expected.isInParts && answer.foundWords === undefined) return false;
  const five = products.slice(0, 5);
  const isMeant = (product: SearchAnswer['products'][number]): boolean =>
    (sku === null || product.sku === sku) &&
    (category === null || (productOf(product.sku)?.slugs.includes(category) ?? false)) &&
    titleWords.every((word) => hasWord(product.title, word)) &&
    [...expected.attributes].every(([code, texts]) => hasAttribute(productOf(product.sku), code, texts));
  const prices = five.map(({ salesPrice }) => salesPrice?.value ?? Number.NaN);
  const isInPrice =
    (min === null && max === null) || prices.every((price) => price >= (min ?? 0) && price <= (max ?? price));
  const isInOrder =
    !expected.isCheapestFirst ||
    (five.every(isMeant) && prices.every((price, index) => index === 0 || (prices[index - 1] ?? 0) <= price));
  const isReduced =
    !expected.isOffersOnly ||
    five.every(({ regularPrice, salesPrice }) => (regularPrice?.value ?? 0) > (salesPrice?.value ?? 0));
  return five.slice(0, expected.within).some(isMeant) && isInPrice && isInOrder && isReduced;
}

let shop: TestShop;
let mediaDir = '';
let known: ReadonlyMap<string, KnownProduct>;
const lines = readExpectedSearches();

beforeAll(async () => {
  shop = await openTestShop();
  mediaDir = await mkdtemp(join(tmpdir(), 'ceiba-search-'));
  const now = new Date('2026-11-24T16:00:00Z');
  shop.setNow(now);
  await loadDemoShop({ db: shop.db, now });
  const { rows } = await shop.db.pool.query<KnownProduct & { sku: string }>(
    `select p.sku, array(select a.slug from categories a where a.id = any (c.ancestor_ids)) as slugs,
       (select coalesce(jsonb_object_agg(a.code, concat_ws(' ', a.value, a.unit)), '{}')
        from jsonb_to_recordset(p.attributes) a(code text, value text, unit text)) as attributes
     from products p join categories c on c.id = p.category_id`,
  );
  known = new Map(rows.map((row) => [row.sku, row]));
});
afterAll(async () => {
  await shop.close();
  await rm(mediaDir, { recursive: true, force: true });
});

const missesAmong = async (searches: readonly ExpectedSearch[]): Promise<string[]> => {
  const misses: string[] = [];
  for (const line of searches) {
    const answer = await shop.call('searchProducts', { query: { q: line.words } });
    if (!answer.ok || !isExpected(line, answer.value, (sku) => known.get(sku))) misses.push(line.words);
  }
  return misses;
};
const missesOf = (group: string): Promise<string[]> => missesAmong(lines.filter((each) => each.group === group));

const groups = [...new Set(lines.map(({ group }) => group))];

/** Maximum share of searches without a match (1 = all). With more misses, the search has become worse. */
const maxMisses = 0.03;

test('[CAT-06, DEC-180] at least 97 of 100 searches of each kind find a match among the first five', async () => {
  expect(lines.length).toBeGreaterThanOrEqual(300);
  const missed: Record<string, string[]> = {};
  for (const group of groups) {
    const misses = await missesOf(group);
    if (misses.length > lines.filter((line) => line.group === group).length * maxMisses) missed[group] = misses;
  }
  expect(missed).toEqual({});
});

test.each([
  ['seen', 0.02],
  ['held-out', 0.04],
] as const)(
  '[CAT-06, DEC-180] of the %s searches with errors, at most the share %d misses the meant product',
  async (half, most) => {
    const searches = readStrictSearches().filter(({ isHeldOut }) => isHeldOut === (half === 'held-out'));
    expect(searches.length).toBeGreaterThan(250);
    const misses = await missesAmong(searches);
    expect(misses.length / searches.length, misses.join(', ')).toBeLessThanOrEqual(most);
  },
);

/** Returns the words with typing errors in each longer word: a missing letter, and two swapped letters. */
const slips = (words: string): string[] => [
  words.replace(/(\p{L}{2})\p{L}(?=\p{L}{2})/gu, '$1'),
  words.replace(/(\p{L}{3})(\p{L})(\p{L})/gu, '$1$3$2'),
];

test('[DEC-180] a mistyped search finds the same as its correction, in the same order', async () => {
  const correctSearches = lines.filter(({ group }) => group === 'what it is' || group === 'typing errors');
  const typed = correctSearches.flatMap(({ words }) => [words, ...slips(words)]);
  const differing: string[] = [];
  let corrected = 0;
  for (const words of typed) {
    const answer = await shop.call('searchProducts', { query: { q: words } });
    if (!answer.ok || answer.value.correctedQuery === undefined) continue;
    corrected += 1;
    const { correctedQuery, resultId: _, ...shown } = answer.value;
    const correction = await shop.call('searchProducts', { query: { q: correctedQuery } });
    if (!correction.ok || !isDeepStrictEqual({ ...shown, resultId: correction.value.resultId }, correction.value))
      differing.push(`${words} => ${correctedQuery}`);
  }
  expect(differing).toEqual([]);
  expect(corrected).toBeGreaterThan(60);
});

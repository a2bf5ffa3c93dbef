import { readFileSync } from 'node:fs';
import type { SearchAnswer } from '@ceiba/contract/search';

/** A line of data/search-queries.txt: what somebody types, and what the first five results must have. */
export interface ExpectedSearch {
  group: string;
  words: string;
  /** Slug of a category at any level; null = any. */
  category: string | null;
  /** Words of a title, folded. */
  titleWords: readonly string[];
  sku: string | null;
  /** Quetzales. */
  min: number | null;
  max: number | null;
  isCheapestFirst: boolean;
  isOffersOnly: boolean;
  /** The shop does not sell it: nothing is found, and `category` is offered. */
  isNothing: boolean;
}

const path = new URL('../../../data/search-queries.txt', import.meta.url);

const priceOf = (words: readonly string[], sign: '<' | '>'): number | null => {
  const word = words.find((candidate) => candidate.startsWith(sign));
  return word === undefined ? null : Number(word.slice(1));
};

const readLine = (group: string, line: string): ExpectedSearch => {
  const [words = '', wanted = ''] = line.split(' => ');
  const isNothing = wanted === 'nothing' || wanted.startsWith('nothing ');
  const sku = wanted.startsWith('=') ? wanted.slice(1) : null;
  const [category = '', conditions = ''] = isNothing ? [wanted.slice('nothing '.length)] : wanted.split(', ');
  const tokens = conditions.split(' ').filter((token) => token !== '');
  return {
    group,
    words,
    category: sku !== null || category === '' ? null : category,
    titleWords: tokens.filter((token) => !/^[<>]|^(?:cheapest|offers)$/.test(token)),
    sku,
    min: priceOf(tokens, '>'),
    max: priceOf(tokens, '<'),
    isCheapestFirst: tokens.includes('cheapest'),
    isOffersOnly: tokens.includes('offers'),
    isNothing,
  };
};

/** Every line of the file, with the heading it stands under. */
export function readExpectedSearches(): ExpectedSearch[] {
  const found: ExpectedSearch[] = [];
  let group = '';
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith('## ')) group = line.slice(3);
    else if (!line.startsWith('#') && line.includes(' => ')) found.push(readLine(group, line));
  }
  return found;
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const hasWord = (title: string, word: string): boolean =>
  fold(title)
    .split(/[^a-z0-9./]+/)
    .includes(word) ||
  ` ${fold(title).replace(/[^a-z0-9.]+/g, ' ')} `.includes(` ${word.replace(/[^a-z0-9.]+/g, ' ')} `);

/** Whether the answer is what the line expects; `slugsOf` are the slugs of a product's categories. */
export function isExpected(
  wanted: ExpectedSearch,
  { products, nearestCategory }: SearchAnswer,
  slugsOf: (sku: string) => readonly string[],
): boolean {
  const { category, titleWords, sku, min, max } = wanted;
  if (wanted.isNothing) {
    return (
      products.length === 0 && (category === null || (nearestCategory?.path.split('/').includes(category) ?? false))
    );
  }
  const five = products.slice(0, 5);
  const isMeant = (product: SearchAnswer['products'][number]): boolean =>
    (sku === null || product.sku === sku) &&
    (category === null || slugsOf(product.sku).includes(category)) &&
    titleWords.every((word) => hasWord(product.title, word));
  const prices = five.map(({ salesPrice }) => salesPrice?.value ?? Number.NaN);
  const isInPrice =
    (min === null && max === null) || prices.every((price) => price >= (min ?? 0) && price <= (max ?? price));
  const isInOrder =
    !wanted.isCheapestFirst ||
    (five.every(isMeant) && prices.every((price, index) => index === 0 || (prices[index - 1] ?? 0) <= price));
  const isReduced =
    !wanted.isOffersOnly ||
    five.every(({ regularPrice, salesPrice }) => (regularPrice?.value ?? 0) > (salesPrice?.value ?? 0));
  return five.some(isMeant) && isInPrice && isInOrder && isReduced;
}

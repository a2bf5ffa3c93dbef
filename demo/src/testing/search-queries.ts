import { readFileSync } from 'node:fs';
import type { SearchAnswer } from '@ceiba/contract/search';

/** A line of data/search-queries.txt or data/search-queries-2.txt: what somebody types, and what must be found first. */
export interface ExpectedSearch {
  group: string;
  /** Of the first so many results one must be what is meant. */
  within: number;
  /** Not looked at while the search was made better: it only counts. */
  isHeldOut: boolean;
  words: string;
  /** Slug of a category at any level; null = any. */
  category: string | null;
  /** Words of a title, folded. */
  titleWords: readonly string[];
  /** By an attribute's code: texts of which its value holds one, folded. */
  attributes: ReadonlyMap<string, readonly string[]>;
  sku: string | null;
  /** Quetzales. */
  min: number | null;
  max: number | null;
  isCheapestFirst: boolean;
  isOffersOnly: boolean;
  /** The shop does not sell it: nothing is found, and `category` is offered. */
  isNothing: boolean;
  /** The shop has no such brand, and says so. */
  isOtherBrand: boolean;
  /** Not all the words were found, and the answer says which were. */
  isInParts: boolean;
  /** Where an answer card leads. */
  answerPath: string | null;
}

const fileOf = (name: string): URL => new URL(`../../../data/${name}.txt`, import.meta.url);

const priceOf = (words: readonly string[], sign: '<' | '>'): number | null => {
  const word = words.find((candidate) => candidate.startsWith(sign));
  return word === undefined ? null : Number(word.slice(1));
};

/** What the first word of an expectation says besides a category. */
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
  const wanted = kind === null ? expectation : expectation.slice(first.length).replace(/^,? /, '');
  const sku = wanted.startsWith('=') ? wanted.slice(1) : null;
  const [category = '', conditions = ''] = wanted.split(', ');
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

/** Every line of a file, with the heading it stands under. */
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

/** What is meant is among the first five. */
export const readExpectedSearches = (): ExpectedSearch[] => readFile('search-queries', 5);

/** What is meant leads; every second query of a group is held out. */
export const readStrictSearches = (): ExpectedSearch[] => readFile('search-queries-2', 1);

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const hasWord = (title: string, word: string): boolean =>
  fold(title)
    .split(/[^a-z0-9./]+/)
    .includes(word) ||
  ` ${fold(title).replace(/[^a-z0-9.]+/g, ' ')} `.includes(` ${word.replace(/[^a-z0-9.]+/g, ' ')} `);

/** What the test knows of a product besides its card. */
export interface KnownProduct {
  /** Of its categories. */
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

/** Whether the answer is what the line expects. */
export function isExpected(
  wanted: ExpectedSearch,
  answer: SearchAnswer,
  productOf: (sku: string) => KnownProduct | undefined,
): boolean {
  const { products, nearestCategory } = answer;
  const { category, titleWords, sku, min, max } = wanted;
  if (wanted.answerPath !== null) return answer.answerPage?.path === wanted.answerPath;
  if (wanted.isNothing) {
    return (
      products.length === 0 && (category === null || (nearestCategory?.path.split('/').includes(category) ?? false))
    );
  }
  if (wanted.isOtherBrand && answer.otherBrand === undefined) return false;
  if (wanted.isInParts && answer.foundWords === undefined) return false;
  const five = products.slice(0, 5);
  const isMeant = (product: SearchAnswer['products'][number]): boolean =>
    (sku === null || product.sku === sku) &&
    (category === null || (productOf(product.sku)?.slugs.includes(category) ?? false)) &&
    titleWords.every((word) => hasWord(product.title, word)) &&
    [...wanted.attributes].every(([code, texts]) => hasAttribute(productOf(product.sku), code, texts));
  const prices = five.map(({ salesPrice }) => salesPrice?.value ?? Number.NaN);
  const isInPrice =
    (min === null && max === null) || prices.every((price) => price >= (min ?? 0) && price <= (max ?? price));
  const isInOrder =
    !wanted.isCheapestFirst ||
    (five.every(isMeant) && prices.every((price, index) => index === 0 || (prices[index - 1] ?? 0) <= price));
  const isReduced =
    !wanted.isOffersOnly ||
    five.every(({ regularPrice, salesPrice }) => (regularPrice?.value ?? 0) > (salesPrice?.value ?? 0));
  return five.slice(0, wanted.within).some(isMeant) && isInPrice && isInOrder && isReduced;
}

import { ask, type ShopDatabase } from './bench-room.ts';

/** One kind of search, with as many different examples as there are. */
export interface SearchKind {
  name: string;
  paths: string[];
  /** Paths for the small shop if they differ, because its last page has another number. */
  smallPaths?: string[];
}

const examples = 50;

/** The last full page of all products. Large shop: 10,000 results at most (`matchLimit`). Small shop: 1,000 products. */
const lastPage = { large: 416, small: 41 };

interface Sample {
  title: string;
  sku: string;
  category: number;
  brand: string;
}

const searchPath = (query: Record<string, string>): string => `/v1/search?${new URLSearchParams(query)}`;

const words = ({ title }: Sample): string[] => title.split(/\s+/).filter((word) => /^\p{L}{4,}$/u.test(word));

/** Returns the word without its fourth letter: a typing error that the shop has to correct. */
const mistyped = (word: string): string => `${word.slice(0, 3)}${word.slice(4)}`;

const sample = (database: ShopDatabase): Promise<Sample[]> =>
  ask<Sample>(
    database,
    `select p.title, p.sku, p.category_id as category, b.title as brand
     from products p join brands b on b.id = p.brand_id
     where p.is_published and p.is_listed and p.kind = 'goods' order by md5(p.sku) limit 20000`,
  );

const unique = (texts: string[]): string[] => [...new Set(texts)].slice(0, examples);

/** Returns the searches with the most matches in a large shop. */
export const broadSearches = async (database: ShopDatabase): Promise<SearchKind[]> => {
  const samples = await sample(database);
  const brands = unique(samples.map(({ brand }) => brand));
  const sorts = ['relevance', 'price_asc', 'price_desc', 'discount'];
  const lowest = Array.from({ length: examples }, (_, index) => String(50 + 37 * index));
  return [
    { name: 'a brand alone', paths: brands.map((brand) => searchPath({ brand })) },
    {
      name: 'prices alone',
      paths: lowest.map((minPrice) => searchPath({ minPrice, maxPrice: String(4 * Number(minPrice)) })),
    },
    { name: 'a least price alone', paths: lowest.map((minPrice) => searchPath({ minPrice })) },
    {
      name: `page ${lastPage.large}`,
      paths: sorts.map((sort) => searchPath({ sort, page: String(lastPage.large) })),
      smallPaths: sorts.map((sort) => searchPath({ sort, page: String(lastPage.small) })),
    },
    {
      name: `page ${lastPage.large} of prices`,
      paths: lowest.map((minPrice) => searchPath({ minPrice, page: String(lastPage.large) })),
      smallPaths: lowest.map((minPrice) => searchPath({ minPrice, page: String(lastPage.small) })),
    },
  ];
};

/**
 * Returns broad and narrow searches, with and without filters, sorted and with typing errors. Each search also returns
 * facets. All searches differ, so that no answer comes from the shop's cache.
 */
export const searchMix = async (database: ShopDatabase): Promise<SearchKind[]> => {
  const samples = await sample(database);
  const word = unique(samples.map((sample) => words(sample)[0] ?? ''));
  const kinds: [name: string, queries: Record<string, string>[]][] = [
    ['everything, page by page', Array.from({ length: 20 }, (_, page) => ({ page: String(page + 1) }))],
    ['one word', word.map((q) => ({ q }))],
    ['two words', unique(samples.map((sample) => words(sample).slice(0, 2).join(' '))).map((q) => ({ q }))],
    ['a title', unique(samples.map(({ title }) => title)).map((q) => ({ q }))],
    ['a SKU', unique(samples.map(({ sku }) => sku)).map((q) => ({ q }))],
    ['a typing error', word.map((q) => ({ q: mistyped(q) }))],
    ['a category', unique(samples.map(({ category }) => String(category))).map((category) => ({ category }))],
    ['a brand by price', unique(samples.map(({ brand }) => brand)).map((brand) => ({ brand, sort: 'price_asc' }))],
    ['a word within prices', word.map((q) => ({ q, minPrice: '500', maxPrice: '2000' }))],
    ['a word by discount', word.map((q) => ({ q, sort: 'discount', minPrice: '1' }))],
  ];
  return [
    ...kinds.map(([name, queries]) => ({ name, paths: queries.map(searchPath) })),
    {
      name: 'suggestions',
      paths: unique(word.map((typed) => typed.slice(0, 4))).map(
        (typed) => `/v1/search/suggestions?${new URLSearchParams({ q: typed })}`,
      ),
    },
  ];
};

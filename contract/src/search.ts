import { longestSearch, maxFilters, maxFilterValues, productsPerPage } from '@ceiba/domain/search/search-limits';
import { z } from 'zod';
import { product } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { emptyAsAbsent, money } from './shapes.ts';

export const searchSorts = ['relevance', 'price_asc', 'price_desc', 'discount'] as const;

export const facet = z.object({
  /** `brand`, `category`, `price`, or an attribute's code. */
  code: z.string(),
  label: z.string(),
  values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
});
export type Facet = z.infer<typeof facet>;

/** Returns whether a key is an attribute filter. The query accepts these in addition to the named keys. */
const isAttribute = (key: string): boolean => /^attr\.[a-z0-9-]{1,60}$/.test(key);

/** Order and page of a listing. */
export const listingQuery = {
  sort: emptyAsAbsent(z.enum(searchSorts).default('relevance')),
  page: emptyAsAbsent(z.coerce.number().int().min(1).max(100_000).default(1)),
};

/** In quetzales. */
const price = emptyAsAbsent(z.coerce.number().min(0).max(10_000_000).optional());

/**
 * The query of a search (DEC-180). Attribute filters are `attr.{code}=value`, with several values separated by commas. The
 * catch-all accepts them.
 */
export const searchQuery = z
  .object({
    q: z.string().max(longestSearch).default(''),
    brand: z.string().max(2_000).optional(),
    category: z.string().max(200).optional(),
    seller: z.string().max(100).optional(),
    ...listingQuery,
    minPrice: price,
    maxPrice: price,
    /** Only products below their regular price. */
    offers: emptyAsAbsent(z.literal('true').optional()),
  })
  .catchall(z.string().max(2_000))
  .check(({ value, issues }) => {
    const keys = Object.keys(value).filter((key) => !(Object.hasOwn(searchQueryKeys, key) || isAttribute(key)));
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value });
  })
  .check(({ value, issues }) => {
    const filters = Object.entries(value).filter(([key]) => key === 'brand' || key === 'category' || isAttribute(key));
    for (const [index, [key, text]] of filters.entries()) {
      if (index >= maxFilters) issues.push({ code: 'custom', path: [key], input: text, message: tooManyFilters });
      else if (String(text).split(',').length > maxFilterValues)
        issues.push({ code: 'custom', path: [key], input: text, message: tooManyValues });
    }
  });
const tooManyFilters = `Elige como máximo ${maxFilters} filtros a la vez.`;
const tooManyValues = `Elige como máximo ${maxFilterValues} opciones de cada filtro.`;
const searchQueryKeys: Record<string, true> = {
  q: true,
  brand: true,
  category: true,
  seller: true,
  sort: true,
  page: true,
  minPrice: true,
  maxPrice: true,
  offers: true,
};

export const searchAnswer = z.object({
  products: z.array(product),
  /** Identifies this response when its products are measured (DEC-201). */
  resultId: z.uuid(),
  /** Exact up to the maximum of 10,000. */
  total: z.int(),
  page: z.int(),
  pageSize: z.literal(productsPerPage),
  facets: z.array(facet),
  /** Present if the typed words found nothing and were corrected. */
  correctedQuery: z.string().optional(),
  /** Present if the words contain a price wish. An explicit filter or order has priority. */
  priceWish: z
    .object({
      /** The words without the wish, corrected if needed. */
      words: z.string(),
      /** The words without the wish's limits, but with its other words: "barato", "en oferta". */
      withoutLimits: z.string(),
      /** In quetzales. */
      minPrice: z.number().optional(),
      maxPrice: z.number().optional(),
      isCheapestFirst: z.boolean(),
      isOffersOnly: z.boolean(),
    })
    .optional(),
  /** A brand in the words that the shop does not sell. The results are similar products. */
  otherBrand: z.string().optional(),
  /** If no product has all the words, the words that the products have. */
  foundWords: z.string().optional(),
  /** The page of the shop that answers the search. */
  answerPage: z.object({ path: z.string(), title: z.string(), text: z.string() }).optional(),
  /** The nearest category, if the words found nothing and such a category exists. */
  nearestCategory: z.object({ title: z.string(), path: z.string() }).optional(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

export const searchProducts = endpoint({
  name: 'searchProducts',
  slice: 'search',
  method: 'GET',
  path: '/v1/search',
  summary: 'Products by words and filters (DEC-62, DEC-180)',
  auth: 'public',
  limit: 'search',
  query: searchQuery,
  answers: { 200: searchAnswer },
  errors: [],
});

export const suggestion = z.object({
  type: z.enum(['query', 'product', 'category', 'brand']),
  text: z.string(),
  url: z.string(),
  imageUrl: z.string().optional(),
  /** Only for a product with a price. */
  price: money.optional(),
});
export type Suggestion = z.infer<typeof suggestion>;

/** Suggestions while a person types, including products (DEC-180). */
export const suggestionLimit = 8;

export const searchSuggestions = endpoint({
  name: 'searchSuggestions',
  slice: 'search',
  method: 'GET',
  path: '/v1/search/suggestions',
  summary: `Returns at most ${suggestionLimit} suggestions while a shopper types (DEC-180)`,
  auth: 'public',
  limit: 'read',
  query: z.strictObject({ q: z.string().max(longestSearch) }),
  answers: { 200: z.object({ data: z.array(suggestion).max(suggestionLimit) }) },
  errors: [],
});

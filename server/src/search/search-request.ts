import type { searchQuery, searchSorts } from '@ceiba/contract/search';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { readMeasures } from '@ceiba/domain/search/measures';
import { type PriceWish, readPriceWish } from '@ceiba/domain/search/price-wish';
import { sellerSlug } from '@ceiba/domain/sellers/seller-slug';
import type { z } from 'zod';

export type SearchSort = (typeof searchSorts)[number];

/** Values of one facet. A product must have one of them. All groups must apply. */
interface FilterGroup {
  /** 'brand', 'category', 'seller' or an attribute's code. */
  facet: string;
  /** The typed values. Categories are given by ID, path or slug. */
  wanted: string[];
}

/** A search as it is run (DEC-180). */
export interface SearchRequest {
  /** Empty for all products. */
  words: string;
  /** The query as typed, if it differs. Pinned and hidden products are found by it. */
  typed?: string;
  groups: FilterGroup[];
  minPrice: Centavos | null;
  maxPrice: Centavos | null;
  /** True for only products whose current price is below their regular price, with flash sales. */
  isOffersOnly: boolean;
  sort: SearchSort;
  /** For the order by relevance: which of equally good matches comes first. */
  first: PriceWish['first'];
  /** The price wish in the words, which is part of the conditions above. Null without a wish. */
  wish: PriceWish | null;
  page: number;
}

/** Splits a list at commas. A value that itself contains a comma is also tried as a whole. */
const listOf = (text: string): string[] => {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set([text.trim(), ...parts])].filter((part) => part !== '');
};

const priceOf = (quetzales: number | undefined): Centavos | null =>
  quetzales === undefined ? null : centavos(Math.round(quetzales * 100));

/** Parses an address's query as a search. Removes characters that no product has, such as NUL. */
export function readSearchRequest(query: z.output<typeof searchQuery>): SearchRequest {
  const groups: FilterGroup[] = [];
  for (const [key, value] of Object.entries(query)) {
    if (typeof value !== 'string' || listOf(value).length === 0) continue;
    if (key === 'brand' || key === 'category') groups.push({ facet: key, wanted: listOf(printable(value)) });
    else if (key === 'seller') groups.push({ facet: key, wanted: [sellerSlug(value)] });
    else if (key.startsWith('attr.')) groups.push({ facet: key.slice(5), wanted: listOf(printable(value)) });
  }
  const asked = printable(query.q).trim();
  const { words, wish } = readPriceWish(readMeasures(asked));
  // A chosen price replaces the typed price.
  const hasPrice = query.minPrice !== undefined || query.maxPrice !== undefined;
  const typed = hasPrice ? null : wish;
  return {
    words,
    ...(asked !== words && { typed: asked }),
    groups,
    minPrice: typed?.min ?? priceOf(query.minPrice),
    maxPrice: typed?.max ?? priceOf(query.maxPrice),
    isOffersOnly: query.offers === 'true' || (wish?.isOffersOnly ?? false),
    // Without words, all matches are equally good.
    sort: words === '' && query.sort === 'relevance' && wish?.first === 'cheapest' ? 'price_asc' : query.sort,
    first: wish?.first ?? 'best-selling',
    wish,
    page: query.page,
  };
}

/** PostgreSQL refuses NUL in text, and other control characters have no meaning. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

import type { searchQuery, searchSorts } from '@ceiba/contract/search';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { readMeasures } from '@ceiba/domain/search/measures';
import { type PriceWish, readPriceWish } from '@ceiba/domain/search/price-wish';
import { sellerSlug } from '@ceiba/domain/sellers/seller-slug';
import type { z } from 'zod';

export type SearchSort = (typeof searchSorts)[number];

/** Values of one facet, any of which a product must have; several groups must all hold. */
interface FilterGroup {
  /** 'brand', 'category', 'seller' or an attribute's code. */
  facet: string;
  /** As typed; categories by id, path or slug. */
  wanted: string[];
}

/** A search as the store runs it (DEC-180). */
export interface SearchRequest {
  /** Empty: all products. */
  words: string;
  groups: FilterGroup[];
  minPrice: Centavos | null;
  maxPrice: Centavos | null;
  /** Only products that cost less now than their regular price, flash sales included. */
  isOffersOnly: boolean;
  sort: SearchSort;
  /** By relevance: what of equally good matches comes first. */
  first: PriceWish['first'];
  /** What the words said of the price, which is part of the conditions above; null = nothing. */
  wish: PriceWish | null;
  page: number;
}

/** A value that itself holds a comma is also tried as a whole. */
const listOf = (text: string): string[] => {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set([text.trim(), ...parts])].filter((part) => part !== '');
};

const priceOf = (quetzales: number | undefined): Centavos | null =>
  quetzales === undefined ? null : centavos(Math.round(quetzales * 100));

/** What stands in the address, as a search; characters no product has (NUL and its like) are dropped. */
export function readSearchRequest(query: z.output<typeof searchQuery>): SearchRequest {
  const groups: FilterGroup[] = [];
  for (const [key, value] of Object.entries(query)) {
    if (typeof value !== 'string' || listOf(value).length === 0) continue;
    if (key === 'brand' || key === 'category') groups.push({ facet: key, wanted: listOf(printable(value)) });
    else if (key === 'seller') groups.push({ facet: key, wanted: [sellerSlug(value)] });
    else if (key.startsWith('attr.')) groups.push({ facet: key.slice(5), wanted: listOf(printable(value)) });
  }
  const { words, wish } = readPriceWish(readMeasures(printable(query.q).trim()));
  // A price that was chosen replaces the one that was typed.
  const hasPrice = query.minPrice !== undefined || query.maxPrice !== undefined;
  const typed = hasPrice ? null : wish;
  return {
    words,
    groups,
    minPrice: typed?.min ?? priceOf(query.minPrice),
    maxPrice: typed?.max ?? priceOf(query.maxPrice),
    isOffersOnly: query.offers === 'true' || (wish?.isOffersOnly ?? false),
    // Without words nothing matches better than another.
    sort: words === '' && query.sort === 'relevance' && wish?.first === 'cheapest' ? 'price_asc' : query.sort,
    first: wish?.first ?? 'best-selling',
    wish,
    page: query.page,
  };
}

/** PostgreSQL refuses NUL in a text; other control characters mean nothing in one. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

import { comparisonParams, readComparison } from '../comparisons/comparison-address.ts';
import { readSearch, searchParams } from './search-state.ts';

type Query = Record<string, string>;

/** Words, filters, order and page of a listing. */
const listing = (params: URLSearchParams): Query => searchParams(readSearch(params));

/** A seller's products are only ordered and leafed through. */
const sellerProducts = (params: URLSearchParams): Query => {
  const { page, sort } = readSearch(params);
  return searchParams({ ...readSearch(new URLSearchParams()), page, sort });
};

/**
 * What the pages read of their addresses, by the id of their route. A page that does not stand here reads nothing: the
 * server renders and keeps it once, whatever an address carries besides. `slug-page` is a listing only where it shows a
 * category; showing a product, it says so by `pageWithoutQuery`.
 */
const queries: Readonly<Record<string, (params: URLSearchParams) => Query>> = {
  'pages/search-page': listing,
  'pages/category-page': listing,
  'pages/slug-page': listing,
  'pages/seller-page': sellerProducts,
  'pages/compare-page': (params) => comparisonParams(readComparison(params)),
};

/** The query of a page as it understands it: malformed, unknown and default values left out. */
export const readQuery = (routeId: string, params: URLSearchParams): Query => queries[routeId]?.(params) ?? {};

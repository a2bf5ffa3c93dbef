import { previewParam } from '@ceiba/domain/catalog/preview-link';
import { comparisonParams, readComparison } from '../comparisons/comparison-address.ts';
import { readSearch, searchParams } from './search-state.ts';

type Query = Record<string, string>;

/** Words, filters, sort order and page of a listing. */
const listing = (params: URLSearchParams): Query => searchParams(readSearch(params));

/** A seller's products only have a sort order and pages. */
const sellerProducts = (params: URLSearchParams): Query => {
  const { page, sort } = readSearch(params);
  return searchParams({ ...readSearch(new URLSearchParams()), page, sort });
};

/** The token of a preview link. The server checks the token. */
const preview = (params: URLSearchParams): Query => {
  const token = params.get(previewParam);
  return token ? { [previewParam]: token } : {};
};

/** The product whose stores the page lists, and the number of units (LIVE-01). */
const storesOf = (params: URLSearchParams): Query => {
  const [sku, quantity] = [params.get('sku') ?? '', params.get('quantity') ?? ''];
  if (sku === '' || sku.length > 64) return {};
  return /^[1-9]\d{0,2}$/.test(quantity) && quantity !== '1' ? { sku, quantity } : { sku };
};

/**
 * The query parameters that pages read, by route ID. A page without an entry reads no parameter, so the server renders
 * and caches the page once for all queries. `slug-page` reads them only for a category or a preview; for a published
 * product it sets `pageWithoutQuery`.
 */
const queries: Readonly<Record<string, (params: URLSearchParams) => Query>> = {
  'pages/search-page': listing,
  'pages/category-page': listing,
  'pages/slug-page': (params) => ({ ...listing(params), ...preview(params) }),
  'pages/seller-page': sellerProducts,
  'pages/stores-page': storesOf,
  'pages/compare-page': (params) => comparisonParams(readComparison(params)),
};

/** The parsed query of a page, without malformed, unknown and default values. */
export const readQuery = (routeId: string, params: URLSearchParams): Query => queries[routeId]?.(params) ?? {};

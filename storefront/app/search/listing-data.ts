import { unwrap } from '@ceiba/client/call-failure';
import type { Client } from '@ceiba/contract/client';
import type { Facet, SearchAnswer } from '@ceiba/contract/search';
import { withThousands } from '@ceiba/domain/money/money';
import { productsPerPage } from '@ceiba/domain/search/search-limits';
import { cardProducts } from '../catalog/card-product.ts';
import { type PackedCard, packCards } from '../catalog/packed-card.ts';
import { beyondLastPage } from '../platform/page-headers.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { lastPage, type SearchState, searchHref, searchParams } from './search-state.ts';

/** A page of products with its filters and paging. */
export interface ListingData {
  /** Path of the page, without query. Links for facets, sort and pages are built on it. */
  pathname: string;
  state: SearchState;
  products: PackedCard[];
  /** ID of the answer for measuring. */
  resultId: string;
  total: number;
  facets: Facet[];
  correctedQuery: string | null;
  /** The price range in the search words, if any. */
  priceWish: NonNullable<SearchAnswer['priceWish']> | null;
  /** A brand in the search words that the shop does not carry. */
  otherBrand: string | null;
  /** The words that the products have, if no product has all words. */
  foundWords: string | null;
  /** The shop's page that answers the search. */
  answerPage: NonNullable<SearchAnswer['answerPage']> | null;
  /** Set if the words found nothing. */
  nearestCategory: NonNullable<SearchAnswer['nearestCategory']> | null;
}

/** Throws the 404 page if the list has fewer pages. */
export function checkPage(page: number, total: number, hrefOf: (page: number) => string): void {
  const pages = Math.max(1, Math.ceil(total / productsPerPage));
  if (page > pages) throw beyondLastPage(hrefOf(pages));
}

/** Loads the products of an address. `fixed`: conditions from the path (the category of its page). */
export async function loadListing(
  call: Client,
  pathname: string,
  state: SearchState,
  fixed: Record<string, string> = {},
): Promise<ListingData> {
  const readableState = { ...state, page: Math.min(state.page, lastPage) };
  const answer = unwrap(await call('searchProducts', { query: { ...searchParams(readableState), ...fixed } }));
  checkPage(state.page, answer.total, (page) => searchHref(pathname, { ...state, page }));
  return {
    pathname,
    state,
    products: packCards(cardProducts(answer.products, shopNow(), await loadPolicy(call))),
    resultId: answer.resultId,
    total: answer.total,
    facets: answer.facets.filter(({ code }) => !(code in fixed)),
    correctedQuery: answer.correctedQuery ?? null,
    priceWish: answer.priceWish ?? null,
    otherBrand: answer.otherBrand ?? null,
    foundWords: answer.foundWords ?? null,
    answerPage: answer.answerPage ?? null,
    nearestCategory: answer.nearestCategory ?? null,
  };
}

/** Totals are exact up to 10,000 and capped there (DEC-180). Without `Intl`, which is slow to load on a phone (record 0036). */
export const countText = (total: number): string => {
  if (total === 1) return '1 producto';
  return total >= 10_000 ? 'Más de 10,000 productos' : `${withThousands(String(total))} productos`;
};

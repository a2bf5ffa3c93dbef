import { unwrap } from '@ceiba/client/call-failure';
import type { Client } from '@ceiba/contract/client';
import type { Facet, SearchAnswer } from '@ceiba/contract/search';
import { withThousands } from '@ceiba/domain/money/money';
import { pageSize } from '@ceiba/domain/search/search-limits';
import { cardProducts } from '../catalog/card-product.ts';
import { type PackedCard, packCards } from '../catalog/packed-card.ts';
import { beyondLastPage } from '../platform/page-headers.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { lastPage, type SearchState, searchHref, searchParams } from './search-state.ts';

/** A page of products with what filters and leafs through it. */
export interface ListingData {
  /** Path of the page, without query; facets, sort and pages are links under it. */
  pathname: string;
  state: SearchState;
  products: PackedCard[];
  /** Names the answer where it is measured. */
  resultId: string;
  total: number;
  facets: Facet[];
  correctedQuery: string | null;
  /** The price that the words ask for, where they do. */
  priceWish: NonNullable<SearchAnswer['priceWish']> | null;
  /** A brand that was named and that the shop has not. */
  otherBrand: string | null;
  /** Where nothing has all of the words: those that the products have. */
  foundWords: string | null;
  /** The page that answers what was typed. */
  answerPage: NonNullable<SearchAnswer['answerPage']> | null;
  /** Where the words found nothing. */
  nearestCategory: NonNullable<SearchAnswer['nearestCategory']> | null;
}

/** @throws the 404 page where a list of so many products has fewer pages */
export function checkPage(page: number, total: number, hrefOf: (page: number) => string): void {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (page > pages) throw beyondLastPage(hrefOf(pages));
}

/** Asks for the products of an address; `fixed` are conditions the path itself sets (the category of its page). */
export async function loadListing(
  call: Client,
  pathname: string,
  state: SearchState,
  fixed: Record<string, string> = {},
): Promise<ListingData> {
  const asked = { ...state, page: Math.min(state.page, lastPage) };
  const answer = unwrap(await call('searchProducts', { query: { ...searchParams(asked), ...fixed } }));
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

/** Totals are exact up to 10,000 and capped there (DEC-180). By hand: the browser's own formatter is dear to load on a phone (record 0036). */
export const countText = (total: number): string => {
  if (total === 1) return '1 producto';
  return total >= 10_000 ? 'Más de 10,000 productos' : `${withThousands(String(total))} productos`;
};

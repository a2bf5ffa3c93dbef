import type { SearchAnswer as ToldAnswer } from '@ceiba/contract/search';
import { withShopFacts } from '@ceiba/domain/help/help-facts';
import { isHelpPathShown } from '@ceiba/domain/help/help-pages';
import { toQuetzales } from '@ceiba/domain/money/money';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import { productsPerPage } from '@ceiba/domain/search/search-limits';
import { findProductCards } from '../catalog/product-card.store.ts';
import type { DisplayContext } from '../catalog/product-card.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { RequestContext } from '../platform/http/route.ts';
import { createFairGate, type FairGateOptions, perClient } from '../platform/limits/concurrency-limit.ts';
import type { Config } from '../platform/operations/config.ts';
import { type BrowseScope, browse } from './browse.store.ts';
import { type CountedValue, toFacets } from './facets.ts';
import { createMatchFinder, type FindMatches, type FoundMatches, matchLimit } from './match.store.ts';
import { type NarrowedMatches, narrowMatches } from './narrow-matches.ts';
import { countPriceRanges, movePrices } from './price-ranges.ts';
import { type FacetValueName, findSearchPage } from './search-page.store.ts';
import type { SearchRequest } from './search-request.ts';
import { pageOfMatches } from './sort-matches.ts';

/** The response before it gets its ID. */
type SearchAnswer = Omit<ToldAnswer, 'resultId'>;

/**
 * Returns the category, or the whole shop, if there are no words or filters. Their counts are precomputed. Undefined if matches
 * must be found.
 */
const scopeOf = ({ words, groups, minPrice, maxPrice, isOffersOnly }: SearchRequest): BrowseScope | undefined => {
  if (words !== '' || minPrice !== null || maxPrice !== null || isOffersOnly || groups.length > 1) return undefined;
  const [group] = groups;
  if (group === undefined) return null;
  const [value] = group.wanted;
  return group.facet === 'category' && group.wanted.length === 1 && value !== undefined
    ? { facet: 'category', value }
    : undefined;
};

/** Finding matches takes most of the time of most pages. Direct callers also wait for their turn. */
const searchGate: FairGateOptions = { atOnce: 4, atOnceEach: 2, restEach: 1, waiting: 128, waitMs: 3_000 };

/** Searches for a caller. */
export type Search = (
  request: SearchRequest,
  asking: Pick<RequestContext, 'now' | 'client' | 'isRendering' | 'policy'>,
) => Promise<SearchAnswer>;

/** Creates a process's search. All callers share its cached records and its gate. */
export const createSearch = (
  db: Pick<Database, 'read'>,
  { rateLimitFactor }: Pick<Config, 'rateLimitFactor'>,
): Search => {
  const find = createMatchFinder(db.read);
  const gate = createFairGate(perClient(searchGate, rateLimitFactor));
  return (request, { now, policy, client, isRendering }) => {
    const search = () => searchProducts(db.read, find, request, { now, policy });
    return isRendering || !isMatched(request) ? search() : gate.run(client, search);
  };
};

/** Searches in an open transaction, and therefore sees its writes. Shares no records with other searches. */
export const searchWithin = (
  tx: Tx,
  request: SearchRequest,
  asking: Pick<RequestContext, 'now' | 'policy'>,
): Promise<SearchAnswer> => searchProducts(tx, createMatchFinder(tx), request, asking);

/** Returns whether matches must be found, which is expensive. Precomputed counts are cheap. */
const isMatched = (request: SearchRequest): boolean => scopeOf(request) === undefined;

/** Returns the requested products with facets, in two statements (DEC-180). `find`: finds the matches. */
async function searchProducts(
  tx: Tx,
  find: FindMatches,
  request: SearchRequest,
  asking: Pick<RequestContext, 'now' | 'policy'>,
): Promise<SearchAnswer> {
  const scope = scopeOf(request);
  if (scope !== undefined) {
    return { ...(await browseProducts(tx, scope, request, asking)), ...priceWishOf(request.words, request.wish) };
  }
  const { corrected, ...answer } = await matchProducts(tx, find, request, asking);
  const understoodPrice = priceWishOf(corrected ?? request.words, request.wish);
  return {
    ...answer,
    ...(corrected === null ? {} : { correctedQuery: withWish(corrected, request) }),
    ...understoodPrice,
  };
}

/** Adds the price wish to corrected words, so that a search for them finds the same products. */
const withWish = (words: string, { wish }: SearchRequest): string => (wish === null ? words : `${words} ${wish.said}`);

/** Returns the parsed price wish for the page. `words`: the words that were searched. */
const priceWishOf = (words: string, wish: SearchRequest['wish']): Pick<SearchAnswer, 'priceWish'> => {
  if (wish === null) return {};
  const { min, max, first, isOffersOnly, saidBesides } = wish;
  return {
    priceWish: {
      words,
      withoutLimits: `${words} ${saidBesides}`.trim(),
      ...(min === null ? {} : { minPrice: toQuetzales(min) }),
      ...(max === null ? {} : { maxPrice: toQuetzales(max) }),
      isCheapestFirst: first === 'cheapest',
      isOffersOnly,
    },
  };
};

/** Returns a page of a category or of the whole shop, without words and filters. */
export async function browseProducts(
  tx: Tx,
  scope: BrowseScope,
  { page, sort }: Pick<SearchRequest, 'page' | 'sort'>,
  showing: DisplayContext,
): Promise<SearchAnswer> {
  // There are no pages beyond the limit (DEC-180).
  const isBeyond = (page - 1) * productsPerPage >= matchLimit;
  const found = await browse(tx, scope, sort, isBeyond ? 0 : (page - 1) * productsPerPage, showing.now);
  const products = isBeyond ? [] : await findProductCards(tx, found.productIds, showing);
  return {
    products,
    total: Math.min(found.total, matchLimit),
    page,
    pageSize: productsPerPage,
    facets: toFacets(found.counted, movePrices(found.ranges, found.flashPrices), found.declared),
  };
}

/** Returns the only category that a search requests. Null if there is none, or several. */
const categoryOf = ({ groups }: SearchRequest): string | null => {
  const wanted = groups.filter(({ facet }) => facet === 'category').flatMap((group) => group.wanted);
  return wanted.length === 1 ? (wanted[0] ?? null) : null;
};

/** `corrected`: the words that were searched instead, if they found products. */
async function matchProducts(
  tx: Tx,
  find: FindMatches,
  request: SearchRequest,
  { now, policy }: Pick<RequestContext, 'now' | 'policy'>,
): Promise<SearchAnswer & { corrected: string | null }> {
  const { page, isOffersOnly } = request;
  const found = await find(request, now);
  const price = { min: request.minPrice, max: request.maxPrice, isOffersOnly };
  const narrowed = narrowMatches(found.matches, found.groups, price);
  const pinned = isAsTyped(request) ? found.pinned : [];
  const { total, productIds } = pageWithPins(found.matches, narrowed.rows, pinned, request);
  const { products, names, declared } = await findSearchPage(
    tx,
    { productIds, valueIds: valueIdsOf(found, narrowed), category: categoryOf(request) },
    { now, policy },
  );
  return {
    products,
    total,
    page,
    pageSize: productsPerPage,
    facets: toFacets(countValues(names, found, narrowed), countPriceRanges(found.ranges, narrowed.prices), declared),
    corrected: found.matches.count > 0 ? found.corrected : null,
    ...(found.nearest !== null && total === 0 ? { nearestCategory: found.nearest } : {}),
    ...interpretationOf(found, policy),
  };
}

/** Returns whether the results are neither filtered nor sorted. Only then do pinned products come first. */
const isAsTyped = ({ groups, minPrice, maxPrice, isOffersOnly, sort, wish }: SearchRequest): boolean =>
  groups.length === 0 &&
  minPrice === null &&
  maxPrice === null &&
  !isOffersOnly &&
  sort === 'relevance' &&
  wish === null;

/** Returns a page of the results, with the pinned products before all others. */
function pageWithPins(
  matches: FoundMatches['matches'],
  rows: readonly number[],
  pinned: readonly number[],
  request: SearchRequest,
): { total: number; productIds: number[] } {
  const { page } = request;
  const skipped = (page - 1) * productsPerPage;
  const isPinned = new Set(pinned);
  const others = pinned.length === 0 ? rows : rows.filter((row) => !isPinned.has(matches.productId[row] ?? 0));
  const total = Math.min(others.length + pinned.length, matchLimit);
  const rest = Math.max(0, total - skipped);
  if (pinned.length === 0)
    return { total, productIds: pageOfMatches(matches, others, request, productsPerPage).slice(0, rest) };
  const end = skipped + productsPerPage - pinned.length;
  const ranked = pageOfMatches(matches, others, { ...request, page: 1 }, end).slice(
    Math.max(0, skipped - pinned.length),
  );
  return { total, productIds: [...(page === 1 ? pinned : []), ...ranked].slice(0, rest) };
}

/** Returns how the words were interpreted. */
const interpretationOf = (
  { interpretation }: FoundMatches,
  policy: ShopTerms,
): Pick<SearchAnswer, 'otherBrand' | 'foundWords' | 'answerPage'> => ({
  ...(interpretation?.otherBrand ? { otherBrand: interpretation.otherBrand } : {}),
  ...(interpretation?.foundWords ? { foundWords: interpretation.foundWords } : {}),
  ...(interpretation?.answerPage ? answerPageOf(interpretation.answerPage, policy) : {}),
});

/** Returns the card of an answering page. Undefined if the shop does not have that page. */
function answerPageOf(
  { path, title, text }: NonNullable<SearchAnswer['answerPage']>,
  policy: ShopTerms,
): Pick<SearchAnswer, 'answerPage'> {
  if (!isHelpPathShown(path, policy)) return {};
  const page = withShopFacts({ title, description: text ?? '', blocks: [] }, policy);
  return { answerPage: { path, title: page.title, text: page.description } };
}

const valueIdsOf = ({ groups }: FoundMatches, { tally, tallyOutside }: NarrowedMatches): number[] => [
  ...new Set([
    ...tally.ids(),
    ...[...tallyOutside.values()].flatMap((outside) => outside.ids()),
    ...groups.flatMap(({ ids }) => ids),
  ]),
];

/** Counts the values of the facets: a chosen facet without its own filter, every other facet in the filtered result. */
const countValues = (
  names: readonly FacetValueName[],
  { groups }: FoundMatches,
  { tally, tallyOutside }: NarrowedMatches,
): CountedValue[] => {
  const chosen = new Set(groups.flatMap(({ ids }) => ids));
  return (
    names
      .filter(({ id, isHidden }) => !isHidden || chosen.has(id))
      .map(({ id, isHidden, ...name }) => ({
        ...name,
        count: tally.of(id) + (tallyOutside.get(name.facet)?.of(id) ?? 0),
        isChosen: chosen.has(id),
      }))
      // A chosen category includes all its subcategories. Subcategories without products are hidden.
      .filter(({ facet, count, isChosen }) => count > 0 || (isChosen && facet !== 'category'))
  );
};

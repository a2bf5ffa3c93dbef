import type { SearchAnswer as ToldAnswer } from '@ceiba/contract/search';
import { withShopFacts } from '@ceiba/domain/help/help-facts';
import { isHelpPathShown } from '@ceiba/domain/help/help-pages';
import { toQuetzales } from '@ceiba/domain/money/money';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import { pageSize } from '@ceiba/domain/search/search-limits';
import { findProductCards } from '../catalog/product-card.store.ts';
import type { Showing } from '../catalog/product-card.ts';
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

/** What is answered, before the answer gets its name. */
type SearchAnswer = Omit<ToldAnswer, 'resultId'>;

/** One category or nothing, no words, no filters: answered from kept counts. Undefined: it has to be matched. */
const scopeOf = ({ words, groups, minPrice, maxPrice, isOffersOnly }: SearchRequest): BrowseScope | undefined => {
  if (words !== '' || minPrice !== null || maxPrice !== null || isOffersOnly || groups.length > 1) return undefined;
  const [group] = groups;
  if (group === undefined) return null;
  const [value] = group.wanted;
  return group.facet === 'category' && group.wanted.length === 1 && value !== undefined
    ? { facet: 'category', value }
    : undefined;
};

/** Searching for matches is the dear part of most pages: who calls it directly waits for his turn, too. */
const searchGate: FairGateOptions = { atOnce: 4, atOnceEach: 2, restEach: 1, waiting: 128, waitMs: 3_000 };

/** Searches for whoever asks. */
export type Search = (
  request: SearchRequest,
  asking: Pick<RequestContext, 'now' | 'client' | 'isRendering' | 'policy'>,
) => Promise<SearchAnswer>;

/** The one of a process, as what it remembers of the catalogue and its gate are shared by all who search. */
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

/** Whether matches have to be looked for: what kept counts answer is cheap. */
const isMatched = (request: SearchRequest): boolean => scopeOf(request) === undefined;

/** The products asked for, with facets; two statements (DEC-180). `find` looks for the matches. */
async function searchProducts(
  tx: Tx,
  find: FindMatches,
  request: SearchRequest,
  asking: Pick<RequestContext, 'now' | 'policy'>,
): Promise<SearchAnswer> {
  const scope = scopeOf(request);
  if (scope !== undefined) {
    return { ...(await browseProducts(tx, scope, request, asking)), ...toldWish(request.words, request.wish) };
  }
  const { corrected, ...answer } = await matchProducts(tx, find, request, asking);
  const told = toldWish(corrected ?? request.words, request.wish);
  return { ...answer, ...(corrected === null ? {} : { correctedQuery: withWish(corrected, request) }), ...told };
}

/** Corrected words with what was said of the price, so that looking for them finds the same. */
const withWish = (words: string, { wish }: SearchRequest): string => (wish === null ? words : `${words} ${wish.said}`);

/** What was understood of the price, for the page to say so; `words` are those that were looked for. */
const toldWish = (words: string, wish: SearchRequest['wish']): Pick<SearchAnswer, 'priceWish'> => {
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

/** A page of a scope as it is, without words and filters. */
export async function browseProducts(
  tx: Tx,
  scope: BrowseScope,
  { page, sort }: Pick<SearchRequest, 'page' | 'sort'>,
  showing: Showing,
): Promise<SearchAnswer> {
  // Beyond the limit there is no page (DEC-180).
  const isBeyond = (page - 1) * pageSize >= matchLimit;
  const found = await browse(tx, scope, sort, isBeyond ? 0 : (page - 1) * pageSize, showing.now);
  const products = isBeyond ? [] : await findProductCards(tx, found.productIds, showing);
  return {
    products,
    total: Math.min(found.total, matchLimit),
    page,
    pageSize,
    facets: toFacets(found.counted, movePrices(found.ranges, found.flashPrices)),
  };
}

/** `corrected`: the words that were looked for instead, where they found something. */
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
  const total = Math.min(narrowed.rows.length, matchLimit);
  const productIds = pageOfMatches(found.matches, narrowed.rows, request, pageSize).slice(
    0,
    Math.max(0, total - (page - 1) * pageSize),
  );
  const { products, names } = await findSearchPage(tx, productIds, valueIdsOf(found, narrowed), { now, policy });
  return {
    products,
    total,
    page,
    pageSize,
    facets: toFacets(countValues(names, found, narrowed), countPriceRanges(found.ranges, narrowed.prices)),
    corrected: found.matches.count > 0 ? found.corrected : null,
    ...(found.nearest !== null && total === 0 ? { nearestCategory: found.nearest } : {}),
    ...toldWords(found, policy),
  };
}

/** How the words were taken otherwise than as they stand. */
const toldWords = (
  { told }: FoundMatches,
  policy: ShopTerms,
): Pick<SearchAnswer, 'otherBrand' | 'foundWords' | 'answerPage'> => ({
  ...(told?.other_brand ? { otherBrand: told.other_brand } : {}),
  ...(told?.found_words ? { foundWords: told.found_words } : {}),
  ...(told?.answer_page ? answerPageOf(told.answer_page, policy) : {}),
});

/** The card of a page that answers. A page that this shop does not have is no answer. */
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

/** A chosen facet counts what its values would give; every other facet, what is left by it. */
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
      // A chosen category stands for all below it: those without products stay away.
      .filter(({ facet, count, isChosen }) => count > 0 || (isChosen && facet !== 'category'))
  );
};

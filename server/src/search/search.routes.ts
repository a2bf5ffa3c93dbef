import { randomUUID } from 'node:crypto';
import { searchProducts as searchEndpoint, type searchQuery, searchSuggestions } from '@ceiba/contract/search';
import { ok } from '@ceiba/domain/result';
import type { z } from 'zod';
import type { Database } from '../platform/db/database.ts';
import { type Caching, type Route, route } from '../platform/http/route.ts';
import type { SearchCounts } from './search-counts.ts';
import type { Search } from './search-products.ts';
import { readSearchRequest } from './search-request.ts';
import { findSuggestions } from './suggestions.store.ts';

export interface SearchRoutesDeps {
  db: Database;
  search: Search;
  counts: Pick<SearchCounts, 'found'>;
}

/** Returns whether the words are newly typed. Filters and pages of the result continue the same search. */
const isFirstUnfiltered = ({ q, sort, page, ...filters }: z.output<typeof searchQuery>): boolean =>
  q !== '' &&
  sort === 'relevance' &&
  page === 1 &&
  Object.values(filters).every((value) => value === undefined || value === '');

export const searchRoutes = ({ db, search, counts }: SearchRoutesDeps): Route[] => {
  /** Cached like pages of lists, which show no plentiful stock. A search counts even if its response comes from the cache. */
  const caching: Caching<{ query: z.output<typeof searchQuery> }, { total: number }> = {
    lifeMs: 10_000,
    tags: () => ['listing'],
    onSent: ({ query }, { total }) =>
      isFirstUnfiltered(query) ? (client) => counts.found(query.q, total, client) : undefined,
  };
  return [
    route(
      searchEndpoint,
      async ({ query }, context) => {
        const { client, isRendering } = context;
        const answer = await search(readSearchRequest(query), context);
        // A page that is being rendered counts when it is shown.
        if (isFirstUnfiltered(query)) counts.found(query.q, answer.total, isRendering ? null : client);
        return ok({ ...answer, resultId: randomUUID() });
      },
      { caching },
    ),
    route(searchSuggestions, async ({ query }, { now }) => ok({ data: await findSuggestions(db.read, query.q, now) })),
  ];
};

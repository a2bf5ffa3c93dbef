import { searchProducts as searchEndpoint, searchSuggestions } from '@ceiba/contract/search';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { findMatches } from './match.store.ts';
import { rememberMatches } from './recent-matches.ts';
import { searchProducts } from './search-products.ts';
import { readSearchRequest } from './search-request.ts';
import { findSuggestions } from './suggestions.store.ts';

export const searchRoutes = ({ db }: { db: Database }): Route[] => {
  const find = rememberMatches((request, now) => findMatches(db.read, request, now));
  return [
    route(searchEndpoint, async ({ query }, { now }) =>
      ok(await searchProducts(db.read, find, readSearchRequest(query), now)),
    ),
    route(searchSuggestions, async ({ query }) => ok({ data: await findSuggestions(db.read, query.q) })),
  ];
};

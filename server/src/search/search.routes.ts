import { searchProducts as searchEndpoint, searchSuggestions } from '@ceiba/contract/search';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { createMatchFinder } from './match.store.ts';
import { searchProducts } from './search-products.ts';
import { readSearchRequest } from './search-request.ts';
import { findSuggestions } from './suggestions.store.ts';

export const searchRoutes = ({ db }: { db: Database }): Route[] => {
  const find = createMatchFinder(db.read);
  return [
    route(searchEndpoint, async ({ query }, { now }) =>
      ok(await searchProducts(db.read, find, readSearchRequest(query), now)),
    ),
    route(searchSuggestions, async ({ query }) => ok({ data: await findSuggestions(db.read, query.q) })),
  ];
};

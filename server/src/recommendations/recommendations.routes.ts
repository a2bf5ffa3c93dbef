import { randomUUID } from 'node:crypto';
import { getRecommendations } from '@ceiba/contract/recommendations';
import { ok } from '@ceiba/domain/result';
import { toProduct } from '../catalog/product-card.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listRecommendations } from './recommendations.store.ts';

/** Recommendations of products (DEC-85). */
const recommendationLimit = 12;

export const recommendationsRoutes = ({ db }: { db: Database }): Route[] => [
  route(getRecommendations, async ({ query }, context) => {
    const rows = await listRecommendations(db.read, [
      (query.skus ?? []).slice(0, 60),
      context.now,
      recommendationLimit,
    ]);
    return ok({ products: rows.map((row) => toProduct(row, context)), resultId: randomUUID() });
  }),
];

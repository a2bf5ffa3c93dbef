import { z } from 'zod';
import { product } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { commaList } from './shapes.ts';

export const getRecommendations = endpoint({
  name: 'getRecommendations',
  slice: 'recommendations',
  method: 'GET',
  path: '/v1/recommendations',
  summary:
    'Returns complementary products of the given skus, or best-sellers if no sku is given (API-57, DEC-57, DEC-85)',
  auth: 'public',
  limit: 'read',
  query: z.strictObject({
    skus: commaList.optional(),
    userId: z.string().max(64).optional(),
    sessionId: z.string().max(64).optional(),
    clientId: z.string().max(64).optional(),
  }),
  answers: { 200: z.object({ products: z.array(product), resultId: z.uuid() }) },
  errors: [],
});

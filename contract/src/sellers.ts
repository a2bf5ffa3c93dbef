import { z } from 'zod';
import { product } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { listingQuery } from './search.ts';

export const getSeller = endpoint({
  name: 'getSeller',
  slice: 'sellers',
  method: 'GET',
  path: '/v1/sellers/{slug}',
  summary: 'Returns a seller and its products (DEC-64)',
  auth: 'public',
  limit: 'read',
  params: z.strictObject({ slug: z.string().min(1).max(120) }),
  query: z.strictObject(listingQuery),
  answers: {
    200: z.object({
      seller: z.object({ id: z.int(), title: z.string(), slug: z.string() }),
      products: z.array(product),
      total: z.int(),
      page: z.int(),
    }),
  },
  errors: ['SELLER_NOT_FOUND'],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const listStockOffers = endpoint({
  name: 'listStockOffers',
  slice: 'stock',
  method: 'GET',
  path: '/api/stock-offers',
  summary: 'Stock offers (DEC-65, CAT-04)',
  auth: 'public',
  limit: 'read',
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          attributes: z.object({
            OfferType: z.enum(['By SKU', 'By Category ID']),
            OfferTypeValue: z.string(),
            Threshold: z.int(),
            StartDateTime: z.string(),
            EndDateTime: z.string(),
          }),
        }),
      ),
    }),
  },
  errors: [],
});

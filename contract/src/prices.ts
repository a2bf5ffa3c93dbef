import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amount, civilDate, dateTime, enveloped, sku } from './shapes.ts';

const priceOn = z.object({ price: amount, on: civilDate });

export const getProductPrices = endpoint({
  name: 'getProductPrices',
  slice: 'prices',
  method: 'GET',
  path: '/v1/products/{sku}/prices',
  summary: 'Returns the past prices of a product that everybody could pay (PRICE-04)',
  auth: 'public',
  limit: 'read',
  params: z.strictObject({ sku }),
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(400).default(90) }),
  answers: {
    200: enveloped(
      z.object({
        /** Prices before this moment are unknown. */
        knownFrom: dateTime,
        /** Each price is valid until the next point. Null if the product was not on sale. */
        points: z.array(z.object({ from: dateTime, price: amount.nullable() })),
        lowest: priceOn.nullable(),
        highest: priceOn.nullable(),
        /** The lowest price of the days before the running reduction (DEC-222), with the first and the last of these days. */
        reference: z.object({ price: amount, from: civilDate, to: civilDate }).nullable(),
      }),
    ),
  },
  errors: ['PRODUCT_NOT_FOUND'],
});
export type ProductPrices = (typeof getProductPrices)['answers'][200]['_output']['data'];

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, commaList, dateTime } from '../shapes.ts';
import { exportEndpoint, fileAnswer, listEndpoint } from './list-calls.ts';
import { changedPriceList, maxShelfLabels } from './lists/changed-prices.ts';

const changedPrice = z.object({
  title: z.string(),
  sku: z.string(),
  /** The price at the start of the day. Null if there was no price. */
  before: amount.nullable(),
  price: amount,
  changedAt: dateTime,
});
export const listChangedPrices = {
  ...listEndpoint('listChangedPrices', changedPriceList, changedPrice),
  touches: 'nothing',
} as const;
export const exportChangedPrices = {
  ...exportEndpoint('exportChangedPrices', changedPriceList),
  touches: 'nothing',
} as const;

export const printShelfLabels = endpoint({
  slice: 'papers',
  auth: 'staff',
  touches: 'nothing',
  method: 'GET',
  limit: 'staffFile',
  file: 'application/pdf',
  name: 'printShelfLabels',
  path: '/v1/admin/shelf-labels',
  permission: changedPriceList.permission,
  summary: `Prints labels for shelves with name, price, sku and bar code: for at most ${maxShelfLabels} products, or for all products whose price changed today (BUY-08)`,
  query: z.strictObject({
    skus: commaList
      .refine((skus) => skus.length <= maxShelfLabels, { error: `Elige hasta ${maxShelfLabels} productos.` })
      .optional(),
    changed: z.literal('today').optional(),
  }),
  answers: { 200: fileAnswer },
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
});

import { priceDoubts, priceProofs } from '@ceiba/domain/prices/price-doubts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, enveloped } from '../shapes.ts';
import { keysOf } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { priceCheckList } from './lists/price-checks.ts';
import { skuMaxLength } from './product-fields.ts';

const doubt = keysOf(priceDoubts);
const proof = keysOf(priceProofs);

const priceCheck = z.object({
  sku: z.string(),
  title: z.string(),
  proof,
  doubts: z.array(doubt),
  regularPrice: amount,
  /** The lowest price in the days before the reduction. Null if unknown. */
  reference: amount.nullable(),
  price: amount,
  since: dateTime,
  endsAt: dateTime.nullable(),
  offeredDays: z.int(),
  knownDays: z.int(),
});
export const listPriceChecks = {
  ...listEndpoint('listPriceChecks', priceCheckList, priceCheck),
  touches: 'nothing',
} as const;
export const exportPriceChecks = {
  ...exportEndpoint('exportPriceChecks', priceCheckList),
  touches: 'nothing',
} as const;

export const checkPrice = endpoint({
  name: 'checkPrice',
  slice: 'prices',
  auth: 'staff',
  method: 'GET',
  path: '/v1/admin/products/{sku}/price-check',
  permission: 'catalog.read',
  touches: 'nothing',
  limit: 'staffRead',
  summary: 'Returns the objections to a discount before it is saved (PRICE-05)',
  params: z.strictObject({ sku: z.string().min(1).max(skuMaxLength) }),
  query: z.strictObject({
    regularPrice: z.coerce.number().pipe(amount),
    salesPrice: z.coerce.number().pipe(amount),
    discountEndsAt: dateTime.optional(),
  }),
  answers: { 200: enveloped(z.object({ warnings: z.array(z.string()) })) },
  errors: [],
});

import { maxPurchaseUnits } from '@ceiba/domain/purchases/purchase';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, enveloped, sku } from '../shapes.ts';

/** Maximum number of products that "Por reponer" proposes in one response, the most urgent first. */
export const maxProposed = 200;

const shared = { slice: 'purchases', auth: 'staff', touches: 'shop', permission: 'purchases.edit' } as const;
const supplierId = z.string().regex(/^\d{1,9}$/);

export const listReplenishment = endpoint({
  ...shared,
  name: 'listReplenishment',
  method: 'GET',
  limit: 'staffRead',
  path: '/v1/admin/replenishment',
  summary:
    'Proposes products to order: products whose stock does not last until an order of today would arrive, and 30 days more (BUY-05)',
  answers: {
    200: enveloped(
      z.array(
        z.object({
          sku: z.string(),
          title: z.string(),
          picture: z.string().nullable(),
          /**
           * The supplier of the product's last purchase, otherwise a supplier that has a number for the product. Null
           * if no supplier is known.
           */
          supplierId: z.string().nullable(),
          supplier: z.string().nullable(),
          leadDays: z.int(),
          sold30: z.int(),
          sold90: z.int(),
          salable: z.int(),
          onOrder: z.int(),
          coverDays: z.int(),
          proposed: z.int(),
          /** Null if no cost is known, or the person may not see costs. */
          lastCost: amount.nullable(),
        }),
      ),
    ),
  },
  errors: [],
});

export const draftReplenishment = endpoint({
  ...shared,
  name: 'draftReplenishment',
  method: 'POST',
  limit: 'staffWrite',
  path: '/v1/admin/replenishment/drafts',
  summary: 'Creates a draft purchase for each supplier of the chosen products (BUY-05)',
  idempotent: 'required',
  body: z.strictObject({
    storeCode: z.string().trim().min(1).max(32),
    rows: z
      .array(z.strictObject({ sku, supplierId, quantity: z.int().min(1).max(maxPurchaseUnits) }))
      .min(1)
      .max(maxProposed)
      .refine((rows) => new Set(rows.map((each) => each.sku)).size === rows.length, {
        error: 'Un producto está dos veces.',
      }),
  }),
  answers: { 201: enveloped(z.array(z.object({ number: z.string(), supplier: z.string() }))) },
  errors: ['NOT_FOUND', 'STORE_NOT_FOUND'],
});

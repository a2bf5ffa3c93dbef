import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';

/** Codes that were scanned and have no product (BUY-07). A code leaves the list when a product gets it. */
export const listUnknownCodes = endpoint({
  name: 'listUnknownCodes',
  slice: 'catalog',
  auth: 'staff',
  method: 'GET',
  path: '/v1/admin/unknown-codes',
  permission: ['catalog.edit', 'stock.read'],
  touches: 'shop',
  limit: 'staffRead',
  summary: 'Lists the last 200 scanned codes without a product, by place',
  answers: {
    200: enveloped(
      z.array(
        z.object({
          code: z.string(),
          storeCode: z.string(),
          scans: z.int(),
          firstAt: dateTime,
          lastAt: dateTime,
          lastBy: z.string(),
        }),
      ),
    ),
  },
  errors: [],
});

/**
 * Returns the product of a scanned code. Pages that compare codes themselves call it for a code without a match, so that an
 * unknown code is added to the list.
 */
export const noteScannedCode = endpoint({
  name: 'noteScannedCode',
  slice: 'catalog',
  auth: 'staff',
  method: 'POST',
  path: '/v1/admin/unknown-codes',
  permission: ['shipments.pick', 'shipments.deliver', 'returns.receive'],
  touches: 'places',
  limit: 'staffWrite',
  summary: 'Returns the product of a scanned code; a code without a product is counted with place and person (BUY-07)',
  body: z.strictObject({
    code: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/)
      .max(60),
    /** The default is the person's only store, otherwise no place. */
    storeCode: z.string().trim().min(1).max(32).optional(),
  }),
  answers: { 200: enveloped(z.object({ product: z.object({ sku: z.string(), title: z.string() }).nullable() })) },
  errors: ['STORE_NOT_FOUND'],
});

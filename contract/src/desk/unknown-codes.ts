import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';

/** Codes that somebody scanned and no product has (BUY-07). A code leaves the list when a product gets it. */
export const listUnknownCodes = endpoint({
  name: 'listUnknownCodes',
  slice: 'catalog',
  auth: 'staff',
  method: 'GET',
  path: '/v1/admin/unknown-codes',
  permission: 'catalog.edit',
  touches: 'shop',
  limit: 'staffRead',
  summary: 'Scanned codes without a product, by place, the last 200',
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

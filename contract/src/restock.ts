import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enveloped, sku } from './shapes.ts';

export const requestRestockNotice = endpoint({
  name: 'requestRestockNotice',
  slice: 'restock',
  method: 'POST',
  path: '/v1/customers/restockNotification/{sku}',
  summary: 'Asks for one e-mail when a sold-out product can be bought again (API-07, RST-01, DEC-143)',
  auth: 'customer',
  limit: 'write',
  params: z.strictObject({ sku }),
  body: z.strictObject({}),
  answers: { 201: enveloped(z.object({ result: z.literal(true) })) },
  errors: ['UNAUTHORIZED', 'PRODUCT_NOT_FOUND', 'PRODUCT_IN_STOCK'],
});

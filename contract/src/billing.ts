import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enveloped } from './shapes.ts';

export const lookUpTaxpayer = endpoint({
  name: 'lookUpTaxpayer',
  slice: 'billing',
  method: 'GET',
  path: '/v1/checkout/billing',
  summary: 'Returns the name that the tax registry has for a NIT or DPI (API-39, DEC-109)',
  auth: 'public',
  limit: 'billingLookup',
  query: z.strictObject({ type: z.enum(['nit', 'dpi']), identifier: z.string().trim().min(1).max(30) }),
  answers: { 200: enveloped(z.object({ name: z.string() })) },
  errors: ['TAXPAYER_INVALID', 'TAXPAYER_NOT_FOUND', 'UPSTREAM_UNAVAILABLE'],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enveloped } from './shapes.ts';

export const validateGuestCheckout = endpoint({
  name: 'validateGuestCheckout',
  slice: 'checkout',
  method: 'POST',
  path: '/v1/auth/validate-guest-checkout',
  summary: 'Whether an e-mail may go on as a guest (API-14, DEC-134)',
  auth: 'public',
  limit: 'guestCheck',
  body: z.strictObject({ email: z.email().max(254) }),
  answers: { 200: enveloped(z.object({ result: z.boolean(), suggestedEmail: z.string().optional() })) },
  errors: [],
});

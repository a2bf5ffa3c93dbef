import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { version } from './changes.ts';
import { advisors } from './entities/advisors.ts';
import { detailSchema } from './entity-calls.ts';

/** Ends an advisor, whose session can no longer be opened (SALE-01). */
export const endAdvisor = endpoint({
  name: 'endAdvisor',
  slice: 'advisors',
  auth: 'staff',
  permission: 'advisors.edit',
  touches: 'shop',
  limit: 'staffWrite',
  method: 'POST',
  path: '/v1/admin/advisors/{id}/end',
  summary: 'Ends an advisor, whose session can no longer be opened. Carts and orders keep the advisor’s name',
  params: z.strictObject({ id: z.string().trim().min(1).max(64) }),
  body: z.strictObject({ version }),
  answers: { 200: detailSchema(advisors) },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, version } from './changes.ts';
import { brands } from './entities/brands.ts';
import { detailSchema } from './entity-calls.ts';

/**
 * Merges a brand into another brand, which gets its products. The page of the merged brand redirects to the other
 * brand's page (PROD-23).
 */
export const mergeBrand = endpoint({
  name: 'mergeBrand',
  slice: 'catalog',
  auth: 'staff',
  permission: 'catalog.edit',
  touches: 'shop',
  limit: 'staffWrite',
  method: 'POST',
  path: '/v1/admin/brands/{id}/merge',
  summary:
    'Moves all products of a brand to another brand, and retires the first. Its page redirects to the other brand’s page (PROD-23)',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ version, intoId: z.string().regex(/^\d{1,9}$/, { error: 'Elige una marca de la lista.' }) }),
  answers: { 200: detailSchema(brands) },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

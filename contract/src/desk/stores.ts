import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { version } from './changes.ts';
import { stores } from './entities/stores.ts';
import { detailSchema } from './entity-calls.ts';

const verb = {
  slice: 'locations',
  auth: 'staff',
  permission: 'settings.edit',
  touches: 'shop',
  limit: 'staffWrite',
  method: 'POST',
  params: z.strictObject({ code: z.string().trim().min(1).max(64) }),
  body: z.strictObject({ version }),
  answers: { 200: detailSchema(stores) },
} as const;

export const retireStore = endpoint({
  ...verb,
  name: 'retireStore',
  path: '/v1/admin/stores/{code}/retire',
  summary:
    'A store that has no stock, no open shipment and no open till closes for good; its orders keep its name (PROD-23)',
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'IN_USE'],
});

export const reopenStore = endpoint({
  ...verb,
  name: 'reopenStore',
  path: '/v1/admin/stores/{code}/reopen',
  summary: 'A retired store works again; it hands out orders only after that is chosen (PROD-23)',
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

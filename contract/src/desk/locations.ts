import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enveloped } from '../shapes.ts';
import { version } from './changes.ts';
import { stores } from './entities/stores.ts';
import { detailSchema } from './entity-calls.ts';

export const listRegions = endpoint({
  name: 'listRegions',
  slice: 'locations',
  method: 'GET',
  path: '/v1/admin/regions',
  summary:
    'Lists departments that the shop delivers to, with their municipalities, for correcting an address (WORK-22)',
  auth: 'staff',
  permission: 'signedIn',
  touches: 'nothing',
  limit: 'staffRead',
  answers: {
    200: enveloped(z.array(z.object({ regionId: z.int(), region: z.string(), cities: z.array(z.string()) }))),
  },
  errors: [],
});

export const listPlaces = endpoint({
  name: 'listPlaces',
  slice: 'locations',
  method: 'GET',
  path: '/v1/admin/places',
  summary:
    'Lists stores and the warehouse for a choice: only this person’s stores if they are limited to stores, otherwise all',
  auth: 'staff',
  permission: 'signedIn',
  touches: 'places',
  limit: 'staffRead',
  answers: { 200: enveloped(z.array(z.object({ storeCode: z.string(), name: z.string(), isPickup: z.boolean() }))) },
  errors: [],
});

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
    'Closes a store for good if it has no stock, no open shipment and no open till. Its orders keep its name (PROD-23)',
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'IN_USE'],
});

export const reopenStore = endpoint({
  ...verb,
  name: 'reopenStore',
  path: '/v1/admin/stores/{code}/reopen',
  summary: 'Reopens a retired store; it hands out orders only after that is chosen (PROD-23)',
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

export const createStandardPlaces = endpoint({
  slice: 'locations',
  auth: 'staff',
  permission: 'settings.edit',
  touches: 'shop',
  limit: 'staffWrite',
  name: 'createStandardPlaces',
  method: 'POST',
  path: '/v1/admin/departments/standard',
  summary: 'Creates the departments and municipalities of Guatemala if the shop has none yet',
  idempotent: true,
  body: z.strictObject({}),
  answers: { 201: enveloped(z.object({ departments: z.int(), municipalities: z.int() })) },
  errors: ['IN_USE'],
});

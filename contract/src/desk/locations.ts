import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enveloped } from '../shapes.ts';

export const listPlaces = endpoint({
  name: 'listPlaces',
  slice: 'locations',
  method: 'GET',
  path: '/v1/admin/places',
  summary: 'Stores and the warehouse, for choosing one: those that this person is limited to, else all',
  auth: 'staff',
  permission: 'signedIn',
  limit: 'staffRead',
  answers: { 200: enveloped(z.array(z.object({ storeCode: z.string(), name: z.string(), isPickup: z.boolean() }))) },
  errors: [],
});

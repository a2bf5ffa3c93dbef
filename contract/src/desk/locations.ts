import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enveloped } from '../shapes.ts';

export const listRegions = endpoint({
  name: 'listRegions',
  slice: 'locations',
  method: 'GET',
  path: '/v1/admin/regions',
  summary: 'Departments that the shop delivers to, with their municipalities, for correcting an address (WORK-22)',
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
  summary: 'Stores and the warehouse, for choosing one: those that this person is limited to, else all',
  auth: 'staff',
  permission: 'signedIn',
  touches: 'places',
  limit: 'staffRead',
  answers: { 200: enveloped(z.array(z.object({ storeCode: z.string(), name: z.string(), isPickup: z.boolean() }))) },
  errors: [],
});

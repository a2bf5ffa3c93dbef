import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getFlags = endpoint({
  name: 'getFlags',
  slice: 'flags',
  method: 'GET',
  path: '/v1/flags',
  summary: 'Returns the feature flags (DEC-68, DEC-158)',
  auth: 'public',
  limit: 'read',
  answers: { 200: z.object({ flags: z.record(z.string(), z.boolean()) }) },
  errors: [],
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, enveloped } from '../shapes.ts';
import { reason } from './changes.ts';

const shared = { slice: 'points', auth: 'staff' } as const;

/** Points that a program still has to take or return, the longest waiting first, at most 500. */
export const listWaitingPoints = endpoint({
  ...shared,
  name: 'listWaitingPoints',
  permission: 'ops.read',
  limit: 'staffRead',
  touches: 'shop',
  method: 'GET',
  path: '/v1/admin/points',
  summary: 'Lists the points that a program is waited for, and since when',
  answers: {
    200: enveloped(
      z.array(
        z.object({
          /** Null if no order uses them. */
          orderNumber: z.string().nullable(),
          program: z.string(),
          points: z.int(),
          amount,
          /** `capturing`: to be taken for a paid order. `giving_back`: to be returned. `holding`: to be reserved. */
          status: z.enum(['holding', 'capturing', 'giving_back']),
          since: dateTime,
        }),
      ),
    ),
  },
  errors: [],
});

export const writeOffPoints = endpoint({
  ...shared,
  name: 'writeOffPoints',
  permission: 'ops.act',
  limit: 'staffWrite',
  touches: 'shop',
  method: 'POST',
  path: '/v1/admin/points/{number}/write-off',
  summary: 'Writes off the points of a paid order that their program has released. The shop bears the loss',
  params: z.strictObject({ number: z.string().regex(/^\d{9}$/) }),
  body: z.strictObject({ reason }),
  answers: { 200: enveloped(z.object({ orderNumber: z.string(), amount })) },
  errors: ['ORDER_NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
});

import { passwordMaxLength } from '@ceiba/domain/auth/password';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateTime, enveloped } from './shapes.ts';

/** Stored rows, by the name of their kind. */
const personalData = z.object({
  exportedAt: dateTime,
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

export const exportAccount = endpoint({
  name: 'exportAccount',
  slice: 'accounts',
  method: 'GET',
  path: '/v1/customers/data',
  summary: 'Returns everything that the shop has stored about the customer of the session',
  auth: 'customer',
  limit: 'personalData',
  answers: { 200: personalData },
  errors: ['UNAUTHORIZED'],
});

export const closeAccount = endpoint({
  name: 'closeAccount',
  slice: 'accounts',
  method: 'POST',
  path: '/v1/customers/closure',
  summary:
    'Closes the account for good, with the current password. Personal data is erased; orders keep the invoice data that the law requires',
  auth: 'customer',
  limit: 'login',
  body: z.strictObject({
    currentPassword: z
      .string()
      .min(1)
      .max(4 * passwordMaxLength),
  }),
  answers: { 200: enveloped(z.object({ result: z.literal(true) })) },
  errors: ['UNAUTHORIZED', 'WRONG_PASSWORD', 'SIGN_IN_LOCKED', 'ORDER_IN_PROGRESS'],
});

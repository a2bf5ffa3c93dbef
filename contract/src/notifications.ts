import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateTime } from './shapes.ts';

export const listDemoMails = endpoint({
  name: 'listDemoMails',
  slice: 'notifications',
  method: 'GET',
  path: '/demo/api/mails',
  summary: 'Lists every mail that the demo shop sent, newest first (DEC-163)',
  auth: 'demo',
  limit: 'read',
  query: z.strictObject({ to: z.string().max(254).optional() }),
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          to: z.string(),
          subject: z.string(),
          html: z.string(),
          text: z.string(),
          createdAt: dateTime,
        }),
      ),
    }),
  },
  errors: ['NOT_FOUND'],
});

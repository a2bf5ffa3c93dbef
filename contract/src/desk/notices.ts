import { maxNotices } from '@ceiba/domain/notices/notice-limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';

export const noticeKinds = ['hold', 'late', 'run', 'deadJob', 'plan', 'price'] as const;

export const deskNotice = z.object({
  id: z.string(),
  kind: z.enum(noticeKinds),
  at: dateTime,
  title: z.string(),
  text: z.string(),
  /** The page of the entity that the notice is about. */
  href: z.string(),
  isRead: z.boolean(),
});
export type DeskNotice = z.infer<typeof deskNotice>;

const ofNotices = { slice: 'notices', auth: 'staff', permission: 'signedIn', touches: 'nothing' } as const;

/** Visible pages call this every 5 s (DEC-209). */
export const listNotices = endpoint({
  ...ofNotices,
  name: 'listNotices',
  method: 'GET',
  path: '/v1/admin/notices',
  limit: 'staffRead',
  isPolled: true,
  summary:
    'Lists notices for this person. `after`: the `next` of an earlier response, to get only the notices written since (OFF-23)',
  query: z.strictObject({ after: z.string().max(4_000).optional() }),
  answers: {
    200: z.object({
      status: z.int(),
      data: z.array(deskNotice),
      next: z.string(),
      /** Number of unread notices, up to 100. */
      unread: z.int(),
    }),
  },
  errors: [],
});

export const readNotices = endpoint({
  ...ofNotices,
  name: 'readNotices',
  method: 'POST',
  path: '/v1/admin/notices/read',
  limit: 'staffWrite',
  summary: 'Marks the given notices, or all notices, as read by this person',
  body: z.union([
    z.strictObject({
      ids: z
        .array(z.string().regex(/^\d{1,18}$/))
        .min(1)
        .max(maxNotices),
    }),
    z.strictObject({ all: z.literal(true) }),
  ]),
  answers: { 200: enveloped(z.object({ unread: z.int() })) },
  errors: [],
});

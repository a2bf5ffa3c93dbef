import { viewNameMaxLength } from '@ceiba/domain/views/view-limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enveloped, requiredText } from '../shapes.ts';
import { version } from './changes.ts';

/** Filters, search words, sort and columns, as in the address of the list. The server checks them against the list (OFF-17). */
const viewQuery = z
  .record(z.string().min(1).max(40), z.string().min(1).max(1_000))
  .refine((query) => Object.keys(query).length <= 40, { error: 'Son demasiados filtros.' });

const viewName = requiredText(viewNameMaxLength);

export const savedView = z.object({
  id: z.uuid(),
  list: z.string(),
  /** The page of the list, below /admin. Null if the view was saved without a page. */
  path: z.string().nullable(),
  name: z.string(),
  query: z.record(z.string(), z.string()),
  isShared: z.boolean(),
  isPinned: z.boolean(),
  isOwn: z.boolean(),
  owner: z.string(),
  /** Filters and sorts that the list no longer has. The desk opens the view without them, and reports it. */
  unknown: z.array(z.string()),
  version,
  /** `change`, `share`, `remove`: the actions that this person may take. */
  actions: z.array(z.string()),
});
export type SavedView = z.infer<typeof savedView>;

const ofViews = { slice: 'views', auth: 'staff', permission: 'signedIn', touches: 'nothing' } as const;
const viewParams = z.strictObject({ id: z.uuid() });

export const listViews = endpoint({
  ...ofViews,
  name: 'listViews',
  method: 'GET',
  path: '/v1/admin/views',
  limit: 'staffRead',
  summary: 'Lists the person’s own views and shared views, for the lists that this person may read (OFF-17)',
  answers: { 200: enveloped(z.array(savedView)) },
  errors: [],
});

export const createView = endpoint({
  ...ofViews,
  name: 'createView',
  method: 'POST',
  path: '/v1/admin/views',
  limit: 'staffWrite',
  summary: 'Saves a view of a list; a shared one needs `views.share`',
  idempotent: true,
  body: z.strictObject({
    list: z.string().trim().min(1).max(60),
    path: z
      .string()
      .max(100)
      .regex(/^\/[a-z0-9/-]*$/)
      .optional(),
    name: viewName,
    query: viewQuery,
    isShared: z.boolean().default(false),
    isPinned: z.boolean().default(false),
  }),
  answers: { 201: enveloped(savedView) },
  errors: ['FORBIDDEN'],
});

export const changeView = endpoint({
  ...ofViews,
  name: 'changeView',
  method: 'PATCH',
  path: '/v1/admin/views/{id}',
  limit: 'staffWrite',
  summary: 'Changes a view. Each person pins views for themselves, without a version',
  idempotent: true,
  params: viewParams,
  body: z.strictObject({
    version,
    name: viewName.optional(),
    query: viewQuery.optional(),
    isShared: z.boolean().optional(),
    isPinned: z.boolean().optional(),
  }),
  answers: { 200: enveloped(savedView) },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'VERSION_CONFLICT'],
});

export const removeView = endpoint({
  ...ofViews,
  name: 'removeView',
  method: 'DELETE',
  path: '/v1/admin/views/{id}',
  limit: 'staffWrite',
  summary: 'Deletes a view. With `version`, only if the view has not changed since',
  params: viewParams,
  query: z.strictObject({ version: z.coerce.number().pipe(version).optional() }),
  answers: { 200: enveloped(savedView) },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'VERSION_CONFLICT'],
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, emptyAsAbsent } from '../shapes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { auditList } from './lists/audit.ts';

const changedFields = z.record(z.string(), z.unknown());

export const auditRow = z.object({
  id: z.string(),
  at: dateTime,
  actor: z.object({
    kind: z.enum(['staff', 'token', 'command', 'job']),
    id: z.string().nullable(),
    name: z.string(),
  }),
  requestId: z.string().nullable(),
  operation: z.string(),
  entity: z.string(),
  entityId: z.string(),
  before: changedFields,
  after: changedFields,
  reason: z.string().nullable(),
});

export const listAudit = listEndpoint('listAudit', auditList, auditRow);
export const exportAudit = exportEndpoint('exportAudit', auditList);

/** The tab "Historial" of an entity, the latest first, 50 rows per page. Needs the permission to read the entity. */
export const getHistory = endpoint({
  name: 'getHistory',
  slice: 'audit',
  method: 'GET',
  path: '/v1/admin/audit/of/{entity}/{entityId}',
  summary: 'Lists the changes of an entity (OFF-11)',
  auth: 'staff',
  permission: 'signedIn',
  touches: 'places',
  limit: 'staffRead',
  params: z.strictObject({
    entity: z
      .string()
      .trim()
      .regex(/^[a-z][a-z-]{0,39}$/),
    entityId: z.string().trim().min(1).max(200),
  }),
  /** `before`: only rows that are older than this row. */
  query: z.strictObject({
    before: emptyAsAbsent(
      z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    ),
  }),
  answers: { 200: z.object({ status: z.int(), data: z.array(auditRow), next: z.string().nullable() }) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

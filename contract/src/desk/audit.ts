import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, orNone } from '../shapes.ts';
import { entityLabel, operationLabel } from './audit-words.ts';
import { declareList } from './list.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';

const actorKinds = { staff: 'Persona', token: 'Llave', command: 'Comando', job: 'Trabajo' } as const;

/** Changes by people, tokens and commands (OFF-11), the latest first. */
export const auditList = declareList({
  name: 'audit',
  title: 'Auditoría',
  slice: 'audit',
  permission: 'audit.read',
  id: 'id',
  columns: {
    id: { label: 'No.', kind: 'number' },
    at: { label: 'Cuándo', kind: 'moment' },
    actor: { label: 'Quién', kind: 'text' },
    actorKind: { label: 'Tipo', kind: 'state', values: actorKinds, isHidden: true },
    operation: { label: 'Operación', kind: 'text', wordsOf: operationLabel },
    entity: { label: 'Registro', kind: 'text', wordsOf: entityLabel },
    entityId: { label: 'Cuál', kind: 'text' },
    reason: { label: 'Motivo', kind: 'text' },
    requestId: { label: 'Solicitud', kind: 'text', isHidden: true },
  },
  filters: {
    actor: { kind: 'text', label: 'Quién', names: 'actor' },
    actorKind: { kind: 'choice', label: 'Tipo', values: actorKinds },
    operation: { kind: 'text', label: 'Operación', names: 'operation' },
    entity: { kind: 'text', label: 'Registro', names: 'entity' },
    entityId: { kind: 'text', label: 'Cuál' },
    at: { kind: 'dates', label: 'Fecha' },
  },
  sorts: ['-id'],
});

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

/** The tab "Historial" of an entity, the latest first, 50 rows a page; it takes the permission to read the entity. */
export const getHistory = endpoint({
  name: 'getHistory',
  slice: 'audit',
  method: 'GET',
  path: '/v1/admin/audit/of/{entity}/{entityId}',
  summary: 'What was changed of an entity (OFF-11)',
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
  /** `before`: rows older than this one. */
  query: z.strictObject({
    before: orNone(
      z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    ),
  }),
  answers: { 200: z.object({ status: z.int(), data: z.array(auditRow), next: z.string().nullable() }) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

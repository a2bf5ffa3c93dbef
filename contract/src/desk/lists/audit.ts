import { entityLabel, operationLabel } from '../audit-words.ts';
import { declareList } from '../list.ts';

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

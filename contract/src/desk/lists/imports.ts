import { importKinds } from '../import-kinds.ts';
import { declareList } from '../list.ts';

export const importStates = {
  reading: 'Leyendo',
  checked: 'Revisado',
  applying: 'Aplicando',
  done: 'Aplicado',
  refused: 'Rechazado',
  failed: 'Fallido',
  canceled: 'Cancelado',
} as const;

export const importList = declareList({
  name: 'imports',
  title: 'Importaciones',
  slice: 'imports',
  permission: 'imports.run',
  id: 'id',
  columns: {
    id: { label: 'Importación', kind: 'link' },
    createdAt: { label: 'Subida', kind: 'moment' },
    kind: { label: 'Tipo', kind: 'state', values: importKinds },
    state: { label: 'Estado', kind: 'state', values: importStates },
    fileName: { label: 'Archivo', kind: 'text' },
    total: { label: 'Filas', kind: 'number' },
    done: { label: 'Aplicadas', kind: 'number' },
    failed: { label: 'Rechazadas', kind: 'number' },
    actor: { label: 'Quién', kind: 'text' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: importStates },
    kind: { kind: 'choice', label: 'Tipo', values: importKinds },
    created: { kind: 'dates', label: 'Subida' },
  },
  sorts: ['-createdAt'],
});

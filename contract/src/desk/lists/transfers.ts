import { declareList } from '../list.ts';

/** The states of a transfer, in the order of its life (PROD-20). */
export const transferStates = {
  draft: 'Por enviar',
  sent: 'En camino',
  received: 'Recibido',
  closed: 'Con diferencia',
  canceled: 'Cancelado',
} as const;

export const transferList = declareList({
  name: 'transfers',
  title: 'Traslados',
  slice: 'transfers',
  permission: ['stock.read', 'stock.move'],
  id: 'number',
  columns: {
    number: { label: 'Traslado', kind: 'link' },
    state: { label: 'Estado', kind: 'state', values: transferStates },
    fromName: { label: 'Sale de', kind: 'text' },
    toName: { label: 'Llega a', kind: 'text' },
    units: { label: 'Unidades', kind: 'number' },
    inTransit: { label: 'En camino', kind: 'number' },
    createdAt: { label: 'Creado', kind: 'moment' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: transferStates },
    from: { kind: 'text', label: 'Sale de', names: 'place' },
    to: { kind: 'text', label: 'Llega a', names: 'place' },
    created: { kind: 'dates', label: 'Creado' },
  },
  sorts: ['-createdAt'],
});

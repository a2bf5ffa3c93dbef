import { declareList } from '../list.ts';

const states = { open: 'Abierto', closed: 'Cerrado' } as const;

export const manifestList = declareList({
  name: 'manifests',
  title: 'Manifiestos',
  slice: 'couriers',
  permission: ['shipments.send', 'cash.read'],
  id: 'id',
  columns: {
    id: { label: 'Manifiesto', kind: 'link' },
    state: { label: 'Estado', kind: 'state', values: states },
    courierName: { label: 'Mensajería', kind: 'text' },
    storeName: { label: 'Lugar', kind: 'text' },
    openedAt: { label: 'Abierto desde', kind: 'moment' },
    closedAt: { label: 'Cerrado', kind: 'moment' },
    shipments: { label: 'Envíos', kind: 'number' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: states },
    storeCode: { kind: 'text', label: 'Lugar', names: 'place' },
    courier: { kind: 'text', label: 'Mensajería', names: 'courier' },
    opened: { kind: 'dates', label: 'Abierto' },
  },
  sorts: ['-openedAt'],
});

/** Maximum number of forgotten parcels that are listed and counted. */
export const maxForgotten = 200;

import { declareList } from '../list.ts';

const states = { open: 'Abierta', closed: 'Cerrada' } as const;

export const tillList = declareList({
  name: 'tills',
  title: 'Cajas',
  slice: 'tills',
  permission: ['tills.use', 'tills.read'],
  id: 'id',
  columns: {
    name: { label: 'Caja', kind: 'link' },
    storeName: { label: 'Tienda', kind: 'text' },
    state: { label: 'Estado', kind: 'state', values: states },
    openedAt: { label: 'Abierta desde', kind: 'moment' },
    openedBy: { label: 'Abrió', kind: 'text' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: states },
    storeCode: { kind: 'text', label: 'Tienda', names: 'place' },
  },
  sorts: ['name', 'storeName'],
});

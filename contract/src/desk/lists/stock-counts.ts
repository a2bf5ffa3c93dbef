import { declareList } from '../list.ts';

/** The states of a stock count, in the order of its life (PROD-21). */
export const countStates = {
  counting: 'Contando',
  recounting: 'Segundo conteo',
  reviewed: 'Por aprobar',
  approved: 'Aprobado',
  canceled: 'Cancelado',
} as const;

export const countScopes = {
  place: 'Todo el lugar',
  shelf: 'Un estante',
  category: 'Una categoría',
  list: 'Una lista de productos',
} as const;

export const stockCountList = declareList({
  name: 'stock-counts',
  title: 'Conteos',
  slice: 'stock-counts',
  permission: 'stock.count',
  id: 'number',
  columns: {
    number: { label: 'Conteo', kind: 'link' },
    state: { label: 'Estado', kind: 'state', values: countStates },
    storeName: { label: 'Lugar', kind: 'text' },
    scope: { label: 'Se cuenta', kind: 'state', values: countScopes },
    scopeName: { label: 'Estante o categoría', kind: 'text' },
    createdAt: { label: 'Empezado', kind: 'moment' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: countStates },
    storeCode: { kind: 'text', label: 'Lugar', names: 'place' },
    created: { kind: 'dates', label: 'Empezado' },
  },
  sorts: ['-createdAt'],
});

import { declareList } from '../list.ts';

const supplies = { out: 'Agotado', low: 'Por agotarse' } as const;

/** Products whose free units have reached their threshold (PROD-19). */
export const lowStockList = declareList({
  name: 'low-stock',
  title: 'Por agotarse',
  slice: 'stock',
  permission: ['stock.read', 'stock.move'],
  id: 'sku',
  columns: {
    sku: { label: 'SKU', kind: 'link' },
    title: { label: 'Producto', kind: 'text', isWide: true },
    supply: { label: 'Estado', kind: 'state', values: supplies },
    salable: { label: 'Para vender', kind: 'number' },
    threshold: { label: 'Avisar en', kind: 'number' },
    inTransit: { label: 'En traslado', kind: 'number' },
    category: { label: 'Categoría', kind: 'text' },
  },
  filters: {
    supply: { kind: 'choice', label: 'Estado', values: supplies },
    isMoving: { kind: 'flag', label: 'Con unidades en traslado' },
  },
  sorts: ['salable', 'sku', 'title'],
});

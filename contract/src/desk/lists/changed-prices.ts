import { declareList } from '../list.ts';

/** Maximum number of products whose labels one call may request. */
export const maxShelfLabels = 200;

/** Products whose price changed today, for their labels at the shelf (BUY-08). */
export const changedPriceList = declareList({
  name: 'changed-prices',
  title: 'Cambiaron de precio hoy',
  slice: 'papers',
  permission: ['catalog.read', 'stock.read'],
  id: 'sku',
  columns: {
    title: { label: 'Producto', kind: 'text', isWide: true },
    sku: { label: 'SKU', kind: 'text', isNumber: true },
    before: { label: 'Antes', kind: 'money' },
    price: { label: 'Ahora', kind: 'money' },
    changedAt: { label: 'Cambió', kind: 'moment' },
  },
  filters: {
    price: { kind: 'amounts', label: 'Ahora' },
  },
  sorts: ['-changedAt', 'title', 'price'],
  search: 'Producto o SKU',
});

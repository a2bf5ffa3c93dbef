import { declareList } from '../list.ts';

/** Presale products with the units that their open orders wait for, by date (WORK-32). */
export const presaleList = declareList({
  name: 'presales',
  title: 'Preventas',
  slice: 'presales',
  permission: 'catalog.read',
  id: 'sku',
  columns: {
    title: { label: 'Producto', kind: 'link' },
    sku: { label: 'SKU', kind: 'text' },
    presaleDate: { label: 'Se entrega', kind: 'date' },
    units: { label: 'Vendidas', kind: 'number' },
    onOrder: { label: 'En compras', kind: 'number' },
    arrived: { label: 'Llegaron', kind: 'number' },
    toCome: { label: 'Por llegar', kind: 'number' },
    waiting: { label: 'Esperan', kind: 'number' },
    orders: { label: 'Órdenes', kind: 'number' },
    firstAt: { label: 'Primera orden', kind: 'moment' },
  },
  filters: {
    presaleDate: { kind: 'dates', label: 'Se entrega desde' },
    sku: { kind: 'text', label: 'SKU' },
  },
  sorts: ['presaleDate', 'title', '-units', '-waiting', 'firstAt'],
  search: 'Producto o SKU',
});

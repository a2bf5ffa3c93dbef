import { declareList } from '../list.ts';

/** Lines whose units were not found at any place (WORK-08). Support agrees on a solution with the buyers. */
export const missingLineList = declareList({
  name: 'missing-lines',
  title: 'Renglones sin existencias',
  slice: 'shipments',
  permission: 'orders.edit',
  id: 'id',
  columns: {
    shipmentId: { label: 'Envío', kind: 'link' },
    title: { label: 'Producto', kind: 'text' },
    sku: { label: 'Código', kind: 'text' },
    missing: { label: 'Faltan', kind: 'number' },
    customer: { label: 'Cliente', kind: 'text', isPersonal: true },
    phone: { label: 'Teléfono', kind: 'text', isPersonal: true },
    promisedOn: { label: 'Prometido', kind: 'date' },
    storeCode: { label: 'Lugar', kind: 'text', isHidden: true },
    since: { label: 'Desde', kind: 'moment' },
  },
  filters: {
    storeCode: { kind: 'text', label: 'Lugar', names: 'place' },
    promised: { kind: 'dates', label: 'Prometido' },
  },
  sorts: ['since', 'promisedOn', '-missing'],
  search: 'Número de orden o código del producto',
});

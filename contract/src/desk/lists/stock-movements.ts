import { declareList } from '../list.ts';
import { movementWords } from '../stock-fields.ts';

/** All stock movements, the latest first (BUY-10). Only their CSV exists: a page shows the movements of one product. */
export const stockMovementList = declareList({
  name: 'stock-movements',
  title: 'Movimientos de existencias',
  slice: 'stock',
  permission: ['stock.read', 'stock.move'],
  id: 'number',
  columns: {
    number: { label: 'Movimiento', kind: 'number' },
    at: { label: 'Cuándo', kind: 'moment' },
    storeCode: { label: 'Código del lugar', kind: 'text' },
    storeName: { label: 'Lugar', kind: 'text' },
    sku: { label: 'SKU', kind: 'text' },
    title: { label: 'Producto', kind: 'text' },
    units: { label: 'Unidades', kind: 'number' },
    cause: { label: 'Causa', kind: 'state', values: movementWords },
    document: { label: 'Documento', kind: 'text' },
    by: { label: 'Quién', kind: 'text' },
  },
  filters: {
    at: { kind: 'dates', label: 'Cuándo' },
    place: { kind: 'text', label: 'Lugar', names: 'place' },
    sku: { kind: 'text', label: 'SKU o código' },
  },
  sorts: ['-number'],
});

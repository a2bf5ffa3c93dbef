import { declareList } from '../list.ts';

/** The states of a note of goods that went back to their supplier (BUY-09). */
export const supplierNoteStates = { open: 'Abierta', credited: 'Acreditada', replaced: 'Repuesta' } as const;

export const supplierNoteList = declareList({
  name: 'supplier-notes',
  title: 'Devoluciones al proveedor',
  slice: 'supplier-notes',
  permission: ['stock.read', 'stock.move'],
  id: 'number',
  columns: {
    number: { label: 'Nota', kind: 'link' },
    state: { label: 'Estado', kind: 'state', values: supplierNoteStates },
    supplier: { label: 'Proveedor', kind: 'text' },
    storeName: { label: 'Sale de', kind: 'text' },
    units: { label: 'Unidades', kind: 'number' },
    createdAt: { label: 'Creada', kind: 'moment' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: supplierNoteStates },
    storeCode: { kind: 'text', label: 'Sale de', names: 'place' },
    created: { kind: 'dates', label: 'Creada' },
  },
  sorts: ['-createdAt', 'supplier'],
});

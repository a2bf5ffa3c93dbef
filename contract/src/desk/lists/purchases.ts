import { purchaseStateLabels } from '@ceiba/domain/purchases/purchase';
import { declareList } from '../list.ts';

export const purchaseList = declareList({
  name: 'purchases',
  title: 'Compras',
  slice: 'purchases',
  permission: 'purchases.read',
  id: 'number',
  columns: {
    number: { label: 'Compra', kind: 'link' },
    state: { label: 'Estado', kind: 'state', values: purchaseStateLabels },
    supplier: { label: 'Proveedor', kind: 'text' },
    storeName: { label: 'Llega a', kind: 'text' },
    expectedOn: { label: 'Esperada', kind: 'date' },
    units: { label: 'Unidades', kind: 'number' },
    received: { label: 'Recibidas', kind: 'number' },
    total: { label: 'Costo', kind: 'money', permission: 'costs.read' },
    createdAt: { label: 'Creada', kind: 'moment' },
    orderedAt: { label: 'Pedida', kind: 'moment', isHidden: true },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: purchaseStateLabels },
    supplier: { kind: 'text', label: 'Proveedor', names: 'supplier' },
    storeCode: { kind: 'text', label: 'Llega a', names: 'place' },
    expected: { kind: 'dates', label: 'Esperada' },
    late: { kind: 'flag', label: 'Atrasada' },
    sku: { kind: 'text', label: 'SKU' },
  },
  sorts: ['-createdAt', 'expectedOn'],
  search: 'Compra o proveedor',
});

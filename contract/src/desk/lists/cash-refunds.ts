import { declareList } from '../list.ts';

/** Refunds that a till or a transfer has to pay (CASH-10). */
export const cashRefundList = declareList({
  name: 'cash-refunds',
  title: 'Reembolsos por pagar',
  slice: 'tills',
  permission: 'orders.read',
  id: 'id',
  columns: {
    orderNumber: { label: 'Orden', kind: 'link' },
    since: { label: 'Desde', kind: 'moment' },
    name: { label: 'Cliente', kind: 'text', isPersonal: true },
    phone: { label: 'Teléfono', kind: 'text', isPersonal: true },
    storeName: { label: 'Tienda', kind: 'text' },
    amount: { label: 'Monto', kind: 'money' },
    transfer: { label: 'Transferencia', kind: 'text' },
  },
  filters: {
    since: { kind: 'dates', label: 'Desde' },
    amount: { kind: 'amounts', label: 'Monto' },
    hasTransfer: { kind: 'flag', label: 'Por transferencia' },
  },
  sorts: ['since', 'amount'],
  search: 'Número de orden',
});

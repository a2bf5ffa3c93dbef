import { returnStateLabels } from '@ceiba/domain/returns/return-state';
import { returnReasons } from '@ceiba/domain/returns/return-window';
import { declareList } from '../list.ts';

const reasons = Object.fromEntries(returnReasons.map((text) => [text, text]));

export const returnList = declareList({
  name: 'returns',
  title: 'Devoluciones',
  slice: 'returns',
  permission: 'returns.receive',
  id: 'number',
  columns: {
    number: { label: 'Devolución', kind: 'link' },
    requestedAt: { label: 'Pedida', kind: 'moment' },
    orderNumber: { label: 'Orden', kind: 'text' },
    name: { label: 'Cliente', kind: 'text', isPersonal: true },
    title: { label: 'Producto', kind: 'text' },
    quantity: { label: 'Cant.', kind: 'number' },
    reason: { label: 'Motivo', kind: 'text' },
    state: { label: 'Estado', kind: 'state', values: returnStateLabels },
    sku: { label: 'Código', kind: 'text', isHidden: true },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: returnStateLabels },
    reason: { kind: 'choice', label: 'Motivo', values: reasons },
    requested: { kind: 'dates', label: 'Pedida' },
    open: { kind: 'flag', label: 'Abierta' },
  },
  sorts: ['-requestedAt'],
  search: 'Devolución u orden',
});

import { reasonText } from '@ceiba/domain/orders/reason-texts';
import { declareList } from '../list.ts';

const states = { open: 'Falta dinero', settled: 'Resuelto', whole: 'Completo' } as const;

/** Cash of deliveries (CASH-07). Without a state or a search, lists deliveries whose cash differed from the due amount, or was settled later. */
export const doorCashList = declareList({
  name: 'door-cash',
  title: 'Efectivo con mensajeros',
  slice: 'door-cash',
  permission: 'cash.read',
  id: 'id',
  columns: {
    id: { label: 'Envío', kind: 'link', isNumber: true },
    courier: { label: 'Quién lo entregó', kind: 'text' },
    storeName: { label: 'Sale de', kind: 'text' },
    deliveredAt: { label: 'Entregado', kind: 'moment' },
    missing: { label: 'Falta', kind: 'money' },
    due: { label: 'Se debía cobrar', kind: 'money' },
    collected: { label: 'Cobrado', kind: 'money' },
    writtenOff: { label: 'Dado por perdido', kind: 'money', isHidden: true },
    state: { label: 'Estado', kind: 'state', values: states },
    reason: { label: 'Motivo', kind: 'text', wordsOf: reasonText },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: states },
    courier: { kind: 'text', label: 'Mensajería', names: 'deliverer' },
    storeCode: { kind: 'text', label: 'Lugar', names: 'place' },
    delivered: { kind: 'dates', label: 'Entregado' },
    missing: { kind: 'amounts', label: 'Falta' },
  },
  sorts: ['deliveredAt', 'missing', 'courier'],
  search: 'Orden o envío',
});

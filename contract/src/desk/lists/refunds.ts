import { reasonText } from '@ceiba/domain/orders/reason-texts';
import { refundDestinationLabels, refundStateLabels } from '@ceiba/domain/refunds/refund-labels';
import { figures } from '@ceiba/domain/reports/figures';
import { declareList } from '../list.ts';

export const refundList = declareList({
  name: 'refunds',
  title: 'Reembolsos',
  slice: 'refunds',
  permission: ['orders.refund', 'refunds.approve', 'cash.read'],
  id: 'id',
  columns: {
    orderNumber: { label: 'Orden', kind: 'link', isNumber: true },
    createdAt: { label: 'Fecha', kind: 'moment' },
    amount: { label: figures.refund.label, kind: 'money' },
    money: { label: 'Dinero', kind: 'money' },
    points: { label: 'Puntos', kind: 'money', isHidden: true },
    giftCards: { label: 'Tarjetas de regalo', kind: 'money', isHidden: true },
    to: { label: 'Devolver a', kind: 'state', values: refundDestinationLabels },
    state: { label: 'Estado', kind: 'state', values: refundStateLabels },
    reason: { label: 'Motivo', kind: 'text', wordsOf: reasonText },
    by: { label: 'Persona', kind: 'text' },
    doneAt: { label: 'Entregado', kind: 'moment', isHidden: true },
    decidedBy: { label: 'Decidió', kind: 'text', isHidden: true },
    courtesyReason: { label: 'Se envía igual', kind: 'text', isHidden: true },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: refundStateLabels },
    to: { kind: 'choice', label: 'Devolver a', values: refundDestinationLabels },
    created: { kind: 'dates', label: 'Fecha' },
    amount: { kind: 'amounts', label: figures.refund.label },
  },
  sorts: ['-createdAt'],
  search: 'Número de orden',
});

import { orderPaymentLabels, shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { orderStatusLabels } from '@ceiba/domain/orders/order';
import { countedFigures } from '@ceiba/domain/reports/figures';
import { declareList, type Offered } from '../list.ts';

const paymentNeeds: Partial<Record<keyof typeof orderPaymentLabels, Offered>> = {
  CardInstallments: 'installments',
  MaxpointsPoints: 'points',
  VisanetPoints: 'points',
  BiPoints: 'points',
  BacPoints: 'points',
  PromericaPoints: 'points',
};

/** The desk's list of orders, read by `order_page` (record 0071). */
export const orderList = declareList({
  name: 'orders',
  title: 'Órdenes',
  slice: 'orders',
  permission: 'orders.read',
  id: 'number',
  columns: {
    number: { label: 'Orden', kind: 'link', isNumber: true },
    placedAt: { label: 'Fecha', kind: 'moment' },
    customer: { label: 'Cliente', kind: 'text', isPersonal: true },
    phone: { label: 'Teléfono', kind: 'text', isPersonal: true },
    email: { label: 'Correo', kind: 'text', isPersonal: true, isHidden: true },
    place: { label: 'Entrega', kind: 'text' },
    status: { label: 'Estado', kind: 'state', values: orderStatusLabels },
    shipments: { label: 'Envíos', kind: 'state', values: shipmentStateLabels },
    promisedOn: { label: 'Promesa', kind: 'date', isHidden: true },
    payment: { label: 'Pago', kind: 'text', values: orderPaymentLabels },
    assignee: { label: 'Encargado', kind: 'text', isHidden: true },
    tags: { label: 'Etiquetas', kind: 'text', isHidden: true },
    total: { label: 'Total', kind: 'money', isAmount: true },
    cashToCollect: { label: countedFigures.cashToCollect.label, kind: 'money', isHidden: true },
  },
  filters: {
    status: { kind: 'choice', label: 'Estado', values: orderStatusLabels },
    shipment: { kind: 'choice', label: 'Envíos', values: shipmentStateLabels },
    payment: { kind: 'choice', label: 'Pago', values: orderPaymentLabels, valueNeeds: paymentNeeds },
    store: { kind: 'text', label: 'Tienda', names: 'place' },
    seller: { kind: 'text', label: 'Vendedor', names: 'seller' },
    late: { kind: 'flag', label: 'Atrasada' },
    held: { kind: 'flag', label: 'Detenida' },
    unconfirmed: { kind: 'flag', label: 'Por confirmar' },
    tag: { kind: 'text', label: 'Etiqueta' },
    assignee: { kind: 'text', label: 'Encargado', names: 'assignee' },
    placed: { kind: 'dates', label: 'Fecha' },
    total: { kind: 'amounts', label: 'Total' },
  },
  sorts: ['-number', '-total'],
  search: 'Orden, nombre, teléfono, correo, NIT, sku o guía',
});

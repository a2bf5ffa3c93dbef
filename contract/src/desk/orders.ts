import { orderPaymentLabels, shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { orderStatusLabels } from '@ceiba/domain/orders/order';
import { shipmentStates } from '@ceiba/domain/orders/shipment';
import { z } from 'zod';
import { amount, civilDate, dateTime } from '../shapes.ts';
import { declareList, exportEndpoint, listEndpoint } from './list.ts';

/** Of the desk's list of orders; asked by `order_page` (record 0071). */
export const orderList = declareList({
  name: 'orders',
  title: 'Órdenes',
  slice: 'orders',
  permission: 'orders.read',
  id: 'number',
  columns: {
    number: { label: 'Orden', kind: 'link' },
    placedAt: { label: 'Fecha', kind: 'moment' },
    customer: { label: 'Cliente', kind: 'text', isPersonal: true },
    phone: { label: 'Teléfono', kind: 'text', isPersonal: true },
    email: { label: 'Correo', kind: 'text', isPersonal: true, isHidden: true },
    place: { label: 'Entrega', kind: 'text' },
    status: { label: 'Estado', kind: 'state', values: orderStatusLabels },
    shipments: { label: 'Envíos', kind: 'state', values: shipmentStateLabels },
    promisedOn: { label: 'Promesa', kind: 'date', isHidden: true },
    payment: { label: 'Pago', kind: 'state', values: orderPaymentLabels },
    assignee: { label: 'Encargado', kind: 'text' },
    tags: { label: 'Etiquetas', kind: 'text', isHidden: true },
    total: { label: 'Total', kind: 'money', isAmount: true },
    cashToCollect: { label: 'Por cobrar', kind: 'money', isHidden: true },
  },
  filters: {
    status: { kind: 'choice', label: 'Estado', values: orderStatusLabels },
    shipment: { kind: 'choice', label: 'Envíos', values: shipmentStateLabels },
    payment: { kind: 'choice', label: 'Pago', values: orderPaymentLabels },
    store: { kind: 'text', label: 'Tienda' },
    seller: { kind: 'text', label: 'Vendedor' },
    late: { kind: 'flag', label: 'Atrasada' },
    held: { kind: 'flag', label: 'Detenida' },
    unconfirmed: { kind: 'flag', label: 'Por confirmar' },
    tag: { kind: 'text', label: 'Etiqueta' },
    assignee: { kind: 'text', label: 'Encargado' },
    placed: { kind: 'dates', label: 'Fecha' },
    total: { kind: 'amounts', label: 'Total' },
  },
  sorts: ['-number', '-total'],
  search: 'Orden, nombre, teléfono, correo, NIT, sku o guía',
});

/** Who took care of it; null: nobody. */
const assignee = z.object({ id: z.uuid(), name: z.string() }).nullable();

export const orderRow = z.object({
  number: z.string(),
  placedAt: dateTime,
  customer: z.string(),
  phone: z.string(),
  email: z.string(),
  /** City and department, or the store that hands it out; empty: nothing of it is sent. */
  place: z.string(),
  status: z.enum(Object.keys(orderStatusLabels)),
  isHeld: z.boolean(),
  isUnconfirmed: z.boolean(),
  isLate: z.boolean(),
  /** States of its shipments, in their order. */
  shipments: z.array(z.enum(shipmentStates)),
  promisedOn: civilDate.nullable(),
  payment: z.string(),
  assignee,
  tags: z.array(z.string()),
  /** Null of who sees no amounts (§0.3). */
  total: amount.nullable(),
  /** What is still to be collected at the door. */
  cashToCollect: amount,
});

export const listOrderRows = listEndpoint('listOrderRows', orderList, orderRow);
export const exportOrderRows = exportEndpoint('exportOrderRows', orderList);

import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { declareList } from '../list.ts';

export const shipmentList = declareList({
  name: 'shipments',
  title: 'Preparación',
  slice: 'shipments',
  permission: 'shipments.read',
  id: 'id',
  columns: {
    id: { label: 'Envío', kind: 'link' },
    state: { label: 'Estado', kind: 'state', values: shipmentStateLabels },
    // Hidden, because the state shows it, too.
    isLate: { label: 'Atrasado', kind: 'flag', isHidden: true },
    isHeld: { label: 'Detenida', kind: 'flag', isHidden: true },
    awaitsGoods: { label: 'Espera unidades', kind: 'flag', isHidden: true },
    promisedOn: { label: 'Prometido', kind: 'date' },
    destination: { label: 'Entrega', kind: 'text' },
    // Hidden, because the place is chosen above the list.
    storeCode: { label: 'Lugar', kind: 'text', isHidden: true },
    courier: { label: 'Sale por', kind: 'text' },
    since: { label: 'Desde', kind: 'moment' },
    units: { label: 'Unidades', kind: 'number' },
    cashToCollect: { label: 'Cobra al entregar', kind: 'money' },
    trackingNumber: { label: 'Guía', kind: 'text', isHidden: true },
    attempts: { label: 'Intentos', kind: 'number', isHidden: true },
    orderNumber: { label: 'Orden', kind: 'text', isHidden: true },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: shipmentStateLabels },
    storeCode: { kind: 'text', label: 'Lugar', names: 'place' },
    courier: { kind: 'text', label: 'Sale por', names: 'carrier' },
    late: { kind: 'flag', label: 'Atrasado' },
    held: { kind: 'flag', label: 'Orden detenida' },
    awaiting: { kind: 'flag', label: 'Espera unidades' },
    cash: { kind: 'flag', label: 'En efectivo' },
    pickup: { kind: 'flag', label: 'Recoger en tienda' },
    promised: { kind: 'dates', label: 'Prometido' },
  },
  sorts: ['promisedOn', 'since'],
  search: 'Orden, envío o guía',
});

import { reasonText } from '@ceiba/domain/orders/reason-texts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, enveloped } from '../shapes.ts';
import { idParams, reason, typedAmount, version } from './changes.ts';
import { declareList } from './list.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';

const states = { open: 'Falta dinero', settled: 'Resuelto', whole: 'Completo' } as const;

/**
 * Cash of deliveries (CASH-07). Without a state or a search it lists those whose cash was written as another amount than was due, or was put right.
 */
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

const doorCash = z.object({
  id: z.string(),
  orderNumber: z.string(),
  /** The courier that brought the parcel; the store that handed out a pickup. */
  courier: z.string(),
  storeName: z.string(),
  deliveredAt: dateTime,
  due: amount,
  collected: amount,
  writtenOff: amount,
  missing: amount,
  state: z.enum(['open', 'settled', 'whole']),
  reason: z.string(),
  version,
});
export const listDoorCash = listEndpoint('listDoorCash', doorCashList, doorCash);
export const exportDoorCash = exportEndpoint('exportDoorCash', doorCashList);

export const settleDoorCash = endpoint({
  slice: 'door-cash',
  auth: 'staff',
  method: 'POST',
  limit: 'staffWrite',
  permission: 'cash.settle',
  touches: 'places',
  name: 'settleDoorCash',
  path: '/v1/admin/door-cash/{id}/settle',
  summary: 'Cash of a delivery is put right by another person: a movement with a reason (CASH-07)',
  params: idParams,
  idempotent: true,
  body: z.strictObject({
    version,
    /**
     * `correction`: `amount` is what was truly collected in all; `payment`: `amount` came later, to the till that is named or to none;
     * `writeOff`: nobody pays `amount` any more, which takes `cash.close`.
     */
    kind: z.enum(['correction', 'payment', 'writeOff']),
    amount: typedAmount(0),
    reason,
    tillId: z.uuid().optional(),
  }),
  answers: { 200: enveloped(z.object({ collected: amount, writtenOff: amount, missing: amount, version })) },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'APPROVAL_REQUIRED', 'TILL_CLOSED'],
});

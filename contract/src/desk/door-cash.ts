import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, enveloped } from '../shapes.ts';
import { idParams, reason, typedAmount, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { doorCashList } from './lists/door-cash.ts';

const doorCash = z.object({
  id: z.string(),
  orderNumber: z.string(),
  /** The courier that delivered the parcel, or the store that handed out a pickup. */
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
  summary:
    'Corrects the cash of a delivery, with a reason and a money movement. The caller must not have recorded the cash last (CASH-07)',
  params: idParams,
  idempotent: true,
  body: z.strictObject({
    version,
    /**
     * `correction`: `amount` is the total that was really collected. `payment`: `amount` was paid later, at the given
     * till or without a till. `writeOff`: `amount` will never be paid, which needs the permission `cash.close`.
     */
    kind: z.enum(['correction', 'payment', 'writeOff']),
    amount: typedAmount(0),
    reason,
    tillId: z.uuid().optional(),
  }),
  answers: { 200: enveloped(z.object({ collected: amount, writtenOff: amount, missing: amount, version })) },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'APPROVAL_REQUIRED', 'TILL_CLOSED'],
});

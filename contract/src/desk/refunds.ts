import { refundDestinationLabels, refundStateLabels } from '@ceiba/domain/refunds/refund-labels';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, enveloped } from '../shapes.ts';
import { idParams, reason, typedAmount, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { refundList } from './lists/refunds.ts';

const destination = z.enum(Object.keys(refundDestinationLabels));
const state = z.enum(Object.keys(refundStateLabels));

const row = {
  id: z.uuid(),
  orderNumber: z.string(),
  /** The total of the refund: `figures.refund`. */
  amount,
  /** The parts of the total: money, points in quetzales, and the amount on gift cards. */
  money: amount,
  points: amount,
  giftCards: amount,
  to: destination,
  state,
  reason: z.string().nullable(),
  by: z.string(),
  createdAt: dateTime,
  doneAt: dateTime.nullable(),
  /** The person who approved or rejected the refund. Null if no decision is needed or no decision was made yet. */
  decidedBy: z.string().nullable(),
  /** The reason why unsent units are sent as a courtesy. */
  courtesyReason: z.string().nullable(),
};

export const listRefunds = listEndpoint('listRefunds', refundList, z.object(row));
export const exportRefunds = exportEndpoint('exportRefunds', refundList);

const refund = z.object({
  ...row,
  shipping: amount,
  donation: amount,
  /** Negative if earlier goodwill is set off. */
  goodwill: amount,
  reference: z.string().nullable(),
  /** The reason why the bank refused the refund. */
  refusal: z.string().nullable(),
  lines: z.array(z.object({ line: z.int(), sku: z.string(), title: z.string(), quantity: z.int(), amount })),
  decidedAt: dateTime.nullable(),
  /** The reason why the refund was rejected. */
  rejection: z.string().nullable(),
  /** Actions that this person may take now. */
  actions: z.array(z.enum(['approve', 'reject'])),
});
export type DeskRefund = z.infer<typeof refund>;

const of = { slice: 'refunds', auth: 'staff', permission: 'orders.refund', touches: 'places' } as const;

export const getRefund = endpoint({
  ...of,
  name: 'getRefund',
  permission: ['orders.refund', 'refunds.approve', 'cash.read'],
  method: 'GET',
  path: '/v1/admin/refunds/{id}',
  limit: 'staffRead',
  summary: 'Returns a refund with the lines and amounts that it pays back',
  params: idParams,
  answers: { 200: enveloped(refund) },
  errors: ['NOT_FOUND'],
});

export const createRefund = endpoint({
  ...of,
  name: 'createRefund',
  method: 'POST',
  path: '/v1/admin/refunds',
  limit: 'staffWrite',
  summary:
    'Refunds units of lines, the delivery or goodwill of a paid order (WORK-17). Above the limit per day, the refund waits for another person (WORK-19)',
  idempotent: 'required',
  body: z.strictObject({
    orderNumber: z.string().trim().min(1).max(20),
    /** The version of the order that the person saw. With an outdated version, the refund is refused. */
    version,
    /**
     * The number of units of each line that are refunded, from the remaining units. `shipment`: the number of their
     * shipment. It is required if a part of the line was handed over and another part may still be lost. Otherwise a
     * lost unit would be refunded again.
     */
    lines: z
      .array(
        z.strictObject({
          line: z.int().min(1),
          quantity: z.int().min(1).max(999),
          shipment: z.string().trim().min(1).max(20).optional(),
        }),
      )
      .max(200)
      .default([]),
    shipping: typedAmount(0).prefault(0),
    goodwill: typedAmount(0).prefault(0),
    reason,
    /**
     * Required if some of the units have not left yet. `cancel`: they are not sent, and their stock is free again. `send`: they
     * are sent as a courtesy, with `courtesyReason`.
     */
    unsent: z.enum(['cancel', 'send']).optional(),
    courtesyReason: reason.optional(),
    /** `origin`: by the original payment. Otherwise a till or a transfer pays the refund (CASH-10), or a new gift card is mailed. */
    to: z.enum(['origin', 'till', 'transfer', 'giftCard']).default('origin'),
  }),
  answers: { 201: enveloped(refund) },
  errors: ['ORDER_NOT_FOUND', 'FORBIDDEN', 'VERSION_CONFLICT', 'REFUND_EXCEEDS_CAPTURED', 'TRANSITION_NOT_ALLOWED'],
});

const deciding = {
  slice: 'refunds',
  auth: 'staff',
  permission: 'refunds.approve',
  touches: 'places',
  method: 'POST',
  limit: 'staffWrite',
  params: idParams,
  answers: { 200: enveloped(refund) },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'APPROVAL_REQUIRED', 'TRANSITION_NOT_ALLOWED'],
} as const;

export const approveRefund = endpoint({
  ...deciding,
  name: 'approveRefund',
  path: '/v1/admin/refunds/{id}/approve',
  summary: 'Approves a refund that another person requested, unchanged (WORK-19)',
  reauthenticates: true,
  body: z.strictObject({}),
});

export const rejectRefund = endpoint({
  ...deciding,
  name: 'rejectRefund',
  path: '/v1/admin/refunds/{id}/reject',
  summary: 'Rejects a refund that another person requested; its order does not change',
  body: z.strictObject({ reason }),
});

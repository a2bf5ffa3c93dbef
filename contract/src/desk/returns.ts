import { outcomeReasonMaxLength } from '@ceiba/domain/returns/return-outcome';
import { returnDescriptionMaxLength, returnReasons } from '@ceiba/domain/returns/return-window';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, plainText, requiredText, sku } from '../shapes.ts';
import { detailOf, version } from './changes.ts';
import { exportEndpoint, fileAnswer, listEndpoint } from './list-calls.ts';
import { returnList } from './lists/returns.ts';

const slice = 'returns';
const state = z.enum(['requested', 'approved', 'received', 'toSendBack', 'resolved', 'rejected', 'canceled']);
const row = {
  /** D-100001 */
  number: z.string(),
  requestedAt: dateTime,
  orderNumber: z.string(),
  name: z.string(),
  title: z.string(),
  sku: z.string(),
  quantity: z.int(),
  reason: z.enum(returnReasons),
  state,
};
export const listDeskReturns = listEndpoint('listDeskReturns', returnList, z.object(row));
export const exportReturns = exportEndpoint('exportReturns', returnList);

const fate = z.enum(['restock', 'scrap', 'toSupplier', 'reject']);

const deskReturn = detailOf({
  ...row,
  phone: z.string(),
  pictureUrl: z.string(),
  description: z.string(),
  /** The number of its pictures. */
  images: z.int(),
  /**
   * The payment method of the order, as text. The refund uses the same method. Null, like the amounts, for people who
   * may not see amounts (§0.3).
   */
  paidBy: z.string().nullable(),
  approvedAt: dateTime.nullable(),
  receivedAt: dateTime.nullable(),
  /** The message to the buyer: about the approval, or the reason for the rejection. */
  answer: z.string().nullable(),
  /** True if the product has stock and may go back to a shelf. A gift card can only be rejected. */
  isGoods: z.boolean(),
  isGiftCard: z.boolean(),
  /** All codes that a scan of the product may read. */
  codes: z.array(z.string()),
  serials: z.array(z.string()),
  /** The place from which the shipment left. */
  storeCode: z.string().nullable(),
  /**
   * The worth of each undecided unit, in the order of the refunds. `shortfalls`: the part of each worth that is not refunded,
   * because it was missing from the cash at the door.
   */
  worths: z.array(amount).nullable(),
  shortfalls: z.array(amount).nullable(),
  outcomes: z.array(
    z.object({
      fate,
      quantity: z.int(),
      storeCode: z.string().nullable(),
      reason: z.string().nullable(),
      decidedAt: dateTime,
      by: z.string(),
    }),
  ),
  /** The amount refunded for it. */
  refunded: amount.nullable(),
  /** The newest entries first. */
  history: z.array(z.object({ text: z.string(), at: dateTime, by: z.string() })),
});
export type DeskReturn = z.infer<typeof deskReturn>['data'];

const params = z.strictObject({ number: z.string().regex(/^D-\d{6,9}$/) });
const verb = <const V extends string>(name: V) => `/v1/admin/returns/{number}/${name}` as const;
const reading = {
  slice,
  auth: 'staff',
  touches: 'places',
  method: 'GET',
  limit: 'staffRead',
  permission: 'returns.receive',
} as const;
const changing = { slice, auth: 'staff', touches: 'places', method: 'POST', limit: 'staffWrite', params } as const;
const errors = ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'] as const;
/** The buyer reads this text. */
const buyerText = requiredText(outcomeReasonMaxLength);

export const getDeskReturn = endpoint({
  ...reading,
  name: 'getDeskReturn',
  path: '/v1/admin/returns/{number}',
  summary: 'Shows a return',
  params,
  answers: { 200: deskReturn },
  errors: ['NOT_FOUND'],
});

export const getReturnPicture = endpoint({
  ...reading,
  name: 'getReturnPicture',
  path: '/v1/admin/returns/{number}/pictures/{image}',
  summary: 'Shows a picture that came with a return, numbered from 1',
  params: z.strictObject({ ...params.shape, image: z.string().regex(/^[1-9]$/) }),
  file: 'image/webp',
  answers: { 200: fileAnswer },
  errors: ['NOT_FOUND', 'UPSTREAM_UNAVAILABLE'],
});

export const createReturn = endpoint({
  slice,
  auth: 'staff',
  method: 'POST',
  limit: 'staffWrite',
  permission: 'returns.approve',
  touches: 'places',
  name: 'createReturn',
  path: '/v1/admin/returns',
  summary: 'Opens a return for a buyer who calls, and approves it immediately',
  body: z.strictObject({
    orderNumber: z.string().regex(/^\d{9}$/),
    sku,
    quantity: z.int().min(1).max(999),
    reason: z.enum(returnReasons),
    description: plainText(returnDescriptionMaxLength).default(''),
  }),
  answers: { 201: deskReturn },
  errors: [
    'ORDER_NOT_FOUND',
    'PRODUCT_NOT_FOUND',
    'RETURN_NOT_ALLOWED',
    'RETURN_NOT_DELIVERED',
    'RETURN_TOO_LATE',
    'RETURN_QUANTITY',
  ],
});

export const approveReturn = endpoint({
  ...changing,
  name: 'approveReturn',
  permission: 'returns.approve',
  path: verb('approve'),
  summary: 'Approves a return. The buyer gets a mail with the instructions (WORK-20)',
  body: z.strictObject({ version, instructions: buyerText.optional() }),
  answers: { 200: deskReturn },
  errors,
});

export const rejectReturn = endpoint({
  ...changing,
  name: 'rejectReturn',
  permission: 'returns.approve',
  path: verb('reject'),
  summary: 'Rejects a return. The buyer gets a mail with the reason',
  body: z.strictObject({ version, reason: buyerText }),
  answers: { 200: deskReturn },
  errors,
});

export const cancelDeskReturn = endpoint({
  ...changing,
  name: 'cancelDeskReturn',
  permission: 'returns.approve',
  path: verb('cancel'),
  summary: 'Cancels a return that its buyer does not send; possible until it is received',
  body: z.strictObject({ version }),
  answers: { 200: deskReturn },
  errors,
});

export const receiveReturn = endpoint({
  ...changing,
  name: 'receiveReturn',
  permission: 'returns.receive',
  path: verb('receive'),
  summary:
    'Records that the goods of a return have arrived, and approves the return if it was not approved. The buyer gets a mail',
  body: z.strictObject({ version }),
  answers: { 200: deskReturn },
  errors,
});

export const decideReturnUnits = endpoint({
  ...changing,
  name: 'decideReturnUnits',
  permission: 'returns.receive',
  path: verb('outcome'),
  summary: 'Decides on units of a return. Units that are not rejected are refunded. The buyer gets a mail',
  body: z.strictObject({
    version,
    units: z
      .array(
        z.strictObject({
          quantity: z.int().min(1).max(999),
          fate,
          storeCode: z.string().trim().min(1).max(32).optional(),
          reason: buyerText.optional(),
        }),
      )
      .min(1)
      .max(100),
    /**
     * `origin`: by the original payment. Otherwise a till or a transfer pays the refund (CASH-10), or a new gift card is mailed.
     * These need `orders.refund`.
     */
    refundTo: z.enum(['origin', 'till', 'transfer', 'giftCard']).default('origin'),
  }),
  answers: { 200: deskReturn },
  errors: [...errors, 'FORBIDDEN', 'APPROVAL_REQUIRED', 'STORE_NOT_FOUND', 'REFUND_EXCEEDS_CAPTURED'],
});

export const sendReturnBack = endpoint({
  ...changing,
  name: 'sendReturnBack',
  permission: 'returns.receive',
  path: verb('send-back'),
  summary:
    'Records how rejected units go back to their buyer, or that the units stay at the shop. The buyer gets a mail (WORK-20)',
  body: z.strictObject({
    version,
    how: buyerText,
    /**
     * True if the buyer does not want the units. `how` then has the buyer's words, and a mail confirms the decision.
     */
    isKept: z.boolean().default(false),
  }),
  answers: { 200: deskReturn },
  errors,
});

import { tillMovementKinds } from '@ceiba/domain/tills/till';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, enveloped, requiredText } from '../shapes.ts';
import { detailOf, reason, typedAmount, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { tillList } from './lists/tills.ts';
import { tillPaymentFields } from './till-fields.ts';

export const sum = typedAmount(0.01);
export const counted = typedAmount(0);
const orderNumber = z.string().regex(/^\d{9}$/);

/** A text printed on a document. Invisible characters are removed, because a used receipt would look like a new one with them. */
export const onPaper = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''))
    .trim()
    .min(1)
    .max(max);

const tillRow = {
  id: z.uuid(),
  name: z.string(),
  storeCode: z.string(),
  storeName: z.string(),
  state: z.enum(['open', 'closed']),
  /** True for "Caja general": the till for payments without a till. */
  isGeneral: z.boolean(),
  openedAt: dateTime.nullable(),
  openedBy: z.string().nullable(),
};
export const listTills = listEndpoint('listTills', tillList, z.object(tillRow));
export const exportTills = exportEndpoint('exportTills', tillList);

const tillMovement = z.object({
  id: z.string(),
  kind: z.enum(tillMovementKinds),
  means: z.enum(['cash', 'card']),
  /** Negative if the money left the till. Null while the till is open, for amounts that no cashier typed (CASH-05). */
  amount: amount.nullable(),
  orderNumber: z.string().nullable(),
  reference: z.string().nullable(),
  at: dateTime,
  by: z.string(),
  reason: z.string().nullable(),
  /** The movement that this one corrects. */
  corrects: z.string().nullable(),
});

/**
 * A till as shown to a person who works at it. An open session shows only amounts that a cashier typed: no float, no sum, no
 * payments. The expected amount is shown after the cash was counted (CASH-05).
 */
export const till = detailOf({
  ...tillRow,
  /** Movements of the open session, the newest first, at most 100. */
  movements: z.array(tillMovement),
  /** Counts of the last session, while no session is open. */
  closing: z
    .object({
      id: z.uuid(),
      closedAt: dateTime,
      closedBy: z.string(),
      /** The number of counts. */
      counts: z.int(),
      reason: z.string().nullable(),
      /** True if a difference still needs a reason. The till cannot be opened until then. */
      isUnexplained: z.boolean(),
      /** Null if this person neither counted the till nor sees tills. The next float is then counted without knowing the amount. */
      amounts: z
        .object({
          float: amount,
          expected: amount,
          counted: amount,
          difference: amount,
          expectedCards: amount,
          countedCards: amount,
          cardsDifference: amount,
        })
        .nullable(),
    })
    .nullable(),
});
export type Till = z.infer<typeof till>['data'];

const at = {
  slice: 'tills',
  auth: 'staff',
  permission: 'tills.use',
  touches: 'places',
  params: z.strictObject({ id: z.uuid() }),
} as const;
export const using = { ...at, method: 'POST', limit: 'staffWrite' } as const;
export const verb = <const V extends string>(name: V) => `/v1/admin/tills/{id}/${name}` as const;

export const getTill = endpoint({
  ...at,
  permission: ['tills.use', 'tills.read'],
  name: 'getTill',
  method: 'GET',
  path: '/v1/admin/tills/{id}',
  limit: 'staffRead',
  summary: 'Returns a till with its open session',
  answers: { 200: till },
  errors: ['NOT_FOUND'],
});

export const createTill = endpoint({
  slice: 'tills',
  auth: 'staff',
  permission: 'settings.edit',
  touches: 'places',
  name: 'createTill',
  method: 'POST',
  path: '/v1/admin/tills',
  limit: 'staffWrite',
  summary: 'Adds a till to a store',
  body: z.strictObject({ storeCode: z.string().trim().min(1).max(32), name: requiredText(60) }),
  answers: { 201: till },
  errors: ['STORE_NOT_FOUND', 'IN_USE'],
});

export const renameTill = endpoint({
  ...using,
  permission: 'settings.edit',
  name: 'renameTill',
  path: verb('rename'),
  summary: 'Renames a till. Its papers keep the former name (PROD-28)',
  body: z.strictObject({ name: requiredText(60) }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'IN_USE'],
});

export const openTill = endpoint({
  ...using,
  name: 'openTill',
  path: verb('open'),
  summary: 'Opens a till with a counted float (CASH-01)',
  body: z.strictObject({ version, float: counted }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

/** An order found at a till. */
const found = z.object({
  orderNumber: z.string(),
  /** `storePayment`: the order is paid here. `pickup`: the order is paid in cash at the handover (CASH-03). */
  kind: z.enum(['storePayment', 'pickup']),
  shipmentId: z.string().nullable(),
  state: z.enum(['payable', 'paid', 'expired', 'canceled', 'notReady', 'delivered']),
  name: z.string(),
  phone: z.string(),
  due: amount,
  placedAt: dateTime,
  expiresAt: dateTime.nullable(),
  lines: z.array(
    z.object({ sku: z.string(), title: z.string(), quantity: z.int(), worth: amount, pictureUrl: z.string() }),
  ),
  /** The receipt that paid the order. */
  receipt: z.string().nullable(),
});
export type TillOrder = z.infer<typeof found>;

export const findTillOrders = endpoint({
  ...at,
  name: 'findTillOrders',
  method: 'GET',
  path: verb('orders'),
  limit: 'staffRead',
  summary: 'Finds orders that are paid at this till, by number, phone or scanned code (CASH-02)',
  query: z.strictObject({ q: z.string().trim().min(1).max(300) }),
  answers: { 200: enveloped(z.array(found)) },
  errors: ['NOT_FOUND'],
});

const paid = enveloped(
  z.object({
    movementId: z.string(),
    orderNumber: z.string(),
    amount,
    received: amount,
    change: amount,
    receipt: z.string(),
    /** The current status of its order. */
    orderStatus: z.string(),
  }),
);
const payErrors = [
  'NOT_FOUND',
  'ORDER_NOT_FOUND',
  'TILL_CLOSED',
  'ORDER_EXPIRED',
  'RECEIPT_USED',
  'TRANSITION_NOT_ALLOWED',
] as const;

export const payAtTill = endpoint({
  ...using,
  name: 'payAtTill',
  path: verb('payments'),
  summary:
    'Takes the money of an order that is paid at the store, once (CASH-02). For a card, a voucher identifies the receipt',
  idempotent: true,
  body: z.strictObject({
    orderNumber,
    kind: z.enum(['cash', 'card']),
    /** The cash that the buyer hands over, or the amount of the voucher. */
    amount: sum,
    receipt: onPaper(tillPaymentFields.voucher.max).optional(),
  }),
  answers: { 201: paid },
  errors: payErrors,
});

export const unpayAtTill = endpoint({
  ...using,
  name: 'unpayAtTill',
  path: verb('unpay'),
  summary: 'Reverts a payment, if nothing of its order has left',
  body: z.strictObject({ orderNumber, reason }),
  answers: { 200: till },
  errors: payErrors,
});

export const moveTillCash = endpoint({
  ...using,
  name: 'moveTillCash',
  path: verb('movements'),
  summary: 'Records brought change, a withdrawal or a bag to the bank (CASH-04)',
  idempotent: true,
  body: z.strictObject({ kind: z.enum(['in', 'out', 'deposit']), amount: sum, reason }),
  answers: { 201: till },
  errors: ['NOT_FOUND', 'TILL_CLOSED'],
});

export const closeTill = endpoint({
  ...using,
  name: 'closeTill',
  path: verb('close'),
  summary:
    'Closes a till with one count, whatever the amount (CASH-05). A difference above Q5 must be explained afterwards',
  body: z.strictObject({
    version,
    counted,
    cards: counted,
    reason: reason.optional(),
  }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TILL_CLOSED'],
});

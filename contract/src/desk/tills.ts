import { tillMovementKinds } from '@ceiba/domain/tills/till';
import { z } from 'zod';
import { endpoint, type StaffEndpointSpec } from '../endpoint.ts';
import { amount, dateTime, enveloped, neededText } from '../shapes.ts';
import { detailOf, reason, typedAmount, version } from './changes.ts';
import { declareList, exportEndpoint, listEndpoint } from './list.ts';

const sum = typedAmount(0.01);
const counted = typedAmount(0);
const orderNumber = z.string().regex(/^\d{9}$/);

const states = { open: 'Abierta', closed: 'Cerrada' } as const;

export const tillList = declareList({
  name: 'tills',
  title: 'Cajas',
  slice: 'tills',
  permission: 'tills.use',
  id: 'id',
  columns: {
    name: { label: 'Caja', kind: 'link' },
    storeName: { label: 'Tienda', kind: 'text' },
    state: { label: 'Estado', kind: 'state', values: states },
    openedAt: { label: 'Abierta desde', kind: 'moment' },
    openedBy: { label: 'Abrió', kind: 'text' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: states },
    storeCode: { kind: 'text', label: 'Tienda' },
  },
  sorts: ['name', 'storeName'],
});

const tillRow = {
  id: z.uuid(),
  name: z.string(),
  storeCode: z.string(),
  storeName: z.string(),
  state: z.enum(['open', 'closed']),
  /** "Caja general": what no other till is named for. */
  isGeneral: z.boolean(),
  openedAt: dateTime.nullable(),
  openedBy: z.string().nullable(),
};
export const listTills = listEndpoint('listTills', tillList, z.object(tillRow));
export const exportTills = exportEndpoint('exportTills', tillList);

export const tillMovement = z.object({
  id: z.string(),
  kind: z.enum(tillMovementKinds),
  means: z.enum(['cash', 'card']),
  /** Below zero: it left the till. */
  amount,
  orderNumber: z.string().nullable(),
  reference: z.string().nullable(),
  /** What the buyer handed over, where that is known, and their change. */
  received: amount.nullable(),
  change: amount.nullable(),
  at: dateTime,
  by: z.string(),
  reason: z.string().nullable(),
});

/** A till as whoever works at it sees it: what should be in it is told once it was counted (CASH-05). */
const till = detailOf({
  ...tillRow,
  float: amount.nullable(),
  /** Of its open session, the newest first, at most 100. */
  movements: z.array(tillMovement),
  /** Of the last one, where none is open. */
  closing: z
    .object({
      id: z.uuid(),
      closedAt: dateTime,
      closedBy: z.string(),
      float: amount,
      expected: amount,
      counted: amount,
      difference: amount,
      expectedCards: amount,
      countedCards: amount,
      cardsDifference: amount,
      reason: z.string().nullable(),
    })
    .nullable(),
});

const at = {
  slice: 'tills',
  auth: 'staff',
  permission: 'tills.use',
  touches: 'places',
  params: z.strictObject({ id: z.uuid() }),
} as const;
const using = { ...at, method: 'POST', limit: 'staffWrite' } as const;
const verb = <const V extends string>(name: V) => `/v1/admin/tills/{id}/${name}` as const;

export const getTill = endpoint({
  ...at,
  name: 'getTill',
  method: 'GET',
  path: '/v1/admin/tills/{id}',
  limit: 'staffRead',
  summary: 'A till with its open session',
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
  summary: 'Another till of a store',
  body: z.strictObject({ storeCode: z.string().trim().min(1).max(32), name: neededText(60) }),
  answers: { 201: till },
  errors: ['STORE_NOT_FOUND', 'IN_USE'],
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

/** An order as a till finds it. */
const found = z.object({
  orderNumber: z.string(),
  /** `storePayment`: it is paid here; `pickup`: in cash when it is handed over (CASH-03). */
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
  /** What has paid it. */
  receipt: z.string().nullable(),
});
export type TillOrder = z.infer<typeof found>;

export const findTillOrders = endpoint({
  ...at,
  name: 'findTillOrders',
  method: 'GET',
  path: verb('orders'),
  limit: 'staffRead',
  summary: 'What is paid at this till, by number, phone or scanned code (CASH-02)',
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
    /** Where its order stands now. */
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
  summary: 'Takes the money of an order that is paid at the store, once (CASH-02); a voucher names its receipt',
  idempotent: true,
  body: z.strictObject({
    orderNumber,
    kind: z.enum(['cash', 'card']),
    /** What the buyer hands over; of a voucher its amount. */
    amount: sum,
    receipt: z.string().trim().min(1).max(60).optional(),
  }),
  answers: { 201: paid },
  errors: payErrors,
});

export const unpayAtTill = endpoint({
  ...using,
  name: 'unpayAtTill',
  path: verb('unpay'),
  summary: 'Takes back a payment, while nothing of its order has left',
  body: z.strictObject({ orderNumber, reason }),
  answers: { 200: till },
  errors: payErrors,
});

export const moveTillCash = endpoint({
  ...using,
  name: 'moveTillCash',
  path: verb('movements'),
  summary: 'Change brought, a withdrawal, a bag to the bank (CASH-04)',
  idempotent: true,
  body: z.strictObject({ kind: z.enum(['in', 'out', 'deposit']), amount: sum, reason }),
  answers: { 201: till },
  errors: ['NOT_FOUND', 'TILL_CLOSED'],
});

export const closeTill = endpoint({
  ...using,
  name: 'closeTill',
  path: verb('close'),
  summary: 'Closes a till by what was counted; a difference above Q5 says why',
  body: z.strictObject({
    version,
    counted,
    cards: counted,
    reason: reason.optional(),
  }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TILL_CLOSED'],
});

export const cashRefundList = declareList({
  name: 'cash-refunds',
  title: 'Reembolsos por pagar',
  slice: 'tills',
  permission: 'orders.read',
  id: 'id',
  columns: {
    orderNumber: { label: 'Orden', kind: 'link' },
    since: { label: 'Desde', kind: 'moment' },
    name: { label: 'Cliente', kind: 'text', isPersonal: true },
    phone: { label: 'Teléfono', kind: 'text', isPersonal: true },
    storeName: { label: 'Tienda', kind: 'text' },
    amount: { label: 'Monto', kind: 'money' },
    transfer: { label: 'Transferencia', kind: 'text' },
  },
  filters: {
    since: { kind: 'dates', label: 'Desde' },
    amount: { kind: 'amounts', label: 'Monto' },
    hasTransfer: { kind: 'flag', label: 'Por transferencia' },
  },
  sorts: ['since', 'amount'],
  search: 'Número de orden',
});

const cashRefund = {
  /** The eldest refund that is due of its order: all of the order's are paid at once. */
  id: z.uuid(),
  orderNumber: z.string(),
  since: dateTime,
  name: z.string(),
  phone: z.string(),
  storeName: z.string().nullable(),
  /** Those whose tills may give it out. */
  payAt: z.array(z.object({ storeCode: z.string(), name: z.string() })),
  amount,
  /** Bank and last digits of the account it goes to; null: it is given out at a till. */
  transfer: z.string().nullable(),
  /** When that account was saved: two may end in the same digits. */
  accountSavedAt: dateTime.nullable(),
};
export const listCashRefunds = listEndpoint('listCashRefunds', cashRefundList, z.object(cashRefund));
export const exportCashRefunds = exportEndpoint('exportCashRefunds', cashRefundList);

const refund = {
  slice: 'tills',
  auth: 'staff',
  touches: 'places',
  method: 'POST',
  limit: 'staffWrite',
  params: z.strictObject({ id: z.uuid() }),
} as const satisfies Partial<StaffEndpointSpec>;
const refundErrors = ['NOT_FOUND', 'VERSION_CONFLICT', 'RECEIPT_USED'] as const;
const reference = z.string().trim().min(1).max(50);
/** What was due when somebody looked: another amount by now is refused. */
const dueThen = sum;
const refundPaid = enveloped(z.object({ orderNumber: z.string(), amount, reference: z.string() }));

export const payRefundAtTill = endpoint({
  ...refund,
  name: 'payRefundAtTill',
  permission: 'tills.use',
  path: '/v1/admin/refunds/{id}/paid',
  summary: 'A till gives out what is due of an order in cash, once (CASH-10)',
  idempotent: true,
  /** `tillId`: without it the one open till of the stores that may pay it, of those this person sees; 400 where none is, or several are. */
  body: z.strictObject({ reference, tillId: z.uuid().optional(), amount: dueThen.optional() }),
  answers: { 200: refundPaid },
  errors: [...refundErrors, 'TILL_CLOSED'],
});

export const setRefundTransfer = endpoint({
  ...refund,
  name: 'setRefundTransfer',
  permission: 'orders.refund',
  path: '/v1/admin/refunds/{id}/transfer',
  summary: 'To what account it is transferred instead: kept sealed, forgotten 30 days after it was paid',
  body: z.strictObject({
    bank: neededText(60),
    account: z
      .string()
      .trim()
      .regex(/^[\d-]{5,30}$/),
    name: neededText(100),
  }),
  answers: { 200: enveloped(z.object({ transfer: z.string() })) },
  errors: ['NOT_FOUND'],
});

export const openRefundTransfer = endpoint({
  ...refund,
  name: 'openRefundTransfer',
  permission: 'cash.settle',
  path: '/v1/admin/refunds/{id}/transfer/open',
  summary: 'The account in clear, for whoever transfers; written down',
  answers: {
    200: enveloped(
      z.object({ bank: z.string(), account: z.string(), name: z.string(), accountSavedAt: dateTime, amount }),
    ),
  },
  errors: ['NOT_FOUND'],
});

export const payRefundByTransfer = endpoint({
  ...refund,
  name: 'payRefundByTransfer',
  permission: 'cash.settle',
  path: '/v1/admin/refunds/{id}/transferred',
  summary: 'It was transferred: marked paid once, with its reference',
  idempotent: true,
  /** `accountSavedAt`: of the account that was looked at; another one that was saved by now is refused. */
  body: z.strictObject({ reference, amount: dueThen.optional(), accountSavedAt: dateTime.optional() }),
  answers: { 200: refundPaid },
  errors: refundErrors,
});

import { formatQ } from '@ceiba/domain/money/money';
import { differenceWithoutReason, tillDifferenceKinds, tillMovementKinds } from '@ceiba/domain/tills/till';
import { z } from 'zod';
import { endpoint, type StaffEndpointSpec } from '../endpoint.ts';
import { amount, dateTime, enveloped, neededText } from '../shapes.ts';
import { detailOf, reason, typedAmount, version } from './changes.ts';
import { accountFields, paperField } from './fields.ts';
import { declareList } from './list.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';

const sum = typedAmount(0.01);
const counted = typedAmount(0);
const orderNumber = z.string().regex(/^\d{9}$/);

/** What stands on a paper. Characters that nobody sees are dropped: with one of them a used receipt would be a new one. */
const onPaper = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''))
    .trim()
    .min(1)
    .max(max);

const states = { open: 'Abierta', closed: 'Cerrada' } as const;

export const tillList = declareList({
  name: 'tills',
  title: 'Cajas',
  slice: 'tills',
  permission: ['tills.use', 'tills.read'],
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
    storeCode: { kind: 'text', label: 'Tienda', names: 'place' },
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

const tillMovement = z.object({
  id: z.string(),
  kind: z.enum(tillMovementKinds),
  means: z.enum(['cash', 'card']),
  /** Below zero: it left the till. Null: the till is open, and nobody typed it as an amount of the till (CASH-05). */
  amount: amount.nullable(),
  orderNumber: z.string().nullable(),
  reference: z.string().nullable(),
  at: dateTime,
  by: z.string(),
  reason: z.string().nullable(),
  /** The movement whose amount this one puts right. */
  corrects: z.string().nullable(),
});

/**
 * A till as a person at it sees it. Of an open session no amount is told but those that a cashier typed: no float, no sum, nothing that was
 * paid. What was expected is told once it was counted (CASH-05).
 */
export const till = detailOf({
  ...tillRow,
  /** Of its open session, the newest first, at most 100. */
  movements: z.array(tillMovement),
  /** Counts of the last session, while none is open. */
  closing: z
    .object({
      id: z.uuid(),
      closedAt: dateTime,
      closedBy: z.string(),
      /** How often it was counted. */
      counts: z.int(),
      reason: z.string().nullable(),
      /** A difference that needs a reason has none yet: the till is not opened before. */
      isUnexplained: z.boolean(),
      /** Null: this person neither counted it nor sees tills; the next float is counted without it. */
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
  permission: ['tills.use', 'tills.read'],
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
    receipt: onPaper(60).optional(),
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
  summary: 'Closes a till by one count, whatever it is (CASH-05); a difference above Q5 is explained then',
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
  /** The voucher of a card terminal that paid the order at a till; null: none did. */
  voucher: z.string().nullable(),
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
const reference = onPaper(paperField.max);
/** What was due when somebody looked: another amount by now is refused. */
const dueThen = sum;
const refundPaid = enveloped(z.object({ orderNumber: z.string(), amount, reference: z.string() }));

export const payRefundAtTill = endpoint({
  ...refund,
  name: 'payRefundAtTill',
  permission: 'tills.use',
  path: '/v1/admin/refunds/{id}/paid',
  summary:
    'A till gives out what is due of an order, once (CASH-10): in cash, or by reversing the voucher that paid it',
  idempotent: true,
  /** `tillId`: without it the one open till of the stores that may pay it, of those this person sees; 400 where none is, or several are. */
  body: z.strictObject({
    reference,
    tillId: z.uuid().optional(),
    amount: dueThen.optional(),
    /** `voucher`: the card terminal reversed it; `reference` is the reversal, and no cash leaves the till. */
    means: z.enum(['cash', 'voucher']).default('cash'),
    /** Why an order that a voucher paid is given back in cash; needed there. */
    cashReason: reason.optional(),
  }),
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
    bank: neededText(accountFields.bank.max),
    account: z.string().trim().regex(accountFields.account.form.pattern),
    name: neededText(accountFields.name.max),
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

export const closingList = declareList({
  name: 'till-closings',
  title: 'Cierres de caja',
  slice: 'tills',
  permission: 'tills.read',
  id: 'id',
  columns: {
    tillName: { label: 'Caja', kind: 'link' },
    storeName: { label: 'Tienda', kind: 'text' },
    closedAt: { label: 'Cerró', kind: 'moment' },
    closedBy: { label: 'Quién cerró', kind: 'text' },
    openedAt: { label: 'Abrió', kind: 'moment', isHidden: true },
    openedBy: { label: 'Quién abrió', kind: 'text', isHidden: true },
    // First of the amounts: on a phone a card shows it beside its name.
    difference: { label: 'Diferencia', kind: 'money' },
    float: { label: 'Fondo', kind: 'money', isHidden: true },
    expected: { label: 'Esperado', kind: 'money' },
    counted: { label: 'Contado', kind: 'money' },
    expectedCards: { label: 'Vouchers esperados', kind: 'money', isHidden: true },
    countedCards: { label: 'Vouchers contados', kind: 'money' },
    cardsDifference: { label: 'Diferencia de vouchers', kind: 'money' },
    counts: { label: 'Veces contado', kind: 'number', isHidden: true },
    reason: { label: 'Motivo', kind: 'text', isHidden: true },
  },
  filters: {
    storeCode: { kind: 'text', label: 'Tienda', names: 'place' },
    closed: { kind: 'dates', label: 'Cerró' },
    differs: { kind: 'flag', label: 'Con diferencia' },
  },
  sorts: ['-closedAt', 'tillName', 'difference', 'cardsDifference'],
});

const closingRow = z.object({
  id: z.uuid(),
  tillId: z.uuid(),
  tillName: z.string(),
  storeName: z.string(),
  closedAt: dateTime,
  closedBy: z.string(),
  openedAt: dateTime,
  openedBy: z.string(),
  float: amount,
  expected: amount,
  counted: amount,
  difference: amount,
  expectedCards: amount,
  countedCards: amount,
  cardsDifference: amount,
  counts: z.int(),
  reason: z.string(),
});
export const listTillClosings = listEndpoint('listTillClosings', closingList, closingRow);
export const exportTillClosings = exportEndpoint('exportTillClosings', closingList);

/** `small`: up to what needs no reason. */
const differenceStates = {
  open: 'Sin motivo',
  explained: 'Con motivo',
  small: `Hasta ${formatQ(differenceWithoutReason)}`,
} as const;

export const differenceList = declareList({
  name: 'till-differences',
  title: 'Diferencias de caja',
  slice: 'tills',
  permission: 'tills.read',
  id: 'id',
  columns: {
    tillName: { label: 'Caja', kind: 'link' },
    storeName: { label: 'Tienda', kind: 'text' },
    kind: { label: 'Qué difiere', kind: 'state', values: tillDifferenceKinds },
    at: { label: 'Cuándo', kind: 'moment' },
    by: { label: 'Quién contó', kind: 'text' },
    difference: { label: 'Diferencia', kind: 'money' },
    expected: { label: 'Esperado', kind: 'money' },
    counted: { label: 'Contado', kind: 'money' },
    first: { label: 'Primera cuenta', kind: 'money', isHidden: true },
    counts: { label: 'Veces contado', kind: 'number', isHidden: true },
    state: { label: 'Estado', kind: 'state', values: differenceStates },
    reason: { label: 'Motivo', kind: 'text' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: differenceStates },
    kind: { kind: 'choice', label: 'Qué difiere', values: tillDifferenceKinds },
    storeCode: { kind: 'text', label: 'Tienda', names: 'place' },
    at: { kind: 'dates', label: 'Cuándo' },
  },
  sorts: ['-at', 'difference', 'tillName'],
});

const differenceRow = z.object({
  /** `{session}.{kind}`. */
  id: z.string(),
  tillId: z.uuid(),
  tillName: z.string(),
  storeName: z.string(),
  kind: z.enum(['opening', 'cash', 'cards']),
  at: dateTime,
  by: z.string(),
  /** Null while the till is open: the float is shown after the count. */
  expected: amount.nullable(),
  counted: amount.nullable(),
  difference: amount,
  /** By how much the first count differed. */
  first: amount,
  counts: z.int(),
  state: z.enum(['open', 'explained', 'small']),
  reason: z.string(),
});
export const listTillDifferences = listEndpoint('listTillDifferences', differenceList, differenceRow);
export const exportTillDifferences = exportEndpoint('exportTillDifferences', differenceList);

const tillParams = z.strictObject({ id: z.uuid() });

export const recountTill = endpoint({
  ...using,
  name: 'recountTill',
  params: tillParams,
  path: verb('recount'),
  summary:
    'Another count of the last closing, or of the float of the open session: a row of its own, with who and why (CASH-05)',
  idempotent: true,
  /** `cards`: of a closing. The float is counted anew by another person than the one who opened. */
  body: z.strictObject({ version, kind: z.enum(['opening', 'closing']), counted, cards: counted.optional(), reason }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TILL_CLOSED', 'TRANSITION_NOT_ALLOWED', 'APPROVAL_REQUIRED'],
});

export const explainTill = endpoint({
  ...using,
  name: 'explainTill',
  params: tillParams,
  path: verb('explain'),
  summary: 'Why the last closing differs, where nobody has said so',
  body: z.strictObject({ version, reason }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

export const correctTillMovement = endpoint({
  ...using,
  name: 'correctTillMovement',
  path: '/v1/admin/tills/{id}/movements/{movement}/correct',
  summary:
    'Another person puts the amount of a withdrawal, a bag or brought change right, by a movement with a reason (CASH-04)',
  params: z.strictObject({ id: z.uuid(), movement: z.string().regex(/^\d{1,15}$/) }),
  idempotent: true,
  /** `amount`: what it truly was; zero: nothing moved. */
  body: z.strictObject({ amount: counted, reason }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'APPROVAL_REQUIRED', 'TRANSITION_NOT_ALLOWED'],
});

export const explainTillDifference = endpoint({
  ...using,
  name: 'explainTillDifference',
  permission: 'cash.close',
  path: '/v1/admin/till-differences/{id}/explain',
  summary: 'Why a till differs, written by whoever looked into it',
  params: z.strictObject({ id: z.string().regex(/^[\da-f-]{36}\.(?:opening|cash|cards)$/) }),
  body: z.strictObject({ reason }),
  answers: { 200: enveloped(z.object({ id: z.string(), reason: z.string() })) },
  errors: ['NOT_FOUND'],
});

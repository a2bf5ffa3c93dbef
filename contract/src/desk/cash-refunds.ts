import { z } from 'zod';
import { endpoint, type StaffEndpointSpec } from '../endpoint.ts';
import { amount, dateTime, enveloped, neededText } from '../shapes.ts';
import { reason } from './changes.ts';
import { accountFields, paperField } from './fields.ts';
import { declareList } from './list.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { onPaper, sum } from './tills.ts';

/** Refunds that a till or a transfer has to pay (CASH-10). */
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
/** The due amount that the person saw: another amount by now is refused. */
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

import { z } from 'zod';
import { endpoint, type StaffEndpointSpec } from '../endpoint.ts';
import { amount, dateTime, enveloped, requiredText } from '../shapes.ts';
import { reason } from './changes.ts';
import { accountFields, paperField } from './fields.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { cashRefundList } from './lists/cash-refunds.ts';
import { onPaper, sum } from './tills.ts';

const cashRefund = {
  /** The oldest due refund of the order. All due refunds of an order are paid together. */
  id: z.uuid(),
  orderNumber: z.string(),
  since: dateTime,
  name: z.string(),
  phone: z.string(),
  storeName: z.string().nullable(),
  /** Stores whose tills may pay the refund. */
  payAt: z.array(z.object({ storeCode: z.string(), name: z.string() })),
  amount,
  /** Bank and last digits of the account to pay. Null if a till pays the refund. */
  transfer: z.string().nullable(),
  /** Time at which that account was saved. Two accounts may end in the same digits. */
  accountSavedAt: dateTime.nullable(),
  /** The voucher of a card terminal that paid the order at a till. Null if there is no voucher. */
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
/** The due amount that the person saw. If it has changed since then, the call is refused. */
const dueThen = sum;
const refundPaid = enveloped(z.object({ orderNumber: z.string(), amount, reference: z.string() }));

export const payRefundAtTill = endpoint({
  ...refund,
  name: 'payRefundAtTill',
  permission: 'tills.use',
  path: '/v1/admin/refunds/{id}/paid',
  summary:
    'Pays the due refunds of an order at a till, once (CASH-10): in cash, or by reversing the voucher that paid it',
  idempotent: true,
  /**
   * `tillId` defaults to this person's only open till that may pay the refund. The response is 400 if there is no such
   * till, or several.
   */
  body: z.strictObject({
    reference,
    tillId: z.uuid().optional(),
    amount: dueThen.optional(),
    /** `voucher`: the card terminal reversed the payment. `reference` identifies the reversal, and no cash leaves the till. */
    means: z.enum(['cash', 'voucher']).default('cash'),
    /** Required if an order paid by voucher is refunded in cash. */
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
  summary: 'Sets the account for a transfer instead; it is stored encrypted, and deleted 30 days after the payment',
  body: z.strictObject({
    bank: requiredText(accountFields.bank.max),
    account: z.string().trim().regex(accountFields.account.form.pattern),
    name: requiredText(accountFields.name.max),
  }),
  answers: { 200: enveloped(z.object({ transfer: z.string() })) },
  errors: ['NOT_FOUND'],
});

export const openRefundTransfer = endpoint({
  ...refund,
  name: 'openRefundTransfer',
  permission: 'cash.settle',
  path: '/v1/admin/refunds/{id}/transfer/open',
  summary: 'Returns the account in clear to the person who transfers, and records that',
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
  summary: 'Marks the refund as paid by a transfer, once, with its reference',
  idempotent: true,
  /** `accountSavedAt`: when the account that the person saw was saved. If another account was saved since then, the call is refused. */
  body: z.strictObject({ reference, amount: dueThen.optional(), accountSavedAt: dateTime.optional() }),
  answers: { 200: refundPaid },
  errors: refundErrors,
});

import { type Centavos, fromQuetzales, zero } from '@ceiba/domain/money/money';
import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';
import { z } from 'zod';
import type { OutboundAnswer } from '../../platform/outbound-call.ts';
import type { Approval } from '../gateway.ts';
import { referenceOf } from './references.ts';
import { refusalOfNumber } from './refusals.ts';
import type { SignedLine } from './signed-line.ts';

const application = z.object({ name: z.string(), reasonCode: z.coerce.string().nullish() });

const summary = z.object({
  id: z.string(),
  submitTimeUtc: z.string(),
  clientReferenceInformation: z.object({ code: z.string().nullish() }).nullish(),
  applicationInformation: z.object({ applications: z.array(application).nullish() }).nullish(),
  orderInformation: z
    .object({ amountDetails: z.object({ totalAmount: z.coerce.string().nullish() }).nullish() })
    .nullish(),
  processorInformation: z.object({ approvalCode: z.string().nullish() }).nullish(),
  merchantDefinedInformation: z.array(z.object({ key: z.string(), value: z.string() })).nullish(),
});

const results = z.object({
  _embedded: z.object({ transactionSummaries: z.array(summary).default([]) }).default({ transactionSummaries: [] }),
});

/** Finds the transactions of a key. */
export const queryOf = (key: string): string => `clientReferenceInformation.code:${referenceOf(key)}`;

/** Number of the merchant-defined field in which a refund names the charge it belongs to, by its reference. */
export const refundedKeyField = '1';

/** One transaction as the search tells it: a payment, a void, a reversal or a refund. */
export type TransactionSummary = z.infer<typeof summary>;

/** The transactions that fit a query, newest first; undefined when the search did not answer. */
export async function searchTransactions(
  line: SignedLine,
  query: string,
  { offset = 0, limit = 100, timeoutMs }: { offset?: number; limit?: number; timeoutMs: number },
): Promise<TransactionSummary[] | undefined> {
  const body = { save: false, name: 'ceiba', timezone: 'GMT', query, offset, limit, sort: 'submitTimeUtc:desc' };
  return readResults(await line.post('/tss/v2/searches', body, timeoutMs));
}

function readResults(answer: OutboundAnswer): TransactionSummary[] | undefined {
  if (answer.kind !== 'answered' || answer.status >= 300) return undefined;
  const read = results.safeParse(answer.json);
  return read.success ? read.data._embedded.transactionSummaries : undefined;
}

const done = '100';
const repeated = '104';
/** The system or a time-out behind it failed: the answer of the card's bank is not known. */
const unclear: ReadonlySet<string> = new Set(['150', '151', '152', '250']);
/** The card's bank has approved, in part (110) or against the risk check: the money is held. */
const heldAgainstRule: ReadonlySet<string> = new Set(['110', '200', '230', '480', '481']);

const reasonOf = ({ applicationInformation }: TransactionSummary, name: string): string | undefined =>
  applicationInformation?.applications?.find((each) => each.name === name)?.reasonCode ?? undefined;

export const amountOf = ({ orderInformation }: TransactionSummary): Centavos => {
  const amount = fromQuetzales(orderInformation?.amountDetails?.totalAmount ?? '');
  return amount.ok ? amount.value : zero;
};

const isPayment = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_auth') !== undefined;

/** Authorised in full and captured. */
const isCaptured = (transaction: TransactionSummary): boolean =>
  reasonOf(transaction, 'ics_auth') === done && reasonOf(transaction, 'ics_bill') === done;

/** Money was taken with it, as it should be or not. */
export const isTaken = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_bill') === done;

export const isRefund = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_credit') === done;

export const isVoid = (transaction: TransactionSummary): boolean =>
  reasonOf(transaction, 'ics_void') === done || reasonOf(transaction, 'ics_auth_reversal') === done;

/** What the transactions of one key come to. `none`: no charge is seen, or none whose answer is known. */
export type KeyState =
  | ({ kind: 'approved'; amount: Centavos } & Approval)
  | { kind: 'leftover'; gatewayId: string; amount: Centavos }
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'void' }
  | { kind: 'none' };

export function keyState(transactions: readonly TransactionSummary[]): KeyState {
  // The whole of it was voided, or given back after it could not be voided any more.
  if (transactions.some((each) => isVoid(each) || isRefund(each))) return { kind: 'void' };
  const payments = transactions.filter((each) => isPayment(each) && reasonOf(each, 'ics_auth') !== repeated);
  const captured = payments.find(isCaptured);
  if (captured !== undefined) {
    const authorization = captured.processorInformation?.approvalCode ?? '';
    return { kind: 'approved', gatewayId: captured.id, authorization, amount: amountOf(captured) };
  }
  const held = payments.find((each) => isHeld(reasonOf(each, 'ics_auth') ?? ''));
  if (held !== undefined) return { kind: 'leftover', gatewayId: held.id, amount: amountOf(held) };
  const refused = payments.map((each) => reasonOf(each, 'ics_auth') ?? '').find((reason) => !unclear.has(reason));
  return refused === undefined ? { kind: 'none' } : { kind: 'refused', code: refusalOfNumber(refused) };
}

/** Also what is authorised and not captured, because the capture alone failed. */
const isHeld = (reason: string): boolean => reason === done || heldAgainstRule.has(reason);

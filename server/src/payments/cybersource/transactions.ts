import { dayMs } from '@ceiba/domain/dates/civil-date';
import { add, type Centavos, currencyCode, fromQuetzales, larger, subtract, zero } from '@ceiba/domain/money/money';
import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';
import { z } from 'zod';
import type { OutboundAnswer } from '../../platform/limits/outbound-call.ts';
import type { Approval } from '../gateway.ts';
import { refusalOfNumber } from './payment-answer.ts';
import { referenceOf } from './payment-body.ts';
import type { SignedLine } from './signed-line.ts';

const application = z.object({ name: z.string(), reasonCode: z.coerce.string().nullish() });

const summary = z.object({
  id: z.string(),
  submitTimeUtc: z.string(),
  clientReferenceInformation: z.object({ code: z.string().nullish() }).nullish(),
  applicationInformation: z.object({ applications: z.array(application).nullish() }).nullish(),
  orderInformation: z
    .object({
      amountDetails: z.object({ totalAmount: z.coerce.string().nullish(), currency: z.string().nullish() }).nullish(),
    })
    .nullish(),
  processorInformation: z.object({ approvalCode: z.string().nullish() }).nullish(),
  merchantDefinedInformation: z.array(z.object({ key: z.string(), value: z.string() })).nullish(),
});

// `totalCount` is required. Otherwise an error, or any other JSON, would mean "nothing was charged".
const results = z.object({
  totalCount: z.int().min(0),
  _embedded: z.object({ transactionSummaries: z.array(summary) }).nullish(),
});

/** The age of the oldest charges that the search finds: six months. */
export const searchReachMs = 180 * dayMs;

/** Number of the merchant-defined field in which a refund holds the reference of its charge. */
export const refundedKeyField = '1';

/** One transaction in the search's result: a payment, a void, a reversal or a refund. */
export type TransactionSummary = z.infer<typeof summary>;

/** Returns the transactions that match a query, newest first. Undefined if the search did not answer. */
export async function searchTransactions(
  line: SignedLine,
  query: string,
  { offset = 0, limit = 100, timeoutMs }: { offset?: number; limit?: number; timeoutMs: number },
): Promise<TransactionSummary[] | undefined> {
  const body = { save: false, name: 'ceiba', timezone: 'GMT', query, offset, limit, sort: 'submitTimeUtc:desc' };
  return readResults(await line.post('/tss/v2/searches', body, timeoutMs), offset);
}

function readResults(answer: OutboundAnswer, offset: number): TransactionSummary[] | undefined {
  if (answer.kind !== 'answered' || answer.status >= 300) return undefined;
  const read = results.safeParse(answer.json);
  if (!read.success) return undefined;
  const found = read.data._embedded?.transactionSummaries ?? [];
  // A result with a count but without transactions counts as an unanswered search.
  return found.length === 0 && read.data.totalCount > offset ? undefined : found;
}

/** Returns the transactions of a key. Drops transactions with another reference, which the search may also return. */
export async function searchKey(
  line: SignedLine,
  key: string,
  timeoutMs: number,
): Promise<TransactionSummary[] | undefined> {
  const code = referenceOf(key);
  const found = await searchTransactions(line, `clientReferenceInformation.code:${code}`, { timeoutMs });
  return found?.filter(({ clientReferenceInformation }) => clientReferenceInformation?.code?.toLowerCase() === code);
}

const acceptedCode = '100';
const duplicateCode = '104';
/** CyberSource or the processor failed or timed out. The decision of the card's bank is unknown. */
const unknownOutcomeCodes: ReadonlySet<string> = new Set(['150', '151', '152', '250']);
/** The card's bank holds money, but the payment counts as refused: only a part was approved (110), or the risk check objected. */
const refusedButHeldCodes: ReadonlySet<string> = new Set(['110', '200', '230', '480', '481']);

const reasonOf = ({ applicationInformation }: TransactionSummary, name: string): string | undefined =>
  applicationInformation?.applications?.find((each) => each.name === name)?.reasonCode ?? undefined;

export const amountOf = ({ orderInformation }: TransactionSummary): Centavos => {
  const amount = fromQuetzales(orderInformation?.amountDetails?.totalAmount ?? '');
  return amount.ok ? amount.value : zero;
};

const isPayment = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_auth') !== undefined;

/** True if the full amount was authorized and captured. */
const isFullyCaptured = (transaction: TransactionSummary): boolean =>
  reasonOf(transaction, 'ics_auth') === acceptedCode && reasonOf(transaction, 'ics_bill') === acceptedCode;

/** True if the transaction captured money, even without a full authorization. */
export const hasCapture = (transaction: TransactionSummary): boolean =>
  reasonOf(transaction, 'ics_bill') === acceptedCode;

export const isRefund = (transaction: TransactionSummary): boolean =>
  reasonOf(transaction, 'ics_credit') === acceptedCode;

/** True for a void, which returns a whole capture. */
export const isVoid = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_void') === acceptedCode;

/** True for a reversal, which releases held money. Some processors accept a reversal of a captured charge, but such a reversal returns no money. */
const isReversal = (transaction: TransactionSummary): boolean =>
  reasonOf(transaction, 'ics_auth_reversal') === acceptedCode;

/** True if amount or currency differs from the request. */
const differsFromRequest = (payment: TransactionSummary, requestedAmount: Centavos): boolean =>
  amountOf(payment) !== requestedAmount || payment.orderInformation?.amountDetails?.currency !== currencyCode;

/** The money of a charge that was not returned yet. */
export interface UnreturnedMoney {
  /** The whole amount minus its refunds. */
  amount: Centavos;
  /** `held`: only held by the card's bank. `captured`: captured completely. `partly refunded`: captured, and refunded in part. */
  moneyState: 'held' | 'captured' | 'partly refunded';
}

/**
 * The combined state of a key's transactions. `none`: no charge is visible, or the outcome of every charge is unknown.
 * `leftover`: money that must be returned completely. `code`: why the payment was refused. Null if it was not refused.
 */
export type KeyState =
  | ({ kind: 'approved' } & Approval & UnreturnedMoney)
  | ({ kind: 'leftover'; gatewayId: string; code: PayErrorCode | null } & UnreturnedMoney)
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'void' }
  | { kind: 'none' };

/** Derives the state of a key. A charge with an amount other than `requestedAmount` pays nothing. */
export function keyState(transactions: readonly TransactionSummary[], requestedAmount: Centavos): KeyState {
  const payments = transactions.filter((each) => isPayment(each) && reasonOf(each, 'ics_auth') !== duplicateCode);
  const capture = payments.find(isFullyCaptured) ?? payments.find(hasCapture);
  // A manual refund may carry the reference of its charge, and may be partial.
  const refunded = transactions.filter(isRefund).map(amountOf).reduce(add, zero);
  const remaining = larger(subtract(capture === undefined ? requestedAmount : amountOf(capture), refunded), zero);
  const isCleared =
    transactions.some(isVoid) || remaining === 0 || (capture === undefined && transactions.some(isReversal));
  if (isCleared) return clearedState(payments);
  if (capture !== undefined) {
    const moneyState = refunded === 0 ? 'captured' : 'partly refunded';
    const known = { gatewayId: capture.id, amount: remaining, moneyState } as const;
    return isFullyCaptured(capture) && !differsFromRequest(capture, requestedAmount)
      ? { kind: 'approved', authorization: capture.processorInformation?.approvalCode ?? '', ...known }
      : { kind: 'leftover', code: refusalOfHeld(capture), ...known };
  }
  const hold = payments.find((each) => isHeld(reasonOf(each, 'ics_auth') ?? ''));
  if (hold !== undefined) {
    const known = { gatewayId: hold.id, amount: amountOf(hold), moneyState: 'held' } as const;
    return { kind: 'leftover', code: refusalOfHeld(hold), ...known };
  }
  const refusal = payments
    .map((each) => reasonOf(each, 'ics_auth') ?? '')
    .find((reason) => !unknownOutcomeCodes.has(reason));
  return refusal === undefined ? { kind: 'none' } : { kind: 'refused', code: refusalOfNumber(refusal) };
}

/** Returns the state of a cleared key. If the card was refused, the key counts as refused, even if held money had to be released by a reversal. */
function clearedState(payments: readonly TransactionSummary[]): KeyState {
  const code = payments.map(refusalOfHeld).find((refusal) => refusal !== null);
  return code === undefined ? { kind: 'void' } : { kind: 'refused', code };
}

/**
 * True if the card's bank holds money. Either it authorized the full amount (and the capture may have failed), or the payment was refused
 * afterwards.
 */
const isHeld = (reason: string): boolean => reason === acceptedCode || refusedButHeldCodes.has(reason);

/** Returns why a payment was refused although the card's bank holds its money. Null if it was not refused. */
const refusalOfHeld = (payment: TransactionSummary): PayErrorCode | null => {
  const reason = reasonOf(payment, 'ics_auth') ?? '';
  return refusedButHeldCodes.has(reason) ? refusalOfNumber(reason) : null;
};

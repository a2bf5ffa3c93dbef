import { dayMs } from '@ceiba/domain/dates/civil-date';
import { type Centavos, currencyCode, fromQuetzales, zero } from '@ceiba/domain/money/money';
import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';
import { z } from 'zod';
import type { OutboundAnswer } from '../../platform/outbound-call.ts';
import type { Approval } from '../gateway.ts';
import { refusalOfNumber } from './decline-reasons.ts';
import { referenceOf } from './references.ts';
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

// Without its count an answer is none: an error, or anything else that is JSON, would read as "nothing was charged".
const results = z.object({
  totalCount: z.int().min(0),
  _embedded: z.object({ transactionSummaries: z.array(summary) }).nullish(),
});

/** How far back the search reaches: six months. */
export const searchReachMs = 180 * dayMs;

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
  return readResults(await line.post('/tss/v2/searches', body, timeoutMs), offset);
}

function readResults(answer: OutboundAnswer, offset: number): TransactionSummary[] | undefined {
  if (answer.kind !== 'answered' || answer.status >= 300) return undefined;
  const read = results.safeParse(answer.json);
  if (!read.success) return undefined;
  const found = read.data._embedded?.transactionSummaries ?? [];
  // It counts some and shows none.
  return found.length === 0 && read.data.totalCount > offset ? undefined : found;
}

/** The transactions of a key: what else a search tells, whatever its reason, is not ours. */
export async function searchKey(
  line: SignedLine,
  key: string,
  timeoutMs: number,
): Promise<TransactionSummary[] | undefined> {
  const code = referenceOf(key);
  const found = await searchTransactions(line, `clientReferenceInformation.code:${code}`, { timeoutMs });
  return found?.filter(({ clientReferenceInformation }) => clientReferenceInformation?.code?.toLowerCase() === code);
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

/** Of another amount, or another currency, than was asked for. */
const isOther = (payment: TransactionSummary, asked: Centavos): boolean =>
  amountOf(payment) !== asked || payment.orderInformation?.amountDetails?.currency !== currencyCode;

/**
 * What the transactions of one key come to. `none`: no charge is seen, or none whose answer is known. `leftover`: money of
 * which nothing may be kept; its code is what the shopper is told, null where nobody refused.
 */
export type KeyState =
  | ({ kind: 'approved'; amount: Centavos } & Approval)
  | { kind: 'leftover'; gatewayId: string; amount: Centavos; code: PayErrorCode | null }
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'void' }
  | { kind: 'none' };

/** `asked`: what was to be charged; a charge of anything else pays nothing. */
export function keyState(transactions: readonly TransactionSummary[], asked: Centavos): KeyState {
  const payments = transactions.filter((each) => isPayment(each) && reasonOf(each, 'ics_auth') !== repeated);
  // The whole of it was voided, or given back after it could not be voided any more.
  if (transactions.some((each) => isVoid(each) || isRefund(each))) return clearedState(payments);
  const captured = payments.find(isCaptured);
  if (captured !== undefined && !isOther(captured, asked)) {
    const authorization = captured.processorInformation?.approvalCode ?? '';
    return { kind: 'approved', gatewayId: captured.id, authorization, amount: asked };
  }
  const held = captured ?? payments.find((each) => isHeld(reasonOf(each, 'ics_auth') ?? ''));
  if (held !== undefined) {
    return { kind: 'leftover', gatewayId: held.id, amount: amountOf(held), code: refusalOfHeld(held) };
  }
  const refused = payments.map((each) => reasonOf(each, 'ics_auth') ?? '').find((reason) => !unclear.has(reason));
  return refused === undefined ? { kind: 'none' } : { kind: 'refused', code: refusalOfNumber(refused) };
}

/** A card that was refused counts as declined, also when what its bank held had to be given back. */
function clearedState(payments: readonly TransactionSummary[]): KeyState {
  const code = payments.map(refusalOfHeld).find((refusal) => refusal !== null);
  return code === undefined ? { kind: 'void' } : { kind: 'refused', code };
}

/** Also what is authorised and not captured, because the capture alone failed. */
const isHeld = (reason: string): boolean => reason === done || heldAgainstRule.has(reason);

/** Why a payment was not to stand although the card's bank holds its money; null: nobody refused it. */
const refusalOfHeld = (payment: TransactionSummary): PayErrorCode | null => {
  const reason = reasonOf(payment, 'ics_auth') ?? '';
  return heldAgainstRule.has(reason) ? refusalOfNumber(reason) : null;
};

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

/** What was taken is given back whole. */
export const isVoid = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_void') === done;

/** What was held is let go. Of what was taken it gives nothing back, although a processor may accept it. */
const isReversal = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_auth_reversal') === done;

/** Of another amount, or another currency, than was asked for. */
const isOther = (payment: TransactionSummary, asked: Centavos): boolean =>
  amountOf(payment) !== asked || payment.orderInformation?.amountDetails?.currency !== currencyCode;

/** What there is to give back. */
export interface Left {
  /** All of it, or what refunds have left. */
  amount: Centavos;
  /** `held` by the card's bank alone, `taken`, or taken and given back in part. */
  how: 'held' | 'taken' | 'taken in part';
}

/**
 * What the transactions of one key come to. `none`: no charge is seen, or none whose answer is known. `leftover`: money of
 * which nothing may be kept; its code is what the shopper is told, null where nobody refused.
 */
export type KeyState =
  | ({ kind: 'approved' } & Approval & Left)
  | ({ kind: 'leftover'; gatewayId: string; code: PayErrorCode | null } & Left)
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'void' }
  | { kind: 'none' };

/** `asked`: what was to be charged; a charge of anything else pays nothing. */
export function keyState(transactions: readonly TransactionSummary[], asked: Centavos): KeyState {
  const payments = transactions.filter((each) => isPayment(each) && reasonOf(each, 'ics_auth') !== repeated);
  const taken = payments.find(isCaptured) ?? payments.find(isTaken);
  // A refund by hand may carry the reference of its charge, and be of a part.
  const refunded = transactions.filter(isRefund).map(amountOf).reduce(add, zero);
  const left = larger(subtract(taken === undefined ? asked : amountOf(taken), refunded), zero);
  const isCleared = transactions.some(isVoid) || left === 0 || (taken === undefined && transactions.some(isReversal));
  if (isCleared) return clearedState(payments);
  if (taken !== undefined) {
    const how = refunded === 0 ? 'taken' : 'taken in part';
    const known = { gatewayId: taken.id, amount: left, how } as const;
    return isCaptured(taken) && !isOther(taken, asked)
      ? { kind: 'approved', authorization: taken.processorInformation?.approvalCode ?? '', ...known }
      : { kind: 'leftover', code: refusalOfHeld(taken), ...known };
  }
  const held = payments.find((each) => isHeld(reasonOf(each, 'ics_auth') ?? ''));
  if (held !== undefined) {
    return { kind: 'leftover', gatewayId: held.id, amount: amountOf(held), how: 'held', code: refusalOfHeld(held) };
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

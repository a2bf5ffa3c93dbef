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

// `totalCount` is required: otherwise an error, or any other JSON, would read as "nothing was charged".
const results = z.object({
  totalCount: z.int().min(0),
  _embedded: z.object({ transactionSummaries: z.array(summary) }).nullish(),
});

/** How far back the search reaches: six months. */
export const searchReachMs = 180 * dayMs;

/** Number of the merchant-defined field in which a refund holds its charge's reference. */
export const refundedKeyField = '1';

/** One transaction in the search's result: a payment, a void, a reversal or a refund. */
export type TransactionSummary = z.infer<typeof summary>;

/** Returns the transactions that match a query, newest first; undefined if the search did not answer. */
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
  // A result that counts transactions but shows none is no answer.
  return found.length === 0 && read.data.totalCount > offset ? undefined : found;
}

/** Returns the transactions of a key. Any others in the result are not ours. */
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
/** The system, or a time-out behind it, failed: the answer of the card's bank is unknown. */
const unclear: ReadonlySet<string> = new Set(['150', '151', '152', '250']);
/** The card's bank approved a part (110), or the risk check objected: the money is held. */
const heldAgainstRule: ReadonlySet<string> = new Set(['110', '200', '230', '480', '481']);

const reasonOf = ({ applicationInformation }: TransactionSummary, name: string): string | undefined =>
  applicationInformation?.applications?.find((each) => each.name === name)?.reasonCode ?? undefined;

export const amountOf = ({ orderInformation }: TransactionSummary): Centavos => {
  const amount = fromQuetzales(orderInformation?.amountDetails?.totalAmount ?? '');
  return amount.ok ? amount.value : zero;
};

const isPayment = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_auth') !== undefined;

/** Authorized in full and captured. */
const isCaptured = (transaction: TransactionSummary): boolean =>
  reasonOf(transaction, 'ics_auth') === done && reasonOf(transaction, 'ics_bill') === done;

/** True if it captured money, rightly or not. */
export const isTaken = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_bill') === done;

export const isRefund = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_credit') === done;

/** True for a void, which gives a capture back whole. */
export const isVoid = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_void') === done;

/** True for a reversal, which releases a hold. It gives no captured money back, although a processor may accept it. */
const isReversal = (transaction: TransactionSummary): boolean => reasonOf(transaction, 'ics_auth_reversal') === done;

/** True if amount or currency differs from the request. */
const isOther = (payment: TransactionSummary, asked: Centavos): boolean =>
  amountOf(payment) !== asked || payment.orderInformation?.amountDetails?.currency !== currencyCode;

/** The money that is left to give back. */
export interface MoneyLeft {
  /** The whole amount, or what refunds have left. */
  amount: Centavos;
  /** `held` by the card's bank only, `taken` (captured), or captured and partly refunded. */
  how: 'held' | 'taken' | 'taken in part';
}

/**
 * The combined state of a key's transactions. `none`: no charge is visible, or none with a known answer. `leftover`: money that must all be
 * given back. Its code is the shopper's refusal, null if nobody refused.
 */
export type KeyState =
  | ({ kind: 'approved' } & Approval & MoneyLeft)
  | ({ kind: 'leftover'; gatewayId: string; code: PayErrorCode | null } & MoneyLeft)
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'void' }
  | { kind: 'none' };

/** Derives the state of a key. `asked`: the requested amount. A charge of any other amount pays nothing. */
export function keyState(transactions: readonly TransactionSummary[], asked: Centavos): KeyState {
  const payments = transactions.filter((each) => isPayment(each) && reasonOf(each, 'ics_auth') !== repeated);
  const taken = payments.find(isCaptured) ?? payments.find(isTaken);
  // A manual refund may carry the reference of its charge, and may be partial.
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

/** A refused card counts as declined, also if its hold had to be released. */
function clearedState(payments: readonly TransactionSummary[]): KeyState {
  const code = payments.map(refusalOfHeld).find((refusal) => refusal !== null);
  return code === undefined ? { kind: 'void' } : { kind: 'refused', code };
}

/** Also true for an authorized payment whose capture alone failed. */
const isHeld = (reason: string): boolean => reason === done || heldAgainstRule.has(reason);

/** Returns why a payment was refused although the card's bank holds its money; null: nobody refused it. */
const refusalOfHeld = (payment: TransactionSummary): PayErrorCode | null => {
  const reason = reasonOf(payment, 'ics_auth') ?? '';
  return heldAgainstRule.has(reason) ? refusalOfNumber(reason) : null;
};

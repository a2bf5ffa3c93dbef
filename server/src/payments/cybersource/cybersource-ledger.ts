import { dayMs } from '@ceiba/domain/dates/civil-date';
import { type Centavos, larger, subtract, zero } from '@ceiba/domain/money/money';
import type { BankCharge, BankLedger } from '../bank-ledger.ts';
import { cyberSourceAccount, seenWithinMs } from './cybersource-gateway.ts';
import { keyOf } from './references.ts';
import { type CyberSourceAccess, openSignedLine, type SignedLine } from './signed-line.ts';
import {
  amountOf,
  isRefund,
  isTaken,
  isVoid,
  refundedKeyField,
  searchReachMs,
  searchTransactions,
  type TransactionSummary,
} from './transactions.ts';

const pageSize = 2_000;

/**
 * CyberSource's own list, by its search. What was voided or given back comes after its charge, perhaps on another day, so all days
 * are read before the first charge is told, as one page. Charges whose reference is no key of ours are other programs'.
 */
export const createCyberSourceLedger = (access: CyberSourceAccess, timeoutMs = 10_000): BankLedger => {
  const line = openSignedLine(access);
  const now = access.now ?? (() => new Date());
  return {
    account: cyberSourceAccount(access),
    settlingMs: seenWithinMs + 5 * 60_000,
    reachMs: searchReachMs,
    listCharges: async (since) => {
      const transactions: TransactionSummary[] = [];
      for (let from = since.getTime(); from <= now().getTime(); from += dayMs) {
        const day = await listBetween(line, new Date(from), new Date(from + dayMs), timeoutMs);
        if (day === undefined) return 'unknown';
        transactions.push(...day);
      }
      return { approved: chargesOf(transactions), next: null };
    },
  };
};

/** To the second, as the search reads moments. */
const momentOf = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

async function listBetween(line: SignedLine, from: Date, to: Date, timeoutMs: number) {
  const query = `submitTimeUtc:[${momentOf(from)} TO ${momentOf(to)}}`;
  const found: TransactionSummary[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const page = await searchTransactions(line, query, { offset, limit: pageSize, timeoutMs });
    if (page === undefined) return undefined;
    found.push(...page);
    if (page.length < pageSize) return found;
  }
}

const referenceOf = ({ clientReferenceInformation }: TransactionSummary): string =>
  clientReferenceInformation?.code ?? '';

const refundedReferenceOf = (refund: TransactionSummary): string =>
  refund.merchantDefinedInformation?.find(({ key }) => key === refundedKeyField)?.value ?? referenceOf(refund);

function chargesOf(transactions: readonly TransactionSummary[]): BankCharge[] {
  const voided = new Set(transactions.filter(isVoid).map(referenceOf));
  const refunded = new Map<string, Centavos[]>();
  for (const refund of transactions.filter(isRefund)) {
    const reference = refundedReferenceOf(refund);
    refunded.set(reference, [...(refunded.get(reference) ?? []), amountOf(refund)]);
  }
  return transactions.filter(isTaken).flatMap((payment) => {
    const reference = referenceOf(payment);
    const key = keyOf(reference);
    if (key === undefined || voided.has(reference)) return [];
    const amount = amountOf(payment);
    const left = (refunded.get(reference) ?? []).reduce(subtract, amount);
    return [{ key, amount, outstanding: larger(left, zero), createdAt: new Date(payment.submitTimeUtc) }];
  });
}

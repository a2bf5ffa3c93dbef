import { dayMs } from '@ceiba/domain/dates/civil-date';
import { type Centavos, larger, subtract, zero } from '@ceiba/domain/money/money';
import { z } from 'zod';
import { flag } from '../../platform/operations/config.ts';
import type { BankCharge, BankLedger } from '../gateway.ts';
import { cyberSourceAccount, seenWithinMs } from './cybersource-gateway.ts';
import { keyOf } from './payment-body.ts';
import { type CyberSourceAccess, openSignedLine, type SignedLine } from './signed-line.ts';
import {
  amountOf,
  hasCapture,
  isRefund,
  isVoid,
  refundedKeyField,
  searchReachMs,
  searchTransactions,
  type TransactionSummary,
} from './transactions.ts';

const pageSize = 2_000;

/**
 * CyberSource's list of charges, read through its search. A void or refund may be on a later day than its charge. So all days are read
 * before the first charge is returned, and one page holds all charges. Charges whose reference is not a key of the shop belong to other
 * programs.
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

/** Formats a moment to the second, as the search requires. */
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
  return transactions.filter(hasCapture).flatMap((payment) => {
    const reference = referenceOf(payment);
    const key = keyOf(reference);
    if (key === undefined || voided.has(reference)) return [];
    const amount = amountOf(payment);
    const remaining = (refunded.get(reference) ?? []).reduce(subtract, amount);
    return [{ key, amount, outstanding: larger(remaining, zero), createdAt: new Date(payment.submitTimeUtc) }];
  });
}

/** The public account in CyberSource's documentation. */
const publicMerchantId = 'testrest';
const publicKeyId = '08c94330-f618-42a3-b09d-e1e43be5efda';

/** True for a test host (`apitest.cybersource.com`, `api-matest.cybersource.com`), which approves cards without charging them. */
const isTestHost = ({ url }: CyberSourceAccess): boolean =>
  new URL(url).hostname.split('.', 1).some((label) => label.includes('test'));

/** Returns the warnings that a shop on a test host shows at every start. */
export const testHostWarnings = (access: CyberSourceAccess): string[] =>
  isTestHost(access)
    ? [
        `CYBERSOURCE_URL is a test host (${new URL(access.url).hostname}): orders are confirmed, and no card is charged.`,
      ]
    : [];

/**
 * Returns settings that only a demo may have: publicly known keys, unencrypted cards, or orders confirmed without payment.
 *
 * @param isTest true if the operator confirms that the shop uses a test host on purpose
 */
const unfitForRealShop = (access: CyberSourceAccess, isTest: boolean): string[] => {
  const { url, merchantId, keyId } = access;
  return [
    ...(url.startsWith('https:') ? [] : ['CYBERSOURCE_URL is not https']),
    ...(merchantId === publicMerchantId
      ? ["CYBERSOURCE_MERCHANT_ID is the documentation's own, which everybody knows"]
      : []),
    ...(keyId === publicKeyId ? ["CYBERSOURCE_KEY_ID is the documentation's own, which everybody knows"] : []),
    ...(isTestHost(access) && !isTest
      ? ['CYBERSOURCE_URL is a test host, which charges no card; to try it all the same, set CYBERSOURCE_TEST=true']
      : []),
  ];
};

/** The shop's account; `.env.example` explains each setting. */
const account = z.object({
  CYBERSOURCE_URL: z.url().default(''),
  CYBERSOURCE_MERCHANT_ID: z.string().default(''),
  CYBERSOURCE_KEY_ID: z.uuid().default(''),
  CYBERSOURCE_SECRET: z.base64().min(16).default(''),
});

const trying = z.object({ CYBERSOURCE_TEST: flag.default(false) });

/** Reads the settings. Throws a readable error that names everything missing, wrong or unfit for a real shop, without secrets. */
export const readCyberSourceAccess = (
  variables: Readonly<Record<string, string>>,
  isDemo: boolean,
): CyberSourceAccess => {
  const read = account.extend(trying.shape).safeParse(variables);
  if (!read.success) throw new Error(`Wrong settings:\n${z.prettifyError(read.error)}`);
  const { CYBERSOURCE_TEST: isTest, ...settings } = read.data;
  const missing = Object.entries(settings).flatMap(([name, value]) => (value === '' ? [`${name} is not set`] : []));
  const access = {
    url: settings.CYBERSOURCE_URL.replace(/\/$/, ''),
    merchantId: settings.CYBERSOURCE_MERCHANT_ID,
    keyId: settings.CYBERSOURCE_KEY_ID,
    secret: settings.CYBERSOURCE_SECRET,
  };
  const faults = isDemo || missing.length > 0 ? missing : unfitForRealShop(access, isTest);
  if (faults.length === 0) return access;
  const list = faults.map((line) => `✖ ${line}`).join('\n');
  throw new Error(`PAYMENT_GATEWAY=cybersource wants the shop's own account (docs/operations.md):\n${list}`);
};

import type { BankLedger } from '../payments/bank-ledger.ts';
import { findStrayCharges, findUnlikeRefunds } from '../payments/stray-charges.store.ts';
import type { Database } from '../platform/database.ts';
import { filterCharged, findLedgerPosition, listChargedPayments, saveLedgerPosition } from './charges.store.ts';
import { firstUuidOf, mostFound, type Reach } from './invariant.ts';
import { type ChargeMatch, matchCharges } from './match-charges.ts';

/** How far the clocks of the shop and the bank may be apart. */
const skewMs = 60_000;

/** Read once more: a payment begun so long ago may have been approved since. */
const overlapMs = 3_600_000;

const pageSize = 1_000;

export const chargeRules = {
  'charge-pays-order': 'Every charge at the bank pays exactly one live order with its amount, or was given back',
  'payment-charged': 'Every card payment we call approved is in the bank’s books',
  'refund-of-order':
    'The bank has given back of a charge no more than its order’s movements say, and, a day after they say so, no less',
  'bank-ledger-read': 'The bank’s list of charges can be read',
} as const;

export type ChargeFaults = Record<keyof typeof chargeRules, string[]>;

/**
 * Compares the bank's books with ours, both ways, page by page: what is in memory is a page of each and what is on its way between
 * them. A bank that does not answer is itself a finding: nothing was proved.
 */
export async function checkCharges(db: Database, bank: BankLedger, reach: Reach): Promise<ChargeFaults> {
  const since = await firstToRead(db, bank, reach);
  const settled = settledOf(bank, reach);
  const match = matchCharges();
  const payments = readPayments(db, { match, account: bank.account }, new Date(since.getTime() + skewMs));
  const stray: string[] = [];
  const refunded: string[] = [];
  let after: string | null = null;
  do {
    const page = await bank.listCharges(since, after);
    if (page === 'unknown')
      return {
        'charge-pays-order': stray,
        'payment-charged': [],
        'refund-of-order': refunded,
        'bank-ledger-read': ['bank'],
      };
    match.addCharges(page.approved.map(({ key }) => key));
    const old = page.approved.filter(({ createdAt }) => createdAt < settled);
    const due = old.filter(({ outstanding }) => outstanding > 0);
    if (due.length > 0 && stray.length < mostFound) stray.push(...(await findStrayCharges(db.write, due)));
    if (old.length > 0 && refunded.length < mostFound) refunded.push(...(await findUnlikeRefunds(db.write, old)));
    const latest = page.approved.reduce((last, { createdAt }) => Math.max(last, createdAt.getTime()), 0);
    await payments.readUntil(page.next === null ? settled : new Date(Math.min(latest, settled.getTime())));
    after = page.next;
  } while (after !== null);
  return {
    'charge-pays-order': stray.slice(0, mostFound),
    'payment-charged': await listUncharged(db, match.unmatched()),
    'refund-of-order': refunded.slice(0, mostFound),
    // The rest of our payments was left unread, whatever became of those that were read.
    'bank-ledger-read': match.isLost() ? ['bank'] : [],
  };
}

/** A younger charge is not judged yet. */
const settledOf = (bank: BankLedger, { now }: Pick<Reach, 'now'>): Date => new Date(now.getTime() - bank.settlingMs);

/** What is recent begins where the last run without a finding ended; everything, as far back as the bank's list reaches. */
async function firstToRead(db: Database, bank: BankLedger, { name, since, now }: Reach): Promise<Date> {
  const reached = Math.max(since.getTime(), now.getTime() - bank.reachMs);
  const position = name === 'recent' ? await findLedgerPosition(db.write, bank.account) : undefined;
  return new Date(position === undefined ? reached : Math.max(reached, position.getTime() - overlapMs));
}

/** After a run that has found nothing: the next one of what is recent goes on from here. */
export const keepLedgerPosition = (db: Database, bank: BankLedger, now: Date): Promise<void> =>
  saveLedgerPosition(db.write, bank.account, settledOf(bank, { now }), bank.settlingMs);

/** Those of some payments that were not given back while the lists were read, at most `mostFound`. */
async function listUncharged(db: Database, unmatched: readonly string[]): Promise<string[]> {
  const uncharged: string[] = [];
  for (let asked = 0; asked < unmatched.length && uncharged.length < mostFound; asked += pageSize)
    uncharged.push(...(await filterCharged(db.write, unmatched.slice(asked, asked + pageSize))));
  return uncharged.slice(0, mostFound);
}

/** Reads our payments from `since` on into the match, by and by. */
function readPayments(db: Database, { match, account }: { match: ChargeMatch; account: string }, since: Date) {
  let after = firstUuidOf(since);
  const readPage = async (until: string): Promise<boolean> => {
    const page = await listChargedPayments(db.write, { after, until, account }, pageSize);
    const last = page.at(-1);
    const isMore = page.length === pageSize && last !== undefined;
    match.addPayments(page, isMore ? last : until);
    after = isMore ? last : until;
    return isMore && !match.isLost();
  };
  return {
    /** Up to the payments begun at a moment; earlier ones than before are read already. */
    readUntil: async (moment: Date): Promise<void> => {
      const until = firstUuidOf(moment);
      if (until <= after || match.isLost()) return;
      while (await readPage(until));
    },
  };
}

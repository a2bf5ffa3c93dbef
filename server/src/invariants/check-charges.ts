import type { Database } from '../platform/database.ts';
import type { BankLedger } from './bank-ledger.ts';
import { findStrayCharges, listChargedPayments } from './charges.store.ts';
import { mostFound, type Reach } from './invariant.ts';

/** How far the clocks of the shop and the bank may be apart. */
const skewMs = 60_000;

const pageSize = 1_000;

export const chargeRules = {
  'charge-pays-order': 'Every charge at the bank pays exactly one live order with its amount, or was given back',
  'payment-charged': 'Every card payment we call approved is in the bank’s books',
  'bank-ledger-read': 'The bank’s list of charges can be read',
} as const;

export type ChargeFaults = Record<keyof typeof chargeRules, string[]>;

/** Compares the bank's books with ours, both ways. A bank that does not answer is itself a finding: nothing was proved. */
export async function checkCharges(db: Database, bank: BankLedger, { now, ...reach }: Reach): Promise<ChargeFaults> {
  const since = new Date(Math.max(reach.since.getTime(), now.getTime() - bank.reachMs));
  const settled = new Date(now.getTime() - bank.settlingMs);
  const charged = new Set<string>();
  const stray: string[] = [];
  let after: string | null = null;
  do {
    const page = await bank.listCharges(since, after);
    if (page === 'unknown') return { 'charge-pays-order': stray, 'payment-charged': [], 'bank-ledger-read': ['bank'] };
    for (const { key } of page.approved) charged.add(key);
    const due = page.approved.filter(({ createdAt, outstanding }) => outstanding > 0 && createdAt < settled);
    if (due.length > 0) stray.push(...(await findStrayCharges(db.write, due)));
    after = page.next;
  } while (after !== null);
  const window = { since: new Date(since.getTime() + skewMs), until: settled };
  const uncharged = await findUncharged(db, window, charged);
  return { 'charge-pays-order': stray, 'payment-charged': uncharged, 'bank-ledger-read': [] };
}

async function findUncharged(
  db: Database,
  window: { since: Date; until: Date },
  charged: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: string[] = await listChargedPayments(db.write, { ...window, after }, pageSize);
    found.push(...page.filter((id) => !charged.has(id)));
    after = page.length === pageSize ? (page.at(-1) ?? null) : null;
  } while (after !== null && found.length < mostFound);
  return found;
}

import type { BankLedger } from '../payments/gateway.ts';
import { findStrayCharges, findUnlikeRefunds } from '../payments/stray-charges.store.ts';
import { type Database, statement, type Tx } from '../platform/db/database.ts';
import { firstUuidOf, mostFound, type Reach } from './invariant.ts';

/** Far more than can be on their way at a time: the bank's list lacks nearly everything. */
const mostUnmatched = 10 * mostFound;

/** Two lists of keys, read side by side. Keys are UUIDs of version 7 in small letters: as text they are in order of time. */
export interface ChargeMatch {
  /** Charges of the bank's list, in any order. */
  addCharges(keys: readonly string[]): void;
  /** All payments that we call approved between the moment up to which they were read before and `until`, a UUID. */
  addPayments(keys: readonly string[], until: string): void;
  /**
   * Whether so many payments have lacked their charge at a time that reading more of them says nothing new. From then on none is
   * to be added, and charges that come are kept for nobody.
   */
  isLost(): boolean;
  /** Payments without a charge; surely so once all charges were added. */
  unmatched(): string[];
  /** How many keys are kept. */
  kept(): number;
}

/**
 * Matches charges with payments while both are read in order of time, so that what is kept is what one list is ahead of the other,
 * whatever their length. A charge that comes much later than its payment was begun is matched all the same.
 */
export function matchCharges(): ChargeMatch {
  /** Charges of payments that were not read yet. */
  const ahead = new Set<string>();
  /** Payments whose charge was not read yet. */
  const waiting = new Set<string>();
  let readUntil = '';
  let isLost = false;
  return {
    addCharges: (keys) => {
      for (const key of keys) if (!waiting.delete(key) && key >= readUntil && !isLost) ahead.add(key);
    },
    addPayments: (keys, until) => {
      for (const key of keys) if (!ahead.has(key)) waiting.add(key);
      // Matched, or of payments that are not approved.
      for (const key of ahead) if (key < until) ahead.delete(key);
      readUntil = until;
      isLost ||= waiting.size >= mostUnmatched;
      if (isLost) ahead.clear();
    },
    isLost: () => isLost,
    unmatched: () => [...waiting],
    kept: () => ahead.size + waiting.size,
  };
}

const isCharged = `status = 'approved' and kind in ('Card', 'CardInstallments') and amount > 0`;

const selectCharged = statement<{ id: string }, [after: string, until: string, limit: number, account: string]>(
  'invariants.charged-payments',
  `select id from payments where id > $1 and id < $2 and ${isCharged} and acquirer = $4 order by id limit $3`,
);

/** Payments of cards, charged by this acquirer's account, that our books call approved, between two ids, the oldest first. */
async function listChargedPayments(
  tx: Tx,
  { after, until, account }: { after: string; until: string; account: string },
  limit: number,
): Promise<string[]> {
  const rows = await selectCharged(tx, [after, until, limit, account]);
  return rows.map(({ id }) => id);
}

const selectStillCharged = statement<{ id: string }, [ids: readonly string[]]>(
  'invariants.still-charged-payments',
  `select id from payments where id = any ($1::uuid[]) and ${isCharged} order by id`,
);

/** Those of some payments that our books call approved. */
async function filterCharged(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await selectStillCharged(tx, [ids]);
  return rows.map(({ id }) => id);
}

const selectPosition = statement<{ read_until: Date }, [account: string]>(
  'invariants.ledger-position',
  'select read_until from bank_ledger_positions where account = $1',
);

/** Up to when the list of this account was compared without a finding; undefined = it never was. */
const findLedgerPosition = async (tx: Tx, account: string): Promise<Date | undefined> =>
  (await selectPosition(tx, [account]))[0]?.read_until;

const upsertPosition = statement<object, [account: string, until: Date, settlingMs: number]>(
  'invariants.save-ledger-position',
  `insert into bank_ledger_positions (account, read_until)
   values ($1, least($2, clock_timestamp() - $3::double precision * interval '1 millisecond'))
   on conflict (account) do update set read_until = excluded.read_until`,
);

/** `settlingMs`: what is younger by the database's clock was not believed, whatever the clock of this process says. */
const saveLedgerPosition = async (tx: Tx, account: string, until: Date, settlingMs: number): Promise<void> => {
  await upsertPosition(tx, [account, until, settlingMs]);
};

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

type ChargeFaults = Record<keyof typeof chargeRules, string[]>;

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

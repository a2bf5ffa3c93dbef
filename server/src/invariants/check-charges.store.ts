import type { BankLedger } from '../payments/gateway.ts';
import { findMismatchedRefunds, findStrayCharges } from '../payments/stray-charges.store.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import { firstUuidOf, maxFound, type Reach } from './invariant.ts';

/**
 * Number of payments without a charge that shows that the bank's list is incomplete. Many more than can be in progress
 * at the same time.
 */
const maxUnmatched = 10 * maxFound;

/** Compares two lists of keys while both are read. Keys are UUIDs of version 7 in lower case, so their text order is their order in time. */
export interface ChargeMatch {
  /** Adds charges of the bank's list, in any order. */
  addCharges(keys: readonly string[]): void;
  /** Adds all approved payments from the end of the previous call to `until`, a UUID. */
  addPayments(keys: readonly string[], until: string): void;
  /**
   * Returns whether `maxUnmatched` payments lack their charge, so it is useless to read more. The caller then adds no
   * more payments, and further charges are not stored.
   */
  isLost(): boolean;
  /** Returns payments without a charge. The result is final once all charges were added. */
  unmatched(): string[];
  /** Returns the number of stored keys. */
  kept(): number;
}

/**
 * Matches charges with payments while both lists are read in order of time. Stores only the keys by which one list is
 * ahead of the other, however long the lists are. A charge is matched even if it comes much later than the start of its
 * payment.
 */
export function matchCharges(): ChargeMatch {
  /** Charges whose payments were not read yet. */
  const ahead = new Set<string>();
  /** Payments whose charges were not read yet. */
  const waiting = new Set<string>();
  let readUntil = '';
  let isLost = false;
  return {
    addCharges: (keys) => {
      for (const key of keys) if (!waiting.delete(key) && key >= readUntil && !isLost) ahead.add(key);
    },
    addPayments: (keys, until) => {
      for (const key of keys) if (!ahead.has(key)) waiting.add(key);
      // These charges are matched, or their payments are not approved.
      for (const key of ahead) if (key < until) ahead.delete(key);
      readUntil = until;
      isLost ||= waiting.size >= maxUnmatched;
      if (isLost) ahead.clear();
    },
    isLost: () => isLost,
    unmatched: () => [...waiting],
    kept: () => ahead.size + waiting.size,
  };
}

const isCharged = `status = 'approved' and kind in ('Card', 'CardInstallments') and amount > 0`;

const selectCharged = statement(
  'invariants.charged-payments',
  `select id from payments where id > $1 and id < $2 and ${isCharged} and acquirer = $4 order by id limit $3`,
);

/**
 * Lists card payments of this acquirer's account that the shop has recorded as approved, between two IDs, oldest first.
 */
async function listChargedPayments(
  tx: Tx,
  { after, until, account }: { after: string; until: string; account: string },
  limit: number,
): Promise<string[]> {
  const rows = await selectCharged(tx, [after, until, limit, account]);
  return rows.map(({ id }) => id);
}

const selectStillCharged = statement(
  'invariants.still-charged-payments',
  `select id from payments where id = any ($1::uuid[]) and ${isCharged} order by id`,
);

/** Returns the given payments that the shop has recorded as approved. */
async function filterCharged(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await selectStillCharged(tx, [ids]);
  return rows.map(({ id }) => id);
}

const selectPosition = statement(
  'invariants.ledger-position',
  'select read_until from bank_ledger_positions where account = $1',
);

/**
 * Returns the time up to which this account's list was last compared without a finding. Undefined if there is no such
 * time.
 */
const findLedgerPosition = async (tx: Tx, account: string): Promise<Date | undefined> =>
  (await selectPosition(tx, [account]))[0]?.readUntil;

const upsertPosition = statement(
  'invariants.save-ledger-position',
  `insert into bank_ledger_positions (account, read_until)
   values ($1, least($2, clock_timestamp() - $3::double precision * interval '1 millisecond'))
   on conflict (account) do update set read_until = excluded.read_until`,
);

/** Stores the position. `settlingMs`: entries younger than this, by the database's clock, are not checked yet. The process's clock may differ. */
const savePosition = async (tx: Tx, account: string, until: Date, settlingMs: number): Promise<void> => {
  await upsertPosition(tx, [account, until, settlingMs]);
};

/** Maximum difference between the clocks of the shop and the bank, in milliseconds. */
const skewMs = 60_000;

/** The time that is read again, in milliseconds. A payment that started so long ago may have been approved since. */
const overlapMs = 3_600_000;

const pageSize = 1_000;

export const chargeRules = {
  'charge-pays-order': 'Each charge at the bank pays exactly one live order with its amount, or was refunded',
  'payment-charged': 'Each card payment that the shop records as approved is in the bank’s list of charges',
  'refund-of-order':
    'The bank has not refunded more of a charge than the order’s money movements record. One day after a movement, it has not refunded less either',
  'bank-ledger-read': 'The bank’s list of charges can be read',
} as const;

type ChargeFaults = Record<keyof typeof chargeRules, string[]>;

/**
 * Compares the bank's records with the shop's, in both directions and page by page. Memory contains one page of each,
 * and the unmatched keys. A bank that does not answer is itself a finding, because then nothing was checked.
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
    if (due.length > 0 && stray.length < maxFound) stray.push(...(await findStrayCharges(db.write, due)));
    if (old.length > 0 && refunded.length < maxFound) refunded.push(...(await findMismatchedRefunds(db.write, old)));
    const latest = page.approved.reduce((last, { createdAt }) => Math.max(last, createdAt.getTime()), 0);
    await payments.readUntil(page.next === null ? settled : new Date(Math.min(latest, settled.getTime())));
    after = page.next;
  } while (after !== null);
  return {
    'charge-pays-order': stray.slice(0, maxFound),
    'payment-charged': await listUncharged(db, match.unmatched()),
    'refund-of-order': refunded.slice(0, maxFound),
    // The rest of the shop's payments was not read, so the check is incomplete.
    'bank-ledger-read': match.isLost() ? ['bank'] : [],
  };
}

/** Returns the time after which charges are too young to be checked. */
const settledOf = (bank: BankLedger, { now }: Pick<Reach, 'now'>): Date => new Date(now.getTime() - bank.settlingMs);

/**
 * Returns where reading starts. `recent` starts at the end of the last run without a finding. Other runs start as far back as the bank's
 * list reaches.
 */
async function firstToRead(db: Database, bank: BankLedger, { name, since, now }: Reach): Promise<Date> {
  const reached = Math.max(since.getTime(), now.getTime() - bank.reachMs);
  const position = name === 'recent' ? await findLedgerPosition(db.write, bank.account) : undefined;
  return new Date(position === undefined ? reached : Math.max(reached, position.getTime() - overlapMs));
}

/** Stores the position after a run without findings. The next `recent` run continues from this position. */
export const saveLedgerPosition = (db: Database, bank: BankLedger, now: Date): Promise<void> =>
  savePosition(db.write, bank.account, settledOf(bank, { now }), bank.settlingMs);

/** Lists the unmatched payments that were not refunded while the lists were read. Returns at most `maxFound`. */
async function listUncharged(db: Database, unmatched: readonly string[]): Promise<string[]> {
  const uncharged: string[] = [];
  for (let asked = 0; asked < unmatched.length && uncharged.length < maxFound; asked += pageSize)
    uncharged.push(...(await filterCharged(db.write, unmatched.slice(asked, asked + pageSize))));
  return uncharged.slice(0, maxFound);
}

/** Returns a reader that adds the shop's payments since `since` to the match, page by page. */
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
    /** Reads payments that started before this time and were not read yet. */
    readUntil: async (moment: Date): Promise<void> => {
      const until = firstUuidOf(moment);
      if (until <= after || match.isLost()) return;
      while (await readPage(until));
    },
  };
}

import type { Database, Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import type { ListedReservation, PointsPrograms } from '../points/points-programs.ts';
import type { Reach } from './invariant.ts';

const selectStray = statement(
  'invariants.stray-reservations',
  `select h.key from unnest($1::uuid[], $2::text[]) as h (key, kind) left join points_certificates c on c.code = h.key
   where c.code is null or c.status <> all (case h.kind
     when 'held' then '{holding,held,claimed,capturing,giving_back,written_off}'::points_status[]
     else '{capturing,captured,giving_back}'::points_status[] end)`,
  { key: neverNull() },
);

/** Returns the keys of blocked or taken reservations that match no certificate of the shop. */
async function findStrayReservations(tx: Tx, reservations: readonly ListedReservation[]): Promise<string[]> {
  const rows = await selectStray(tx, [reservations.map(({ key }) => key), reservations.map(({ kind }) => kind)]);
  return rows.map(({ key }) => key);
}

/** A certificate whose points a program has blocked for the shop, or has taken. */
type UsedCertificate = RowOf<typeof selectUsed>;

const selectUsed = statement(
  'invariants.used-certificates',
  `select code, case status when 'captured' then 'captured' else 'held' end as kind from points_certificates
   where applied_at >= $1 and applied_at < $2 and status in ('held', 'claimed', 'captured') and code > $3
   order by code limit $4`,
  { kind: column<'held' | 'captured'>() },
);

const firstCode = '00000000-0000-0000-0000-000000000000';

/** Lists certificates that were applied between two times. `after`: the end of the previous page. */
const listUsedCertificates = (
  tx: Tx,
  { since, until, after }: { since: Date; until: Date; after: string | null },
  limit: number,
): Promise<UsedCertificate[]> => selectUsed(tx, [since, until, after ?? firstCode, limit]);

export type PointsLedger = Pick<PointsPrograms, 'listReservations' | 'findReservation'>;

export const reservationRules = {
  'hold-of-certificate':
    'Points that a program has blocked or taken for the shop belong to a certificate in the matching state',
  'certificate-at-program': 'For each certificate in use, the program has blocked or taken the points',
  'points-ledger-read': 'The programs’ list of reservations can be read',
} as const;

type ReservationFaults = Record<keyof typeof reservationRules, string[]>;

/** After this time, an application has ended, even if its process died. Milliseconds. */
const settlingMs = 5 * 60_000;

/** Maximum difference between the clocks of the shop and the programs, in milliseconds. */
const skewMs = 60_000;

const pageSize = 1_000;

/** Maximum number of doubtful reservations that are checked again. Above that, no exact number is needed. */
const maxAsked = 100;

const unread: ReservationFaults = {
  'hold-of-certificate': [],
  'certificate-at-program': [],
  'points-ledger-read': ['programs'],
};

/**
 * Returns the first characters of a certificate's code, for findings. The whole code gives access to a reservation at
 * the program (record 0019).
 */
const markOf = (key: string): string => key.slice(0, 8);

/**
 * Compares the programs' records with the shop's, in both directions. Each difference is checked a second time, because
 * it may have changed during the reading. A program that does not answer is itself a finding, because then nothing was
 * checked.
 */
export async function checkReservations(
  db: Database,
  programs: PointsLedger,
  { now, since }: Reach,
): Promise<ReservationFaults> {
  const settled = new Date(now.getTime() - settlingMs);
  const listed = new Map<string, ListedReservation['kind']>();
  const doubtful: string[] = [];
  let after: string | null = null;
  do {
    const page = await programs.listReservations(since, after);
    if (page === 'unknown') return unread;
    for (const { key, kind } of page.reservations) listed.set(key, kind);
    const due = page.reservations.filter(({ kind, createdAt }) => kind !== 'closed' && createdAt < settled);
    if (due.length > 0) doubtful.push(...(await findStrayReservations(db.write, due)));
    after = page.next;
  } while (after !== null);
  const missing = await findMissing(db, { since: new Date(since.getTime() + skewMs), until: settled }, listed);
  const strays = await askAgain(programs, doubtful, (key, kind) => kind === listed.get(key));
  const gone = await askAgain(programs, [...missing.keys()], (key, kind) => kind !== missing.get(key));
  if (strays === 'unknown' || gone === 'unknown') return unread;
  return { 'hold-of-certificate': strays, 'certificate-at-program': gone, 'points-ledger-read': [] };
}

/** Returns certificates in use for which the programs' list shows another state, each with the expected state. */
async function findMissing(
  db: Database,
  window: { since: Date; until: Date },
  listed: ReadonlyMap<string, ListedReservation['kind']>,
): Promise<ReadonlyMap<string, ListedReservation['kind']>> {
  const missing = new Map<string, ListedReservation['kind']>();
  let after: string | null = null;
  do {
    const page = await listUsedCertificates(db.write, { ...window, after }, pageSize);
    for (const { code, kind } of page) if (listed.get(code) !== kind) missing.set(code, kind);
    after = page.length === pageSize ? (page.at(-1)?.code ?? null) : null;
  } while (after !== null && missing.size < maxAsked);
  return missing;
}

async function askAgain(
  programs: PointsLedger,
  keys: readonly string[],
  isFault: (key: string, kind: ListedReservation['kind']) => boolean,
): Promise<string[] | 'unknown'> {
  const faults: string[] = [];
  for (const key of keys.slice(0, maxAsked)) {
    const { kind } = await programs.findReservation(key);
    if (kind === 'unknown') return 'unknown';
    if (isFault(key, kind)) faults.push(markOf(key));
  }
  return faults;
}

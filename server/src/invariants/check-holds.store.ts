import { type Database, statement, type Tx } from '../platform/db/database.ts';
import type { ListedHold, PointsPrograms } from '../points/points-programs.ts';
import type { Reach } from './invariant.ts';

const selectStray = statement<{ key: string }, [keys: readonly string[], kinds: readonly string[]]>(
  'invariants.stray-holds',
  `select h.key from unnest($1::uuid[], $2::text[]) as h (key, kind) left join points_certificates c on c.code = h.key
   where c.code is null or c.status <> all (case h.kind
     when 'held' then '{holding,held,claimed,capturing,giving_back,written_off}'::points_status[]
     else '{capturing,captured,giving_back}'::points_status[] end)`,
);

/** Keys of holds, blocking or taken, that no certificate of ours explains. */
async function findStrayHolds(tx: Tx, holds: readonly ListedHold[]): Promise<string[]> {
  const rows = await selectStray(tx, [holds.map(({ key }) => key), holds.map(({ kind }) => kind)]);
  return rows.map(({ key }) => key);
}

/** A certificate whose points a program blocks for us, or has taken. */
interface UsedCertificate {
  code: string;
  kind: 'held' | 'captured';
}

const selectUsed = statement<UsedCertificate, [since: Date, until: Date, after: string, limit: number]>(
  'invariants.used-certificates',
  `select code, case status when 'captured' then 'captured' else 'held' end as kind from points_certificates
   where applied_at >= $1 and applied_at < $2 and status in ('held', 'claimed', 'captured') and code > $3
   order by code limit $4`,
);

const firstCode = '00000000-0000-0000-0000-000000000000';

/** Certificates applied between two moments, a page at a time by `after`. */
const listUsedCertificates = (
  tx: Tx,
  { since, until, after }: { since: Date; until: Date; after: string | null },
  limit: number,
): Promise<UsedCertificate[]> => selectUsed(tx, [since, until, after ?? firstCode, limit]);

export type PointsLedger = Pick<PointsPrograms, 'listHolds' | 'findHold'>;

export const holdRules = {
  'hold-of-certificate': 'Points that a program blocks or took in our name belong to a certificate that wants it so',
  'certificate-at-program': 'Of every certificate in use the program blocks the points, or has taken them',
  'points-ledger-read': 'The programs’ list of holds can be read',
} as const;

type HoldFaults = Record<keyof typeof holdRules, string[]>;

/** An application is over by then, one that died included. Milliseconds. */
const settlingMs = 5 * 60_000;

/** How far the clocks of the shop and the programs may be apart. */
const skewMs = 60_000;

const pageSize = 1_000;

/** Doubtful ones that are asked about again; a fault of this size needs no exact number. */
const mostAsked = 100;

const unread: HoldFaults = {
  'hold-of-certificate': [],
  'certificate-at-program': [],
  'points-ledger-read': ['programs'],
};

/** Certificate codes open a hold at the program (record 0019): findings carry their beginning only. */
const markOf = (key: string): string => key.slice(0, 8);

/**
 * Compares the programs' books with ours, both ways. What disagrees is asked about once more, as it may have moved while
 * the list was read: a finding stood twice. Programs that do not answer are a finding themselves: nothing was proved.
 */
export async function checkHolds(db: Database, programs: PointsLedger, { now, since }: Reach): Promise<HoldFaults> {
  const settled = new Date(now.getTime() - settlingMs);
  const listed = new Map<string, ListedHold['kind']>();
  const doubtful: string[] = [];
  let after: string | null = null;
  do {
    const page = await programs.listHolds(since, after);
    if (page === 'unknown') return unread;
    for (const { key, kind } of page.holds) listed.set(key, kind);
    const due = page.holds.filter(({ kind, createdAt }) => kind !== 'closed' && createdAt < settled);
    if (due.length > 0) doubtful.push(...(await findStrayHolds(db.write, due)));
    after = page.next;
  } while (after !== null);
  const missing = await findMissing(db, { since: new Date(since.getTime() + skewMs), until: settled }, listed);
  const strays = await askAgain(programs, doubtful, (key, kind) => kind === listed.get(key));
  const gone = await askAgain(programs, [...missing.keys()], (key, kind) => kind !== missing.get(key));
  if (strays === 'unknown' || gone === 'unknown') return unread;
  return { 'hold-of-certificate': strays, 'certificate-at-program': gone, 'points-ledger-read': [] };
}

/** Certificates in use that the list tells otherwise, by what it should tell. */
async function findMissing(
  db: Database,
  window: { since: Date; until: Date },
  listed: ReadonlyMap<string, ListedHold['kind']>,
): Promise<ReadonlyMap<string, ListedHold['kind']>> {
  const missing = new Map<string, ListedHold['kind']>();
  let after: string | null = null;
  do {
    const page = await listUsedCertificates(db.write, { ...window, after }, pageSize);
    for (const { code, kind } of page) if (listed.get(code) !== kind) missing.set(code, kind);
    after = page.length === pageSize ? (page.at(-1)?.code ?? null) : null;
  } while (after !== null && missing.size < mostAsked);
  return missing;
}

async function askAgain(
  programs: PointsLedger,
  keys: readonly string[],
  isFault: (key: string, kind: ListedHold['kind']) => boolean,
): Promise<string[] | 'unknown'> {
  const faults: string[] = [];
  for (const key of keys.slice(0, mostAsked)) {
    const { kind } = await programs.findHold(key);
    if (kind === 'unknown') return 'unknown';
    if (isFault(key, kind)) faults.push(markOf(key));
  }
  return faults;
}

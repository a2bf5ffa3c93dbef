import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import type { ListedHold } from '../points/points-programs.ts';

const selectStray = statement<{ key: string }, [keys: readonly string[], kinds: readonly string[]]>(
  'invariants.stray-holds',
  `select h.key from unnest($1::uuid[], $2::text[]) as h (key, kind) left join points_certificates c on c.code = h.key
   where c.code is null or c.status <> all (case h.kind
     when 'held' then '{holding,held,claimed,capturing,giving_back,written_off}'::points_status[]
     else '{capturing,captured,giving_back}'::points_status[] end)`,
);

/** Keys of holds, blocking or taken, that no certificate of ours explains. */
export async function findStrayHolds(tx: Tx, holds: readonly ListedHold[]): Promise<string[]> {
  const rows = await selectStray(tx, [holds.map(({ key }) => key), holds.map(({ kind }) => kind)]);
  return rows.map(({ key }) => key);
}

/** A certificate whose points a program blocks for us, or has taken. */
export interface UsedCertificate {
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
export const listUsedCertificates = (
  tx: Tx,
  { since, until, after }: { since: Date; until: Date; after: string | null },
  limit: number,
): Promise<UsedCertificate[]> => selectUsed(tx, [since, until, after ?? firstCode, limit]);

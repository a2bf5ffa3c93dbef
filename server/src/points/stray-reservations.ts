import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { JobLog } from '../jobs/worker.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';
import type { PointsPrograms } from './points-programs.ts';

const selectUnwanted = statement(
  'points.unwanted-reservations',
  `select h.key from unnest($1::uuid[]) as h (key) left join points_certificates c on c.code = h.key
   where c.code is null or c.status in ('issued', 'given_back')`,
  { key: neverNull() },
);

/** Returns those reservations that no certificate uses now or later. Their certificate is unknown, was never applied, or was given back. */
const findUnwantedReservations = async (tx: Tx, keys: readonly string[]): Promise<string[]> =>
  keys.length === 0 ? [] : (await selectUnwanted(tx, [keys])).map(({ key }) => key);

/** A reservation older than this belongs to a certificate already, or never will, because an application takes at most a minute. */
const strayAfterMs = 3_600_000;

/** The period that the search covers. The guard has reported older reservations. */
const strayReachMs = 14 * dayMs;

interface StrayReservationsDeps {
  db: Pick<Database, 'write'>;
  programs: Pick<PointsPrograms, 'listReservations' | 'giveBack'>;
  log: JobLog;
}

/**
 * Gives back points that a program blocks without the shop knowing, for example after a database was restored. Their owner could not spend
 * such points. Points that were already taken need a person, whom the guard notifies (`hold-of-certificate`). A certificate is stored
 * before its reservation is requested. So an old reservation without a certificate can never get an order. Returns how many were given
 * back.
 */
export async function releaseStrayReservations(
  { db, programs, log }: StrayReservationsDeps,
  now: Date,
): Promise<number> {
  const [since, before] = [new Date(now.getTime() - strayReachMs), new Date(now.getTime() - strayAfterMs)];
  let released = 0;
  let after: string | null = null;
  do {
    const page = await programs.listReservations(since, after);
    if (page === 'unknown') return released;
    const old = page.reservations.filter(({ kind, createdAt }) => kind === 'held' && createdAt < before);
    const keys = old.map(({ key }) => key);
    for (const key of await findUnwantedReservations(db.write, keys)) {
      const outcome = await programs.giveBack(key);
      if (outcome.kind === 'unknown') {
        log.warn({ reason: outcome.reason }, 'stray points not given back');
        return released;
      }
      released += 1;
    }
    after = page.next;
  } while (after !== null);
  return released;
}

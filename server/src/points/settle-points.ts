import type { JobLog } from '../jobs/worker.ts';
import type { Database } from '../platform/database.ts';
import { withoutValues } from '../platform/logged-error.ts';
import { endUnsettled, leaseDue, type Unsettled } from './points.store.ts';
import type { PointsPrograms } from './points-programs.ts';

export interface SettleDeps {
  db: Pick<Database, 'write'>;
  programs: Pick<PointsPrograms, 'capture' | 'giveBack'>;
  log: JobLog;
}

/** A portion is asked side by side: two calls of at most 5 s each, well within the lease. */
const portion = 10;
const leaseMs = 20_000;

/**
 * Tells the programs what became of their points: taken where the order is paid, given back where it came to nothing or
 * the certificate was reverted, and where nobody knows whether they are blocked. Any number of nodes may run it at once;
 * what a program does not answer is asked again when its lease is over. Answers how many certificates are settled.
 */
export async function settlePoints(deps: SettleDeps): Promise<number> {
  let settled = 0;
  for (;;) {
    const due = await leaseDue(deps.db.write, leaseMs, portion);
    if (due.length === 0) return settled;
    const ends = await Promise.all(due.map((certificate) => settle(deps, certificate)));
    settled += ends.filter(Boolean).length;
  }
}

/** One that fails is left for its next turn, and holds up no other. */
async function settle(deps: SettleDeps, certificate: Unsettled): Promise<boolean> {
  const { code, status } = certificate;
  try {
    const outcome = status === 'capturing' ? await deps.programs.capture(code) : await deps.programs.giveBack(code);
    if (outcome.kind === 'captured' || outcome.kind === 'given_back') return endUnsettled(deps.db.write, certificate);
    // `closed`: the program has let go of points that an order was paid with. The guard tells of it, too.
    const reason = outcome.kind === 'unknown' ? outcome.reason : outcome.kind;
    deps.log.warn({ status, reason }, 'points not settled');
  } catch (error) {
    deps.log.error({ status, err: withoutValues(error) }, 'points could not be settled');
  }
  return false;
}

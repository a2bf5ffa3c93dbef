import type { JobLog } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { withoutValues } from '../platform/operations/log.ts';
import {
  endPartDue,
  endUnsettledCertificate,
  leaseDue,
  leasePartsDue,
  type PartDue,
  pointsDue,
  type UnsettledCertificate,
} from './points.store.ts';
import type { PointsPrograms } from './points-programs.ts';

export interface SettleDeps {
  db: Pick<Database, 'write'>;
  programs: Pick<PointsPrograms, 'capture' | 'giveBack' | 'giveBackPart'>;
  log: JobLog;
}

/** Number of certificates that are settled concurrently. Each takes at most two calls of 5 s, much less than the lease. */
const batchSize = 10;
const leaseMs = 20_000;

/** `left`: the program refused. Or it answered, but the shop now needs another result from it. */
export type End = 'settled' | 'left' | 'unanswered';

/**
 * Settles points with the programs. Captures them if the order is paid. Releases them if the order ended unpaid, if the
 * certificate was removed, or if it is unknown whether the points are reserved. Partial refunds are settled first. Any number of
 * nodes may run this concurrently. A run asks once about each certificate, and stops if a whole batch gets no answer. A later run
 * asks again after the lease. Returns how many are settled.
 */
export async function settlePoints(deps: SettleDeps): Promise<number> {
  const due = await pointsDue(deps.db.write);
  const { write } = deps.db;
  // Parts are settled first. The rest of a canceled certificate is then given back in one step.
  const parts = await settleAll(
    () => leasePartsDue(write, due, leaseMs, batchSize),
    (part) => settlePart(deps, part),
  );
  const whole = await settleAll(
    () => leaseDue(write, due, leaseMs, batchSize),
    (certificate) => settle(deps, certificate),
  );
  return whole + parts;
}

/** Leases and settles, batch after batch, until nothing is due or a whole batch gets no answer. Returns how many are settled. */
export async function settleAll<Due>(lease: () => Promise<Due[]>, end: (due: Due) => Promise<End>): Promise<number> {
  let settled = 0;
  for (;;) {
    const ends = await Promise.all((await lease()).map(end));
    settled += ends.filter((each) => each === 'settled').length;
    if (ends.every((each) => each === 'unanswered')) return settled;
  }
}

async function settlePart({ db, programs, log }: SettleDeps, { refundId, code, points }: PartDue): Promise<End> {
  try {
    const outcome = await programs.giveBackPart(code, { key: refundId, points });
    if (outcome.kind === 'given_back') return (await endPartDue(db.write, refundId)) ? 'settled' : 'left';
    log.warn({ refundId, reason: outcome.reason }, 'points of a refund not settled');
  } catch (error) {
    log.error({ refundId, err: withoutValues(error) }, 'points of a refund could not be settled');
  }
  return 'unanswered';
}

/** Settles a certificate. If this fails, the certificate waits for its next turn and blocks no others. */
async function settle(deps: SettleDeps, certificate: UnsettledCertificate): Promise<End> {
  const { code, status } = certificate;
  try {
    const outcome = status === 'capturing' ? await deps.programs.capture(code) : await deps.programs.giveBack(code);
    if (outcome.kind === 'captured' || outcome.kind === 'given_back') {
      return (await endUnsettledCertificate(deps.db.write, certificate)) ? 'settled' : 'left';
    }
    // `closed`: the program has released points that paid for an order. The guard reports this, too.
    const reason = outcome.kind === 'unknown' ? outcome.reason : outcome.kind;
    deps.log.warn({ status, reason }, 'points not settled');
    return outcome.kind === 'unknown' ? 'unanswered' : 'left';
  } catch (error) {
    deps.log.error({ status, err: withoutValues(error) }, 'points could not be settled');
    return 'unanswered';
  }
}

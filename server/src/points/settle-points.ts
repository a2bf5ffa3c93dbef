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

/** How many certificates are settled concurrently. Each takes at most two calls of 5 s, well within the lease. */
const batchSize = 10;
const leaseMs = 20_000;

/** `left`: the program answered, but something else is wanted from it by now, or it refused. */
export type End = 'settled' | 'left' | 'unanswered';

/**
 * Settles points with the programs. Captures them if the order is paid. Releases them if the order ended unpaid, the certificate was
 * removed, or it is unknown whether they are blocked. Partial refunds are settled first. Any number of nodes may run this at once.
 * A run asks once for each certificate, and stops when a whole batch gets no answer. A later run asks again after the lease. Returns
 * how many are settled.
 */
export async function settlePoints(deps: SettleDeps): Promise<number> {
  const due = await pointsDue(deps.db.write);
  const { write } = deps.db;
  // Parts come first: the rest of a canceled certificate is then given back as a whole.
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

/** Leases and asks, batch after batch, until nothing is due or a whole batch gets no answer. Returns how many are settled. */
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

/** A certificate that fails waits for its next turn and does not block others. */
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

import type { JobLog } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { withoutValues } from '../platform/operations/log.ts';
import {
  endPartDue,
  endUnsettled,
  leaseDue,
  leasePartsDue,
  type PartDue,
  pointsDue,
  type Unsettled,
} from './points.store.ts';
import type { PointsPrograms } from './points-programs.ts';

export interface SettleDeps {
  db: Pick<Database, 'write'>;
  programs: Pick<PointsPrograms, 'capture' | 'giveBack' | 'giveBackPart'>;
  log: JobLog;
}

/** A batch is asked side by side: two calls of at most 5 s each, well within the lease. */
const batchSize = 10;
const leaseMs = 20_000;

/** `left`: the program answered, and something else is wanted of it by now, or it would not. */
export type End = 'settled' | 'left' | 'unanswered';

/**
 * Tells the programs what became of their points: taken where the order is paid, given back where it came to nothing or
 * the certificate was reverted, and where nobody knows whether they are blocked; and before that parts of them where a part of an order
 * did. Any number of nodes may run it at once; what a program does not answer is asked again when its lease is over, by another run: this one asks each once, and
 * stops where a whole batch stays without an answer. Answers how many certificates and parts are settled.
 */
export async function settlePoints(deps: SettleDeps): Promise<number> {
  const due = await pointsDue(deps.db.write);
  const { write } = deps.db;
  // First: the rest of a certificate that comes to nothing besides is given back as such then.
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

/** Leases and asks, batch after batch, until nothing is due or a whole batch stays without an answer. Answers how many are settled. */
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

/** One that fails is left for its next turn, and holds up no other. */
async function settle(deps: SettleDeps, certificate: Unsettled): Promise<End> {
  const { code, status } = certificate;
  try {
    const outcome = status === 'capturing' ? await deps.programs.capture(code) : await deps.programs.giveBack(code);
    if (outcome.kind === 'captured' || outcome.kind === 'given_back') {
      return (await endUnsettled(deps.db.write, certificate)) ? 'settled' : 'left';
    }
    // `closed`: the program has let go of points that an order was paid with. The guard tells of it, too.
    const reason = outcome.kind === 'unknown' ? outcome.reason : outcome.kind;
    deps.log.warn({ status, reason }, 'points not settled');
    return outcome.kind === 'unknown' ? 'unanswered' : 'left';
  } catch (error) {
    deps.log.error({ status, err: withoutValues(error) }, 'points could not be settled');
    return 'unanswered';
  }
}

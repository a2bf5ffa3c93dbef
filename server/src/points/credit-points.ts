import { addDays, guatemalaDate, guatemalaMoment } from '@ceiba/domain/dates/civil-date';
import { earnedByLine, isWhollyDelivered } from '@ceiba/domain/points/earned-points';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import { lastReturnDay } from '@ceiba/domain/returns/return-window';
import type { JobLog } from '../jobs/worker.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withoutValues } from '../platform/operations/log.ts';
import { pointsDue } from './points.store.ts';
import {
  type CreditDue,
  endCreditDue,
  endDueOrder,
  endTakebackDue,
  type JudgedLine,
  leaseCreditsDue,
  leaseTakebacksDue,
  listDueOrders,
  listJudgedLines,
  lockJudgedOrder,
  type TakebackDue,
  writeEntry,
  writeTakeback,
} from './points-entries.store.ts';
import type { PointsPrograms } from './points-programs.ts';
import { type End, settleAll } from './settle-points.ts';

export interface CreditDeps {
  db: Pick<Database, 'write' | 'transaction'>;
  programs: Pick<PointsPrograms, 'credit' | 'takeBack'>;
  log: JobLog;
}

const ordersAtOnce = 100;
const batchSize = 10;
/** Lease of a batch in milliseconds. Each credit of a batch is one call of at most 5 s. */
const leaseMs = 20_000;

/** Milliseconds after which an order with missing cash is checked again, because a correction of the cash enqueues no job. */
const unpaidAgainMs = 24 * 3_600_000;

/**
 * Credits the points that delivered and paid lines earn, and removes points after refunds (LOYAL-02). Has three repeatable steps.
 * It writes an entry per line under the order's lock. It sends the request to the program with the entry's key. It records the
 * answer. If an answer is lost, the request is repeated with the same key. Any number of nodes may run this concurrently.
 */
export async function creditPoints(deps: CreditDeps, terms: ShopTerms, now: Date): Promise<number> {
  const { db } = deps;
  for (const orderId of await listDueOrders(db.write, now, ordersAtOnce))
    await db.transaction((tx) => judgeOrder(tx, orderId, terms, now));
  const due = await pointsDue(db.write);
  const credited = await settleAll(
    () => leaseCreditsDue(db.write, due, leaseMs, batchSize),
    (credit) => settleCredit(deps, credit),
  );
  const takenBack = await settleAll(
    () => leaseTakebacksDue(db.write, due, leaseMs, batchSize),
    (takeback) => settleTakeback(deps, takeback),
  );
  return credited + takenBack;
}

/** Writes the entries of an order's lines, and removes points that exceed what the lines earn now. */
async function judgeOrder(tx: Tx, orderId: string, terms: ShopTerms, now: Date): Promise<void> {
  const order = await lockJudgedOrder(tx, orderId);
  // Another node has already handled the order.
  if (order === undefined || !order.isDue) return;
  const earns = order.isMember && terms.earnsPoints && !order.isWrittenOff;
  const laterJudgements: Date[] = [];
  for (const line of await listJudgedLines(tx, orderId)) {
    if (line.entry !== null) {
      await takeBackExcess(tx, orderId, line, line.entry);
    } else if (isWhollyDelivered(line)) {
      const from = order.isPaid ? creditedFrom(line, terms) : new Date(now.getTime() + unpaidAgainMs);
      if (from > now) laterJudgements.push(from);
      else await writeEntry(tx, orderId, line.position, earns ? earnedByLine(line) : 0);
    }
  }
  const next = laterJudgements.length === 0 ? null : new Date(Math.min(...laterJudgements.map(Number)));
  await endDueOrder(tx, orderId, next);
}

/** After a refund, lowers the credit to the points that the remaining units earn. The credit never grows. */
async function takeBackExcess(
  tx: Tx,
  orderId: string,
  line: JudgedLine,
  { state, points, takenBack }: NonNullable<JudgedLine['entry']>,
): Promise<void> {
  const excess = points - takenBack - earnedByLine(line);
  if ((state === 'crediting' || state === 'credited') && excess > 0)
    await writeTakeback(tx, orderId, line.position, excess);
}

/** Returns when a delivered line is credited: immediately, or after the last day for its return. */
function creditedFrom({ deliveredAt }: JudgedLine, terms: ShopTerms): Date {
  if (deliveredAt === null) throw new Error('a delivered line has no day of delivery');
  if (terms.pointsCreditedAt === 'delivery') return deliveredAt;
  return guatemalaMoment(addDays(lastReturnDay(guatemalaDate(deliveredAt), terms), 1), 0);
}

async function settleCredit({ db, programs, log }: CreditDeps, credit: CreditDue): Promise<End> {
  const { key, points, document } = credit;
  try {
    const outcome =
      document === null ? ({ kind: 'refused' } as const) : await programs.credit({ key, document, points });
    if (outcome.kind !== 'unknown') return (await endCreditDue(db.write, key, outcome.kind)) ? 'settled' : 'left';
    log.warn({ reason: outcome.reason }, 'points of a purchase not credited yet');
  } catch (error) {
    log.error({ err: withoutValues(error) }, 'points of a purchase could not be credited');
  }
  return 'unanswered';
}

async function settleTakeback(
  { db, programs, log }: CreditDeps,
  { key, creditKey, points }: TakebackDue,
): Promise<End> {
  try {
    const outcome = await programs.takeBack(creditKey, { key, points });
    if (outcome.kind === 'taken_back') return (await endTakebackDue(db.write, key)) ? 'settled' : 'left';
    log.warn({ reason: outcome.reason }, 'points of a purchase not taken back yet');
  } catch (error) {
    log.error({ err: withoutValues(error) }, 'points of a purchase could not be taken back');
  }
  return 'unanswered';
}

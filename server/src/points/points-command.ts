import { formatQ } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import type { Database } from '../platform/db/database.ts';
import { findPointsOfOrder, listUnsettled, type PointsOfOrder, writeOff } from './points-accounts.store.ts';
import type { PointsPrograms } from './points-programs.ts';

export const pointsUsage = `ceiba points list                   certificates a program is waited for, and since when
ceiba points write-off <number>     the program has let go of the points of a paid order: the shop bears them
`;

export interface PointsCommand {
  db: Pick<Database, 'write'>;
  programs: Pick<PointsPrograms, 'findHold'>;
  /** What follows `points`. */
  args: readonly string[];
  say: (text: string) => void;
}

/** `npm run ceiba -- points …`. False when it refused, and nothing was changed. */
export async function runPointsCommand({ db, programs, args, say }: PointsCommand): Promise<boolean> {
  const [verb, orderNumber, ...more] = args;
  if (verb === 'list' && orderNumber === undefined) {
    const unsettled = await listUnsettled(db.write);
    for (const each of unsettled) say(`${lineOf(each)}, ${each.status} since ${each.since.toISOString()}`);
    say(unsettled.length === 0 ? 'No program is waited for.' : '');
    return true;
  }
  if (verb !== 'write-off' || orderNumber === undefined || more.length > 0) {
    say(pointsUsage);
    return false;
  }
  const points = isOrderNumber(orderNumber) ? await findPointsOfOrder(db.write, orderNumber) : undefined;
  const refusal = await refusalOf(programs, points, orderNumber);
  const isDone = refusal === null && points !== undefined && (await writeOff(db.write, points.code));
  say(
    isDone
      ? `${lineOf(points)} written off: the shop bears them.`
      : `${refusal ?? 'They were settled meanwhile.'} Nothing was changed.`,
  );
  return isDone;
}

const lineOf = ({ orderNumber, program, points, amount }: PointsOfOrder): string =>
  `${orderNumber === null ? 'No order' : `Order ${orderNumber}`}: ${points} points of ${program} (${formatQ(amount)})`;

/** Null: the points are being taken, and the program itself says that there is nothing to take any more. */
async function refusalOf(
  programs: Pick<PointsPrograms, 'findHold'>,
  points: PointsOfOrder | undefined,
  orderNumber: string,
): Promise<string | null> {
  if (points === undefined) return `There is no order ${orderNumber} with points.`;
  if (points.status !== 'capturing') return `The points of order ${orderNumber} are ${points.status}.`;
  const { kind } = await programs.findHold(points.code);
  return kind === 'closed' ? null : `The program says of the points of order ${orderNumber}: ${kind}.`;
}

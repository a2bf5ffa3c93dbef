import { formatQ } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import type { Config } from '../platform/operations/config.ts';
import { typedWord } from '../platform/operations/typed-words.ts';
import { findPointsOfOrder, listUnsettled, type PointsOfOrder, writeOff } from './points-accounts.store.ts';
import type { PointsPrograms } from './points-programs.ts';

type Programs = Pick<PointsPrograms, 'findReservation'>;

/** Commands for certificates that wait for their program. */
export const pointsCommands = (openPrograms: (config: Config) => Programs): readonly Command[] => [
  databaseCommand({
    usage: 'points list',
    changes: null,
    summary: 'certificates a program is waited for, and since when',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const unsettled = await listUnsettled(db.write);
      const lines = unsettled.map((each) => `${lineOf(each)}, ${each.status} since ${each.since.toISOString()}`);
      answer(unsettled, lines.length === 0 ? ['No program is waited for.'] : lines);
      return true;
    },
  }),
  databaseCommand({
    usage: 'points write-off <number>',
    changes: { entity: 'orders' },
    summary: 'the program has let go of the points of a paid order: the shop bears them',
    canDryRun: true,
    takes: { number: typedWord },
    run: async ({ db, readConfig, end }, { number }) => {
      const programs = openPrograms(readConfig());
      const points = isOrderNumber(number) ? await findPointsOfOrder(db.write, number) : undefined;
      const refusal = await refusalOf(programs, points, number);
      const isDone = refusal === null && points !== undefined && (await writeOff(db.write, points.code));
      return isDone
        ? end(true, `${lineOf(points)} written off: the shop bears them.`)
        : end(false, `${refusal ?? 'They were settled meanwhile.'} Nothing was changed.`);
    },
  }),
];

const lineOf = ({ orderNumber, program, points, amount }: PointsOfOrder): string =>
  `${orderNumber === null ? 'No order' : `Order ${orderNumber}`}: ${points} points of ${program} (${formatQ(amount)})`;

/** Returns why points cannot be written off. Null: they can, because the program itself says that there is nothing left to take. */
async function refusalOf(
  programs: Programs,
  points: PointsOfOrder | undefined,
  orderNumber: string,
): Promise<string | null> {
  if (points === undefined) return `There is no order ${orderNumber} with points.`;
  if (points.status !== 'capturing') return `The points of order ${orderNumber} are ${points.status}.`;
  const { kind } = await programs.findReservation(points.code);
  return kind === 'closed' ? null : `The program says of the points of order ${orderNumber}: ${kind}.`;
}

import { formatQ } from '@ceiba/domain/money/money';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import type { Config } from '../platform/operations/config.ts';
import { typedWord } from '../platform/operations/typed-words.ts';
import { listUnsettled, type PointsOfOrder } from './points-accounts.store.ts';
import { findWriteOff, type Programs, type WriteOffRefusal, writeOffPoints } from './write-off-points.ts';

/** Commands for certificates that wait for their program. */
export const pointsCommands = (openPrograms: (config: Config) => Programs): readonly Command[] => [
  databaseCommand({
    usage: 'points list',
    changes: null,
    summary: 'lists certificates that wait for an answer of a program, with the time since when',
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
    changes: { entity: 'orders', calls: ['writeOffPoints'] },
    summary: 'writes off the points of a paid order that the program has released. The shop bears their cost',
    canDryRun: true,
    takes: { number: typedWord },
    run: async ({ db, readConfig, end, reportChange }, { number }) => {
      const found = await findWriteOff(db.write, openPrograms(readConfig()), number);
      const written = found.ok ? await writeOffPoints(db.write, found.value) : found;
      if (!found.ok) return end(false, `${whyNot(found.error, number)} Nothing was changed.`);
      if (!written.ok) return end(false, 'They were settled meanwhile. Nothing was changed.');
      reportChange(written.value);
      return end(true, `${lineOf(found.value)} written off: the shop bears them.`);
    },
  }),
];

const lineOf = ({ orderNumber, program, points, amount }: PointsOfOrder): string =>
  `${orderNumber === null ? 'No order' : `Order ${orderNumber}`}: ${points} points of ${program} (${formatQ(amount)})`;

function whyNot(refusal: WriteOffRefusal, orderNumber: string): string {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return `There is no order ${orderNumber} with points.`;
    case 'NOT_WAITING':
      return `The points of order ${orderNumber} are ${refusal.status}.`;
    case 'STILL_HELD':
      return `The program says of the points of order ${orderNumber}: ${refusal.kind}.`;
  }
}

import { type Database, statement } from '../platform/db/database.ts';
import type { Measure } from '../platform/operations/metrics.ts';

// What an acquirer is still to be asked, or to answer; what a till gives out waits for its buyer, however long that takes.
const waitingRefunds = statement<{ refunds: number; centavos: number; seconds: number }>(
  'refunds.waiting',
  `select count(*) as refunds, coalesce(sum(amount), 0) as centavos,
     coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0) as seconds
   from refunds where send_after is not null`,
);

/** What is owed to cards. */
export const refundMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_refunds_waiting',
    help: 'Refunds to cards that the bank has not confirmed',
    read: async () => (await waitingRefunds(db.write, [])).map(({ refunds }) => ({ value: refunds })),
  },
  {
    name: 'ceiba_refunds_waiting_quetzales',
    help: 'What they come to',
    read: async () => (await waitingRefunds(db.write, [])).map(({ centavos }) => ({ value: centavos / 100 })),
  },
  {
    name: 'ceiba_refund_oldest_seconds',
    help: 'For how long the oldest of them has waited',
    read: async () => (await waitingRefunds(db.write, [])).map(({ seconds }) => ({ value: seconds })),
  },
];

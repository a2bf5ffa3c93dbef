import type { Database } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import type { Measure } from '../platform/operations/metrics.ts';

// Counts refunds whose request is not at the acquirer, or has no response. Omits refunds at a till, which wait for the buyer.
const waitingRefunds = statement(
  'refunds.waiting',
  `select count(*) as refunds, coalesce(sum(amount), 0) as centavos,
     coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0) as seconds
   from refunds where send_after is not null`,
);

/** Metrics of the refunds to cards that the bank has not confirmed. */
export const refundMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_refunds_waiting',
    help: 'Refunds to cards that the bank has not confirmed',
    read: async () => (await waitingRefunds(db.write, [])).map(({ refunds }) => ({ value: refunds })),
  },
  {
    name: 'ceiba_refunds_waiting_quetzales',
    help: 'Total of the refunds to cards that the bank has not confirmed, in quetzales',
    read: async () => (await waitingRefunds(db.write, [])).map(({ centavos }) => ({ value: centavos / 100 })),
  },
  {
    name: 'ceiba_refund_oldest_seconds',
    help: 'Seconds that the oldest refund to a card has waited for the bank to confirm it',
    read: async () => (await waitingRefunds(db.write, [])).map(({ seconds }) => ({ value: seconds })),
  },
];

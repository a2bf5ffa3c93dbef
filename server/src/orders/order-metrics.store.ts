import type { Database } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import type { Measure } from '../platform/operations/metrics.ts';

// Ids are UUID v7, so the rows created since a moment are a range of the primary key.
const idSince = `(rpad(lpad(to_hex((extract(epoch from clock_timestamp() - interval '1 hour') * 1000)::bigint), 12, '0'), 32, '0'))::uuid`;

const ordersLately = statement(
  'orders.lately',
  `select status, payment_type as payment, count(*) as orders from orders where id >= ${idSince} group by 1, 2`,
);

const paymentsLately = statement(
  'orders.payments-lately',
  `select kind, status, coalesce(refusal_code, '') as code, count(*) as payments
   from payments where id >= ${idSince} group by 1, 2, 3`,
);

const oldestUnsettled = statement(
  'orders.oldest-unsettled',
  `select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0) as seconds
   from orders where status in ('placing', 'voiding')`,
);

/** Measures the outcomes of orders and of their payments. */
export const orderMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_orders_last_hour',
    help: 'Orders that were started within the last hour, by status and payment method',
    labels: ['status', 'payment'],
    read: async () =>
      (await ordersLately(db.write, [])).map(({ status, payment, orders }) => ({
        labels: { status, payment },
        value: orders,
      })),
  },
  {
    name: 'ceiba_payments_last_hour',
    help: 'Payments that were started within the last hour, by outcome; code: why they were refused',
    labels: ['kind', 'status', 'code'],
    read: async () =>
      (await paymentsLately(db.write, [])).map(({ kind, status, code, payments }) => ({
        labels: { kind, status, code },
        value: payments,
      })),
  },
  {
    name: 'ceiba_order_unsettled_seconds',
    help: 'For how long the oldest order has waited for the outcome of its charge',
    read: async () => (await oldestUnsettled(db.write, [])).map(({ seconds }) => ({ value: seconds })),
  },
];

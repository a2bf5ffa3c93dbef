import type { JobLog } from '../jobs/worker.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { Database } from '../platform/database.ts';
import { settleOrder } from './settle-order.ts';
import { leaseOverdueOrders } from './settling.store.ts';

export interface ReconcileDeps {
  db: Database;
  gateway: PaymentGateway;
  log: JobLog;
}

/** The orders of one portion are asked about side by side: with look-ups of at most 5 s each, well within the lease. */
const portion = 10;
const leaseMs = 20_000;

/**
 * Finishes placements whose call died or got no answer from the bank: confirmed where the charge is there, else barred
 * and given back. Any number of nodes may run it at once: each placement is leased to one, and every ending is a
 * conditional update. `ahead`: milliseconds by which to be early (at start nobody of this process is placing).
 */
export async function reconcileOrders({ db, gateway, log }: ReconcileDeps, now: Date, ahead = 0): Promise<number> {
  let settled = 0;
  const due = new Date(now.getTime() + ahead);
  const leasedUntil = new Date(due.getTime() + leaseMs);
  for (;;) {
    const overdue = await leaseOverdueOrders(db.write, due, leasedUntil, portion);
    if (overdue.length === 0) return settled;
    await Promise.all(
      overdue.map(async (placement) => {
        const end = await settleOrder(db, gateway, placement, now);
        if (end.kind === 'unsettled') log.warn({ orderId: placement.orderId, reason: end.reason }, 'order not settled');
        else {
          settled += 1;
          log.info({ orderId: placement.orderId, end: end.kind }, 'order settled');
        }
      }),
    );
  }
}

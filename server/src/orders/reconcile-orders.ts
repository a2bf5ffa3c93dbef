import type { JobLog } from '../jobs/worker.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { Database } from '../platform/database.ts';
import { withoutValues } from '../platform/logged-error.ts';
import { settleOrder } from './settle-order.ts';
import { leaseOverdue, settleDue, type Unsettled } from './settling.store.ts';

export interface ReconcileDeps {
  db: Database;
  gateway: PaymentGateway;
  log: JobLog;
}

/** The orders of one portion are asked about side by side: with look-ups of at most 5 s each, well within the lease. */
const portion = 10;
const leaseMs = 30_000;

/**
 * Finishes placements whose call died or got no answer from the bank: confirmed where the charge is there, else barred
 * and given back; and reverses charges of orders that came to nothing. Any number of nodes may run it at once: each
 * placement is leased to one from when its portion starts, and every ending is a conditional update. What is overdue is
 * told by the database's clock; `aheadMs`: by how much to be early (at start nobody of this process is placing).
 */
export async function reconcileOrders(deps: ReconcileDeps, now: Date, aheadMs = 0): Promise<number> {
  const due = await settleDue(deps.db.write, aheadMs);
  let settled = 0;
  for (;;) {
    const overdue = await leaseOverdue(deps.db.write, due, leaseMs, portion);
    if (overdue.length === 0) return settled;
    const ends = await Promise.all(overdue.map((placement) => settle(deps, placement, now)));
    settled += ends.filter(Boolean).length;
  }
}

/** Whether it is settled now. One that fails is left for its next turn, and holds up no other. */
async function settle(deps: ReconcileDeps, placement: Unsettled, now: Date): Promise<boolean> {
  try {
    return await end(deps, placement, now);
  } catch (error) {
    deps.log.error({ orderId: placement.orderId, err: withoutValues(error) }, 'order could not be settled');
    return false;
  }
}

async function end({ db, gateway, log }: ReconcileDeps, placement: Unsettled, now: Date): Promise<boolean> {
  const settlement = await settleOrder(db, gateway, placement, now);
  const { orderId } = placement;
  if (settlement.kind === 'unsettled') log.warn({ orderId, reason: settlement.reason }, 'order not settled');
  else log.info({ orderId, end: settlement.kind }, 'order settled');
  return settlement.kind !== 'unsettled';
}

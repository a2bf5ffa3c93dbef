import type { JobLog } from '../jobs/worker.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { Database } from '../platform/db/database.ts';
import { withoutValues } from '../platform/operations/log.ts';
import { endRefund, handOver, leaseRefunds, type RefundToSend, saveGatewayId } from './refunds.store.ts';

export interface SendRefundsDeps {
  db: Pick<Database, 'write'>;
  gateway: Pick<PaymentGateway, 'account' | 'findByKey' | 'refund'>;
  log: JobLog;
}

/** Asked for side by side: one call each of at most some seconds, or two, well within the lease. */
const batchSize = 10;
const leaseMs = 30_000;

/**
 * Asks the acquirer for the refunds that are due, each with its own key: it gives back once for a key, however often it is asked, so that an
 * answer that was lost is asked for again. Another acquirer than the one that took the charge is never asked. What its bank will not give
 * back is due at a till. Answers how many are settled.
 */
export async function sendRefunds(deps: SendRefundsDeps): Promise<number> {
  let settled = 0;
  for (;;) {
    const due = await leaseRefunds(deps.db.write, deps.gateway.account, leaseMs, batchSize);
    if (due.length === 0) return settled;
    const ends = await Promise.all(due.map((refund) => send(deps, refund)));
    settled += ends.filter(Boolean).length;
  }
}

/** Whether it is settled now. One that fails is left for its next turn, and holds up no other. */
async function send(deps: SendRefundsDeps, refund: RefundToSend): Promise<boolean> {
  const { db, gateway, log } = deps;
  const { id, orderId, charge, amount } = refund;
  try {
    const gatewayId = refund.gatewayId ?? (await lookUp(deps, refund));
    if (gatewayId === undefined) return false;
    const outcome = await gateway.refund({ key: charge.key, gatewayId }, { key: id, amount });
    if (outcome.kind === 'refunded') return await endRefund(db.write, id, outcome.refundId);
    if (outcome.kind === 'refused') {
      log.warn({ orderId, refundId: id, code: outcome.code }, 'refund refused by its bank: due at a till');
      return await handOver(db.write, id, outcome.code);
    }
    log.warn({ orderId, refundId: id, reason: outcome.reason }, 'refund not settled');
  } catch (error) {
    log.error({ orderId, refundId: id, err: withoutValues(error) }, 'refund could not be settled');
  }
  return false;
}

/** What the acquirer calls a charge that was settled by a word which did not say it; undefined: it does not show it now. */
async function lookUp(
  { db, gateway, log }: SendRefundsDeps,
  { id, orderId, charge }: RefundToSend,
): Promise<string | undefined> {
  const found = await gateway.findByKey(charge);
  if (found.kind !== 'approved') {
    log.warn({ orderId, refundId: id, found: found.kind }, 'refund of a charge that its acquirer does not show');
    return undefined;
  }
  await saveGatewayId(db.write, charge.key, found.gatewayId);
  return found.gatewayId;
}

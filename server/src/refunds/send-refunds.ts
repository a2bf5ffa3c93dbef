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

/** Number of refunds that are requested concurrently. Each needs one or two calls of a few seconds, well within the lease. */
const batchSize = 10;
const leaseMs = 30_000;

/**
 * Requests the due refunds from the acquirer, each with its own key. The acquirer pays once per key. A refund whose response was
 * lost is therefore requested again. Only the acquirer of the charge is called. A refund that the bank refuses becomes due at a
 * till. Returns the number of refunds with an outcome.
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

/** Sends a refund. Returns whether it has an outcome now. A failed refund waits for its next turn and does not block others. */
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
    log.warn({ orderId, refundId: id, reason: outcome.reason }, 'refund has no outcome yet');
  } catch (error) {
    log.error({ orderId, refundId: id, err: withoutValues(error) }, 'refund failed');
  }
  return false;
}

/** Looks up the acquirer's id of a charge that an operator settled without it. Undefined if the acquirer does not list the charge now. */
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

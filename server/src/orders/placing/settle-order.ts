import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';
import type { JobLog } from '../../jobs/worker.ts';
import type { Approval, ChargeQuery, KnownCharge, PaymentGateway } from '../../payments/gateway.ts';
import type { Database } from '../../platform/db/database.ts';
import { withoutValues } from '../../platform/operations/log.ts';
import type { UnsettledOrder } from './placement.ts';
import {
  beginVoiding,
  confirmOrder,
  endOfApproved,
  endReversal,
  findEnd,
  leaseDue,
  type PlacementEnd,
  settleDue,
  type UnsettledPlacement,
  voidOrder,
} from './settling.store.ts';

/** The end of a placement. `unsettled`: the outcome is still unknown, and the reconciler will ask again. */
export type Settlement =
  | { kind: 'confirmed'; orderNumber: string }
  | { kind: 'voided'; code: PayErrorCode | null }
  | { kind: 'unsettled'; reason: string };

const chargeOf = ({ paymentId, askedAt, amount }: UnsettledOrder): ChargeQuery => ({
  key: paymentId,
  askedAt,
  amount,
});

/**
 * Milliseconds for which a reversal is leased, longer than the bank may take to answer. No other process repeats the reversal
 * during this time.
 */
const reversalLeaseMs = 30_000;

/**
 * Confirms a charged placement. If another process has confirmed the placement, its number is returned. If another process has voided the
 * placement, or is voiding it, the charge is reversed by its key.
 */
export async function confirmPlacement(
  db: Database,
  gateway: PaymentGateway,
  placement: UnsettledOrder,
  approval: Approval,
  now: Date,
): Promise<Settlement> {
  const orderNumber = await confirmOrder(db.write, placement, approval, now);
  if (orderNumber !== undefined) return { kind: 'confirmed', orderNumber };
  const end = await endOfApproved(db.write, placement, approval, reversalLeaseMs);
  return end.kind === 'confirmed'
    ? end
    : reverse(db, gateway, { ...placement, state: stateOf[end.kind], isApproved: true }, now);
}

const stateOf = { voiding: 'voiding', void: 'reversing' } as const satisfies Record<
  Exclude<PlacementEnd['kind'], 'confirmed'>,
  UnsettledPlacement['state']
>;

/**
 * Gives back everything that a placement took. `code`: why the bank refused. Null if nothing was charged and no bank refused.
 * `notifiesBuyer`: the buyer's call no longer waits, so a mail reports the outcome.
 */
export async function voidPlacement(
  db: Database,
  placement: UnsettledOrder,
  code: PayErrorCode | null,
  now: Date,
  notifiesBuyer = false,
): Promise<Settlement> {
  if (await voidOrder(db.write, { orderId: placement.orderId, refusal: code, notifiesBuyer }, now))
    return { kind: 'voided', code };
  const end = await findEnd(db.write, placement);
  return end.kind === 'confirmed' ? end : { kind: 'voided', code };
}

/**
 * Ends a placement whose call died, by the gateway's answer about its key. If the gateway does not know the key, the order first leaves
 * `placing`, so that a charge approved since the look-up cannot confirm the order. Then the key is barred: the bank will refuse a charge
 * that arrives late. Only then are stock and cart released. Only the acquirer that got the charge is asked. Another acquirer would not know
 * the key, even if the money was taken.
 */
async function settleOrder(
  db: Database,
  gateway: PaymentGateway,
  placement: UnsettledPlacement,
  now: Date,
): Promise<Settlement> {
  const { acquirer } = placement;
  if (acquirer !== null && acquirer !== gateway.account)
    return {
      kind: 'unsettled',
      reason: `${acquirer} was asked to charge it, and the settings name ${gateway.account}`,
    };
  if (placement.state !== 'placing') return reverse(db, gateway, placement, now);
  const found = await gateway.findByKey(chargeOf(placement));
  switch (found.kind) {
    case 'approved':
      return confirmPlacement(db, gateway, placement, found, now);
    case 'refused':
      return voidPlacement(db, placement, found.code, now, true);
    case 'void':
      return voidPlacement(db, placement, null, now, true);
    case 'none':
    case 'leftover':
      return voidUncharged(db, gateway, placement, now);
    case 'unknown':
      return { kind: 'unsettled', reason: found.reason };
  }
}

async function voidUncharged(
  db: Database,
  gateway: PaymentGateway,
  placement: UnsettledPlacement,
  now: Date,
): Promise<Settlement> {
  if (await beginVoiding(db.write, placement.orderId, now)) {
    return reverse(db, gateway, { ...placement, state: 'voiding' }, now);
  }
  const end = await findEnd(db.write, placement);
  if (end.kind === 'voiding') return { kind: 'unsettled', reason: 'being voided by another' };
  return end.kind === 'confirmed' ? end : { kind: 'voided', code: null };
}

/** Ends an order that can no longer be confirmed. Bars its key, or reverses its charge. Then gives back everything that the order took. */
async function reverse(
  db: Database,
  gateway: PaymentGateway,
  placement: UnsettledPlacement,
  now: Date,
): Promise<Settlement> {
  const keyState = placement.isApproved
    ? await giveBack(gateway, chargeOf(placement))
    : await gateway.voidByKey(chargeOf(placement));
  if (keyState.kind !== 'void' && keyState.kind !== 'refused') {
    return { kind: 'unsettled', reason: keyState.kind === 'unknown' ? keyState.reason : 'not barred' };
  }
  if (placement.state === 'reversing') {
    await endReversal(db.write, placement, now);
    return { kind: 'voided', code: null };
  }
  const ended = await voidPlacement(db, placement, keyState.kind === 'refused' ? keyState.code : null, now, true);
  // The approval was recorded, so `void_order` made the charge due for a reversal. The bank has just reversed the charge.
  if (placement.isApproved) await endReversal(db.write, placement, now);
  return ended;
}

/**
 * Reverses an approved charge. First checks that the acquirer shows the charge. An acquirer that does not know the charge would only bar
 * the key and report the charge as void. Then the buyer would not get the money back.
 */
async function giveBack(gateway: PaymentGateway, charge: ChargeQuery): Promise<KnownCharge> {
  const known = await gateway.findByKey(charge);
  if (known.kind === 'approved' || known.kind === 'leftover') return gateway.voidByKey(charge);
  if (known.kind === 'void') return known;
  return { kind: 'unknown', reason: known.kind === 'unknown' ? known.reason : unseen };
}

const unseen = 'it was approved, and the acquirer shows no such charge';

interface ReconcileDeps {
  db: Database;
  gateway: PaymentGateway;
  log: JobLog;
}

/** The orders of one batch are looked up concurrently. Each look-up takes at most 5 s, much less than the lease. */
const batchSize = 10;
const leaseMs = 30_000;

/**
 * Finishes placements whose call died or got no answer from the bank. Confirms placements with a charge, bars and releases the
 * others. Also reverses the charges of failed orders. Returns how many were settled. Several nodes may run this job concurrently:
 * each placement is leased when its batch starts, and every ending is a conditional update. The database's clock decides which
 * placements are overdue. `aheadMs`: includes placements that are due up to this many milliseconds later. A starting process uses
 * it, because it places nothing yet.
 */
export async function reconcileOrders(deps: ReconcileDeps, now: Date, aheadMs = 0): Promise<number> {
  const due = await settleDue(deps.db.write, aheadMs);
  let settled = 0;
  for (;;) {
    const overdue = await leaseDue(deps.db.write, due, leaseMs, batchSize);
    if (overdue.length === 0) return settled;
    const ends = await Promise.all(overdue.map((placement) => settle(deps, placement, now)));
    settled += ends.filter(Boolean).length;
  }
}

/** Settles one placement, and returns whether it is settled now. A placement that fails is retried at its next turn, and delays no other. */
async function settle(deps: ReconcileDeps, placement: UnsettledPlacement, now: Date): Promise<boolean> {
  try {
    return await end(deps, placement, now);
  } catch (error) {
    deps.log.error({ orderId: placement.orderId, err: withoutValues(error) }, 'order could not be settled');
    return false;
  }
}

async function end({ db, gateway, log }: ReconcileDeps, placement: UnsettledPlacement, now: Date): Promise<boolean> {
  const settlement = await settleOrder(db, gateway, placement, now);
  const { orderId } = placement;
  if (settlement.kind === 'unsettled') log.warn({ orderId, reason: settlement.reason }, 'order not settled');
  else log.info({ orderId, end: settlement.kind }, 'order settled');
  return settlement.kind !== 'unsettled';
}

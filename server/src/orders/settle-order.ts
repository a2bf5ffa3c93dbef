import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';
import type { Approval, KnownCharge, PaymentGateway } from '../payments/gateway.ts';
import type { Database } from '../platform/database.ts';
import { confirmOrder, findOrderNumber, type UnsettledOrder, voidOrder } from './settling.store.ts';

/** How a placement ended. `unsettled`: still not known, the reconciler asks again. */
export type Settlement =
  | { kind: 'confirmed'; orderNumber: string }
  | { kind: 'voided'; code: PayErrorCode | null }
  | { kind: 'unsettled'; reason: string };

/**
 * Confirms a charged placement. Was it settled meanwhile by someone else, that stands: confirmed with the same number,
 * or void, and then the charge is reversed by its key.
 */
export async function confirmPlacement(
  db: Database,
  gateway: PaymentGateway,
  placement: UnsettledOrder,
  approval: Approval,
  now: Date,
): Promise<Settlement> {
  const number =
    (await confirmOrder(db.write, placement, approval, now)) ?? (await findOrderNumber(db.write, placement.orderId));
  if (number !== null) return { kind: 'confirmed', orderNumber: number };
  const left = await gateway.voidByKey(placement.paymentId);
  return left.kind === 'void' ? { kind: 'voided', code: null } : { kind: 'unsettled', reason: left.kind };
}

/** Gives back what a placement took. `code` null: nothing was charged, and nobody refused. */
export async function voidPlacement(
  db: Database,
  placement: UnsettledOrder,
  code: PayErrorCode | null,
  now: Date,
): Promise<Settlement> {
  const isVoided = await voidOrder(db.write, placement.orderId, code, now);
  const number = isVoided ? null : await findOrderNumber(db.write, placement.orderId);
  return number === null ? { kind: 'voided', code } : { kind: 'confirmed', orderNumber: number };
}

/**
 * Ends a placement whose call is gone: the gateway says what became of its key. A key it does not know is barred first,
 * so that a charge still on its way is refused when it arrives; only then stock and cart are given back.
 */
export async function settleOrder(
  db: Database,
  gateway: PaymentGateway,
  placement: UnsettledOrder,
  now: Date,
): Promise<Settlement> {
  const found = await gateway.findByKey(placement.paymentId);
  const known: KnownCharge = found.kind === 'none' ? await gateway.voidByKey(placement.paymentId) : found;
  switch (known.kind) {
    case 'approved':
      return confirmPlacement(db, gateway, placement, known, now);
    case 'refused':
      return voidPlacement(db, placement, known.code, now);
    case 'void':
      return voidPlacement(db, placement, null, now);
    case 'none':
      return { kind: 'unsettled', reason: 'not barred' };
    case 'unknown':
      return { kind: 'unsettled', reason: known.reason };
  }
}

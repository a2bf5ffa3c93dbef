import { randomUUID } from 'node:crypto';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Bank } from '../bank.ts';
import { type Charge, findChargeById, findChargeByKey, insertTombstone, markReversed } from './charges.store.ts';
import { findRefund, insertRefund, insertReversal, type Payback } from './paybacks.store.ts';

export interface RefundRequest {
  readonly key: string;
  readonly amountCentavos: number;
}

export type RefundRefusal = {
  code: 'CHARGE_NOT_FOUND' | 'CHARGE_NOT_REFUNDABLE' | 'KEY_REUSED' | 'REFUND_EXCEEDS_CAPTURED';
};

/** Refunds an approved charge in part or completely, once per key, at most the remaining amount. */
export function refundCharge(bank: Bank, chargeId: string, refund: RefundRequest): Result<Payback, RefundRefusal> {
  return bank.database.transact((tx) => {
    const charge = findChargeById(tx, chargeId);
    if (charge === undefined) return refuse({ code: 'CHARGE_NOT_FOUND' });
    const known = findRefund(tx, refund.key);
    if (known !== undefined) {
      const isSame = known.charge_id === chargeId && known.amount === refund.amountCentavos;
      return isSame ? ok(known) : refuse({ code: 'KEY_REUSED' });
    }
    if (charge.status !== 'approved') return refuse({ code: 'CHARGE_NOT_REFUNDABLE' });
    const amount = refund.amountCentavos;
    const row = { id: randomUUID(), key: refund.key, chargeId, amount, createdAt: bank.now().toISOString() };
    if (!insertRefund(tx, row)) return refuse({ code: 'REFUND_EXCEEDS_CAPTURED' });
    return ok({ id: row.id, kind: 'refund', key: row.key, charge_id: chargeId, amount, created_at: row.createdAt });
  });
}

/**
 * Ensures that no charge remains under a key, now or later. Reverses the part of a charge that was not refunded yet. A
 * key without a charge gets a tombstone, which refuses a charge still on its way. Idempotent. Does not change a refused
 * charge.
 */
export function voidCharge(bank: Bank, key: string): Charge {
  const createdAt = bank.now().toISOString();
  return bank.database.transact((tx) => {
    const known = findChargeByKey(tx, key);
    if (known === undefined) insertTombstone(tx, randomUUID(), key, createdAt);
    if (known?.status === 'approved') {
      insertReversal(tx, { id: randomUUID(), key, chargeId: known.id, createdAt });
      markReversed(tx, known.id);
    }
    const after = findChargeByKey(tx, key);
    if (after === undefined) throw new Error('the tombstone of a voided key was not found');
    return after;
  });
}

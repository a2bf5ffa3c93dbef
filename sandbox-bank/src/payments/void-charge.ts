import { randomUUID } from 'node:crypto';
import type { Bank } from '../bank.ts';
import { type Charge, findChargeByKey, insertTombstone, markReversed } from './charges.store.ts';
import { insertReversal } from './paybacks.store.ts';

/**
 * Makes sure that no money stays, or ever will, on a key: a charge is reversed for all that was not refunded yet, and a
 * key without a charge gets a tombstone that refuses a charge still on its way. Idempotent; a refused charge stays so.
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
    if (after === undefined) throw new Error('a voided key is not there');
    return after;
  });
}

import { z } from 'zod';
import type { Tx } from '../platform/database.ts';

const paybackRow = z.object({
  id: z.string(),
  kind: z.enum(['refund', 'reversal']),
  key: z.string(),
  charge_id: z.string(),
  amount: z.int(),
  created_at: z.string(),
});

/** Money returned from a charge: a `refund` that the shop requested, or the `reversal` of the rest. */
export type Payback = z.infer<typeof paybackRow>;

export const findRefund = (tx: Tx, key: string): Payback | undefined =>
  tx.first(paybackRow, `SELECT * FROM paybacks WHERE kind = 'refund' AND key = $key`, { key });

export const listPaybacks = (tx: Tx, chargeId: string): Payback[] =>
  tx.all(paybackRow, 'SELECT * FROM paybacks WHERE charge_id = $chargeId ORDER BY created_at, id', { chargeId });

const remainingSql = `(SELECT c.amount - (SELECT coalesce(sum(p.amount), 0) FROM paybacks p WHERE p.charge_id = c.id)
  FROM charges c WHERE c.id = $chargeId AND c.status = 'approved')`;

export interface NewRefund {
  readonly id: string;
  readonly key: string;
  readonly chargeId: string;
  /** centavos */
  readonly amount: number;
  readonly createdAt: string;
}

/** @returns whether the approved charge still had this amount. If not, nothing is written. */
export const insertRefund = (tx: Tx, refund: NewRefund): boolean =>
  tx.change(
    `INSERT INTO paybacks (id, kind, key, charge_id, amount, created_at)
     SELECT $id, 'refund', $key, $chargeId, $amount, $createdAt WHERE $amount <= ${remainingSql}`,
    { ...refund },
  ) === 1;

/** Returns the remaining amount of the approved charge. Returns nothing if the charge was refunded completely. */
export const insertReversal = (tx: Tx, reversal: Omit<NewRefund, 'amount'>): number =>
  tx.change(
    `INSERT INTO paybacks (id, kind, key, charge_id, amount, created_at)
     SELECT $id, 'reversal', $key, $chargeId, ${remainingSql}, $createdAt WHERE ${remainingSql} > 0`,
    { ...reversal },
  );

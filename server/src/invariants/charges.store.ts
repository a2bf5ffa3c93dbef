import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import type { BankCharge } from './bank-ledger.ts';
import { firstUuidOf } from './invariant.ts';

const selectStray = statement<{ key: string }, [keys: readonly string[], amounts: readonly number[]]>(
  'invariants.stray-charges',
  `select c.key from unnest($1::uuid[], $2::bigint[]) as c (key, amount)
     left join payments p on p.id = c.key
     left join orders o on o.id = p.order_id
   where p.amount is distinct from c.amount
     or not (p.status = 'approved' and o.status in ('pending_payment', 'processing', 'shipped', 'delivered')
       -- On its way back, which reversal-not-stuck watches.
       or o.status in ('void', 'canceled') and (p.status = 'reversing'
         -- Given back while the bank's list was read.
         or p.status = 'reversed' and p.decided_at > now() - interval '1 minute'))`,
);

/** Keys of charges that pay no live order of ours, or another amount than ours. */
export async function findStrayCharges(tx: Tx, charges: readonly BankCharge[]): Promise<string[]> {
  const rows = await selectStray(tx, [charges.map(({ key }) => key), charges.map(({ amount }) => amount)]);
  return rows.map(({ key }) => key);
}

const selectCharged = statement<{ id: string }, [after: string, until: string, limit: number]>(
  'invariants.charged-payments',
  `select id from payments
   where id > $1 and id < $2 and status = 'approved' and kind in ('Card', 'CardInstallments') and amount > 0
   order by id limit $3`,
);

/** Payments of cards that our books call approved, begun between two moments, a page at a time by `after`. */
export async function listChargedPayments(
  tx: Tx,
  { since, until, after }: { since: Date; until: Date; after: string | null },
  limit: number,
): Promise<string[]> {
  const rows = await selectCharged(tx, [after ?? firstUuidOf(since), firstUuidOf(until), limit]);
  return rows.map(({ id }) => id);
}

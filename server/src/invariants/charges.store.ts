import type { BankCharge } from '../payments/bank-ledger.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectStray = statement<{ key: string }, [keys: readonly string[], amounts: readonly number[]]>(
  'invariants.stray-charges',
  `select c.key from unnest($1::uuid[], $2::bigint[]) as c (key, amount)
     left join payments p on p.id = c.key
     left join orders o on o.id = p.order_id
   where p.amount is distinct from c.amount
     or not (p.status = 'approved' and o.status in ('pending_payment', 'processing', 'shipped', 'delivered')
       -- On its way back, which reversal-not-stuck watches.
       or o.status in ('void', 'canceled') and (p.status = 'reversing'
         -- What is left of it is refunded, which refund-not-stuck watches, or was given out at a till.
         or p.status = 'reversed' and exists (select from refunds r where r.payment_id = p.id and r.amount > 0)
         -- Given back while the bank's list was read.
         or p.status = 'reversed' and p.decided_at > now() - interval '1 minute'))`,
);

/** Keys of charges that pay no live order of ours, or another amount than ours. */
export async function findStrayCharges(tx: Tx, charges: readonly BankCharge[]): Promise<string[]> {
  const rows = await selectStray(tx, [charges.map(({ key }) => key), charges.map(({ amount }) => amount)]);
  return rows.map(({ key }) => key);
}

const isCharged = `status = 'approved' and kind in ('Card', 'CardInstallments') and amount > 0`;

const selectCharged = statement<{ id: string }, [after: string, until: string, limit: number, account: string]>(
  'invariants.charged-payments',
  `select id from payments where id > $1 and id < $2 and ${isCharged} and acquirer = $4 order by id limit $3`,
);

/** Payments of cards, charged by this acquirer's account, that our books call approved, between two ids, the oldest first. */
export async function listChargedPayments(
  tx: Tx,
  { after, until, account }: { after: string; until: string; account: string },
  limit: number,
): Promise<string[]> {
  const rows = await selectCharged(tx, [after, until, limit, account]);
  return rows.map(({ id }) => id);
}

const selectStillCharged = statement<{ id: string }, [ids: readonly string[]]>(
  'invariants.still-charged-payments',
  `select id from payments where id = any ($1::uuid[]) and ${isCharged} order by id`,
);

/** Those of some payments that our books call approved. */
export async function filterCharged(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await selectStillCharged(tx, [ids]);
  return rows.map(({ id }) => id);
}

import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { joinedWith, neverNull, statement } from '../platform/db/statement.ts';

/** The sum of an order's refunds that are due in cash (CASH-10). */
export interface DueRefund {
  orderId: string;
  orderNumber: string;
  amount: Centavos;
  /** The account for a transfer. Null if a till pays the money out. */
  transfer: { id: string; bank: string; mask: string; savedAt: Date } | null;
  /** The card terminal's voucher that paid the order at a till and is still valid. Null if no voucher paid it. */
  voucher: string | null;
  email: string;
  firstName: string;
  /** Stores whose tills may pay the refund (`storesOfRefund`). */
  stores: string[];
}

/**
 * SQL: the stores that may give out the due refunds of order `o` (CASH-10). These are the store whose till received and has its
 * money, the store that hands it out, and the store of its advisor. If there is no such store, for example for an order paid by
 * card and delivered, any store may.
 */
export const storesOfRefund = `(select coalesce(array_agg(v.store_code), (select array_agg(store_code) from stores)) from (
  select t.store_code from till_movements m join till_sessions s on s.id = m.session_id join tills t on t.id = s.till_id
    where m.order_id = o.id and m.kind <> 'refund' group by t.store_code having sum(m.amount) > 0
  union select place from shipments where order_id = o.id and o.shipping_method = 'storepickup'
  union select a.store_code from carts c join advisors a on a.hash = c.advisor_hash where c.id = o.cart_id) v where v.store_code is not null)`;

/** SQL: the card terminal's voucher of the order's (o) last payment at a till. Null if it was not a voucher, or was taken back. */
export const voucherOf = `(select case when m.means = 'card' and m.kind <> 'unpaid' then coalesce(m.reference, '') end from till_movements m
  where m.order_id = o.id and m.kind in ('payment', 'unpaid', 'collected') order by m.id desc limit 1)`;

const select = statement(
  'tills.due-refund',
  `select o.id as order_id, o.number::text as number, t.id as transfer_id, t.bank, t.account_mask as mask, t.asked_at as saved_at, o.email,
     ${voucherOf} as voucher, coalesce(o.contact ->> 'firstName', '') as first_name, ${storesOfRefund} as stores,
     (select coalesce(sum(d.amount), 0)::bigint from refunds d
        where d.order_id = o.id and d.destination in ('till', 'transfer') and d.state = 'due') as amount
   from refunds r join orders o on o.id = r.order_id left join refund_transfers t on t.order_id = o.id and t.paid_at is null
   where r.id = $1 and r.destination in ('till', 'transfer')`,
  {
    number: neverNull(),
    bank: joinedWith('transferId'),
    mask: joinedWith('transferId'),
    savedAt: joinedWith('transferId'),
    stores: neverNull(),
  },
);

/** Finds the due refunds of an order by one of them. Undefined if that refund is not, and was not, due in cash. */
export async function findDueRefund(tx: Tx, refundId: string): Promise<DueRefund | undefined> {
  const [row] = await select(tx, [refundId]);
  if (row === undefined) return undefined;
  const { transferId: id, bank, mask, savedAt } = row;
  const transfer = id === null ? null : { id, bank, mask, savedAt };
  const { voucher } = row;
  const { orderId, number: orderNumber, email, firstName, stores } = row;
  return { orderId, orderNumber, amount: row.amount, transfer, voucher, email, firstName, stores };
}

const upsert = statement(
  'tills.set-transfer',
  `insert into refund_transfers (order_id, bank, account_mask, asked_at) values ($1, $2, $3, $4)
   on conflict (order_id) where paid_at is null do update
     set bank = excluded.bank, account_mask = excluded.account_mask, asked_at = excluded.asked_at returning id`,
);

/** Stores the account for an order's refund in place of a former account. Returns the id under which the account is sealed. */
export async function setTransfer(
  tx: Tx,
  orderId: string,
  { bank, mask }: { bank: string; mask: string },
  now: Date,
): Promise<string> {
  const [row] = await upsert(tx, [orderId, bank, mask, now]);
  if (row === undefined) throw new Error('a transfer was not kept');
  return row.id;
}

const pay = statement('tills.transfer-paid', 'update refund_transfers set paid_at = $3, reference = $2 where id = $1');
export const markTransferred = async (tx: Tx, id: string, reference: string, now: Date): Promise<void> => {
  await pay(tx, [id, reference, now]);
};

const forget = statement(
  'tills.forget-transfers',
  `update refund_transfers set forgotten_at = $2 where id in (
     select id from refund_transfers where paid_at < $1 and forgotten_at is null limit 100) returning id`,
);

/** Deletes the accounts of transfers paid before that moment, at most 100. Returns their ids. */
export const forgetTransfers = async (tx: Tx, before: Date, now: Date): Promise<string[]> =>
  (await forget(tx, [before, now])).map(({ id }) => id);

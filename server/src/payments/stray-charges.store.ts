import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, subtract } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';
import type { BankCharge } from './gateway.ts';

const selectStray = statement(
  'payments.stray-charges',
  `select c.key from unnest($1::uuid[], $2::bigint[]) as c (key, amount)
     left join payments p on p.id = c.key
     left join orders o on o.id = p.order_id
   where p.amount is distinct from c.amount
     or not (p.status = 'approved' and (o.status in ('pending_payment', 'processing', 'shipped', 'delivered', 'undelivered')
         -- The shipments were canceled one by one, and each has a refund (refund-of-lost-shipment).
         or o.status = 'canceled' and exists (select from money_movements m where m.order_id = o.id and m.kind = 'refund_due'))
       -- The charge is being reversed. The invariant reversal-not-stuck watches it.
       or o.status in ('void', 'canceled') and (p.status = 'reversing'
         -- The rest of the charge is refunded by the bank (watched by refund-not-stuck and findMismatchedRefunds) or was paid out at a till.
         or p.status = 'reversed' and exists (select from refunds r where r.payment_id = p.id and r.amount > 0)
         -- The charge was reversed while the bank's list was read.
         or p.status = 'reversed' and p.decided_at > now() - interval '1 minute'))`,
  { key: neverNull() },
);

/** Returns the keys of charges that pay no live order, or whose amount differs from their order. */
export async function findStrayCharges(tx: Tx, charges: readonly BankCharge[]): Promise<string[]> {
  const rows = await selectStray(tx, [charges.map(({ key }) => key), charges.map(({ amount }) => amount)]);
  return rows.map(({ key }) => key);
}

const selectUnlikeRefunds = statement(
  'payments.refunds-unlike-bank',
  `select c.key from unnest($1::uuid[], $2::bigint[]) as c (key, given) join payments p on p.id = c.key,
     lateral (select coalesce(sum(amount) filter (where kind in ('refund', 'reversal')), 0) as told,
       coalesce(sum(amount) filter (where kind = 'refund' and at < now() - interval '1 day'), 0) as told_before
       from money_movements m where m.order_id = p.order_id) m,
     -- Refunds that the bank may have made already or is making. It makes no refunds at tills.
     lateral (select coalesce(sum(amount), 0) as asked
       from refunds r where r.payment_id = p.id and r.destination = 'origin' and r.state <> 'done') r
   where p.status in ('approved', 'reversing', 'reversed')
     and (c.given > m.told + r.asked + case p.status when 'reversing' then p.amount else 0 end or c.given < m.told_before)`,
  { key: neverNull() },
);

/** Returns the keys of charges whose refunds differ from the shop's movements: the bank has refunded more, or a day later still less. */
export async function findMismatchedRefunds(tx: Tx, charges: readonly BankCharge[]): Promise<string[]> {
  const given = charges.map(({ amount, outstanding }) => subtract(amount, outstanding));
  const rows = await selectUnlikeRefunds(tx, [charges.map(({ key }) => key), given]);
  return rows.map(({ key }) => key);
}

/** A payment of the shop, with the facts about the charge with the same key. */
export interface OwnPayment {
  orderId: string;
  orderNumber: string | null;
  status: string;
  amount: Centavos;
  acquirer: string | null;
  askedAt: Date;
  /** True if parts of the charge were refunded, or will be. */
  isRefunded: boolean;
}

const selectOwn = statement(
  'payments.own',
  `select p.order_id, o.number, p.status, p.amount, p.acquirer, p.created_at,
     exists (select from refunds r where r.payment_id = p.id and r.amount > 0 and not is_owed_less(r.destination)) as is_refunded
   from payments p join orders o on o.id = p.order_id where p.id = $1`,
);

/** Finds the shop's payment with this key. Undefined if there is none. */
export async function findOwnPayment(tx: Tx, key: string): Promise<OwnPayment | undefined> {
  const [row] = await selectOwn(tx, [key]);
  return (
    row && {
      orderId: row.orderId,
      orderNumber: row.number === null ? null : String(row.number),
      status: row.status,
      amount: row.amount,
      acquirer: row.acquirer,
      askedAt: row.createdAt,
      isRefunded: row.isRefunded,
    }
  );
}

const beginReversal = statement(
  'payments.reverse-refused',
  `with due as (
     update payments set status = 'reversing', reverse_after = clock_timestamp(), decided_at = clock_timestamp(),
       gateway_id = $2, decided_by = $3::jsonb, reason = $4
     where id = $1 and status = 'refused' returning id),
   job as (select graphile_worker.add_job('reconcile-orders', '{}', job_key => 'reconcile-orders') from due)
   select id from due, (select count(*) from job) j`,
);

/**
 * Corrects a payment that the shop marked as refused although the bank has charged it. Records the capture, and makes the charge due for
 * reversal. Returns false if the payment is no longer refused.
 */
export const reverseRefused = async (
  tx: Tx,
  key: string,
  { gatewayId, actor, reason }: { gatewayId: string; actor: Actor; reason: string },
): Promise<boolean> => (await beginReversal(tx, [key, gatewayId, actor, reason])).length === 1;

const insertStray = statement(
  'payments.move-stray-money',
  `insert into money_movements (order_id, kind, amount, acquirer, reference, actor, reason)
   values (null, $1::money_movement_kind, $2, $3, $4, $5::jsonb, $6)
   on conflict (reference, kind) where order_id is null do nothing`,
);

/** Records money received or returned for a charge without an order, once. */
export const moveStrayMoney = async (
  tx: Tx,
  moved: {
    kind: 'capture' | 'reversal';
    key: string;
    amount: Centavos;
    acquirer: string;
    actor: Actor;
    reason: string;
  },
): Promise<void> => {
  const { kind, amount, acquirer, key, actor, reason } = moved;
  await insertStray(tx, [kind, amount, acquirer, key, actor, reason]);
};

const selectCaptured = statement(
  'payments.stray-capture',
  `select c.amount from money_movements c where c.order_id is null and c.kind = 'capture' and c.reference = $1
     and not exists (select from money_movements r where r.order_id is null and r.kind = 'reversal' and r.reference = $1)`,
);

/** Returns the amount of a charge without an order whose reversal was started but not recorded as done. Undefined if there is no such charge. */
export async function findOpenStray(tx: Tx, key: string): Promise<Centavos | undefined> {
  const [row] = await selectCaptured(tx, [key]);
  return row?.amount;
}

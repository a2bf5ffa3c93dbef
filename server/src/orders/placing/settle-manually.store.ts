import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../../platform/db/database.ts';
import { neverNull, statement } from '../../platform/db/statement.ts';

/** An order whose outcome an operator may have to enter. */
export interface SettlingOrder {
  status: string;
  /** Null until the order is placed. */
  number: string | null;
  paymentId: string;
  paymentStatus: string;
  amount: Centavos;
  isCard: boolean;
  /** True in the first five minutes: the buyer's call or the reconciler may still be waiting for the bank. */
  isYoung: boolean;
}

const lock = statement('orders.lock-settling', 'select from orders where id = $1 for update');

const selectSettling = statement(
  'orders.settling',
  `select o.status, o.number, p.id as payment_id, p.status as payment_status, p.amount,
     p.kind in ('Card', 'CardInstallments') as is_card, o.created_at > clock_timestamp() - interval '5 minutes' as is_young
   from orders o join payments p on p.order_id = o.id where o.id = $1`,
);

/** Locks the order until the transaction ends, so that no other transaction can end the order. Undefined if the order does not exist. */
export async function lockSettlingOrder(tx: Tx, orderId: string): Promise<SettlingOrder | undefined> {
  // The order is read in a second statement. The statement that waited for the lock would return the payment as it was before the wait.
  await lock(tx, [orderId]);
  const [row] = await selectSettling(tx, [orderId]);
  return row && { ...row, number: row.number === null ? null : String(row.number) };
}

/** An operator's decision: the person, the reason, and the bank's reference of the charge if it is known. */
export interface OperatorDecision {
  actor: Actor;
  reason: string;
  reference: string | null;
}

const charge = statement(
  'orders.mark-charged',
  `update payments set status = 'reversing', reverse_after = clock_timestamp(), decided_at = clock_timestamp(),
     decided_by = $2::jsonb, reason = $3, gateway_id = coalesce(gateway_id, $4)
   where id = $1 and status = 'pending'`,
);

/** Records that the bank charged an order that can no longer be confirmed. The charge is then due for reversal. */
export const markCharged = async (
  tx: Tx,
  paymentId: string,
  { actor, reason, reference }: OperatorDecision,
): Promise<void> => {
  await charge(tx, [paymentId, actor, reason, reference]);
};

const explain = statement(
  'orders.say-why-uncharged',
  `update payments set decided_by = $2::jsonb, reason = $3 where id = $1 and status = 'pending'`,
);

/** Records the operator and the reason. Must run before `void_order`, while the payment is pending. */
export const recordUnchargedReason = async (
  tx: Tx,
  paymentId: string,
  { actor, reason }: OperatorDecision,
): Promise<void> => {
  await explain(tx, [paymentId, actor, reason]);
};

const clear = statement(
  'orders.say-given-back',
  `with cleared as (
     update payments set status = 'reversed', reverse_after = null, decided_at = clock_timestamp(), decided_by = $2::jsonb, reason = $3
     where id = $1 and status = 'reversing' returning id, order_id),
   event as (
     insert into order_events (order_id, kind, created_at) select order_id, 'charge_reversed', clock_timestamp() from cleared)
   select id from cleared`,
);

/** Ends the reversal of a charge, because the bank has none of the money. Returns false if no charge was due for reversal. */
export const markGivenBack = async (tx: Tx, paymentId: string, { actor, reason }: OperatorDecision): Promise<boolean> =>
  (await clear(tx, [paymentId, actor, reason])).length === 1;

/** An order that should be settled by now, or whose charge should be reversed by now. */
export interface StuckOrder {
  orderId: string;
  number: string | null;
  status: string;
  paymentId: string;
  amount: Centavos;
  acquirer: string | null;
  since: Date;
}

const selectStuck = statement(
  'orders.stuck',
  `select o.id as order_id, o.number, o.status::text as status, p.id as payment_id, p.amount, p.acquirer, o.created_at as since
   from orders o join payments p on p.order_id = o.id
   where o.status in ('placing', 'voiding') and o.created_at < clock_timestamp() - interval '5 minutes'
   union all
   select o.id, o.number, o.status::text, p.id, p.amount, p.acquirer, p.reversing_since
   from payments p join orders o on o.id = p.order_id
   where p.status = 'reversing' and p.reversing_since < clock_timestamp() - interval '5 minutes'
   order by since, order_id`,
  { since: neverNull() },
);

/**
 * Lists orders and reversals that have waited for a bank's answer for more than five minutes, oldest first. The guard reports them, too:
 * orders as `order-not-stuck`, and reversals as `reversal-not-stuck`.
 */
export async function listStuckOrders(tx: Tx): Promise<StuckOrder[]> {
  const rows = await selectStuck(tx, []);
  return rows.map(({ orderId, paymentId, number, amount, ...row }) => ({
    ...row,
    orderId,
    paymentId,
    number: number === null ? null : String(number),
    amount,
  }));
}

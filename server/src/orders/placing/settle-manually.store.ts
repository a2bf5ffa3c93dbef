import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { statement, type Tx } from '../../platform/db/database.ts';

/** An order whose charge may have to be decided by an operator. */
export interface SettlingOrder {
  status: string;
  /** Null until it is placed. */
  number: string | null;
  paymentId: string;
  paymentStatus: string;
  amount: Centavos;
  isCard: boolean;
  /** Begun so recently that its buyer's call, or the reconciler's first tries, may still be at the bank. */
  isYoung: boolean;
}

const lock = statement<object, [order: string]>('orders.hold-settling', 'select from orders where id = $1 for update');

const selectSettling = statement<
  {
    status: string;
    number: number | null;
    payment_id: string;
    payment_status: string;
    amount: number;
    is_card: boolean;
    is_young: boolean;
  },
  [order: string]
>(
  'orders.settling',
  `select o.status, o.number, p.id as payment_id, p.status as payment_status, p.amount,
     p.kind in ('Card', 'CardInstallments') as is_card, o.created_at > clock_timestamp() - interval '5 minutes' as is_young
   from orders o join payments p on p.order_id = o.id where o.id = $1`,
);

/** The order, held until the transaction ends: whoever else would end it waits. Undefined where there is none. */
export async function holdSettlingOrder(tx: Tx, orderId: string): Promise<SettlingOrder | undefined> {
  // Read by a statement of its own: one that waited would show the payment as it was before.
  await lock(tx, [orderId]);
  const [row] = await selectSettling(tx, [orderId]);
  return (
    row && {
      status: row.status,
      number: row.number === null ? null : String(row.number),
      paymentId: row.payment_id,
      paymentStatus: row.payment_status,
      amount: centavos(row.amount),
      isCard: row.is_card,
      isYoung: row.is_young,
    }
  );
}

/** Who says so, and why; the bank's own reference, where it was written down. */
export interface Word {
  actor: Actor;
  reason: string;
  reference: string | null;
}

const charge = statement<object, [payment: string, by: Actor, reason: string, reference: string | null]>(
  'orders.say-charged',
  `update payments set status = 'reversing', reverse_after = clock_timestamp(), decided_at = clock_timestamp(),
     decided_by = $2::jsonb, reason = $3, gateway_id = coalesce(gateway_id, $4)
   where id = $1 and status = 'pending'`,
);

/** The bank has charged an order that can no longer stand: due to be reversed. */
export const sayCharged = async (tx: Tx, paymentId: string, { actor, reason, reference }: Word): Promise<void> => {
  await charge(tx, [paymentId, actor, reason, reference]);
};

const explain = statement<object, [payment: string, by: Actor, reason: string]>(
  'orders.say-why-uncharged',
  `update payments set decided_by = $2::jsonb, reason = $3 where id = $1 and status = 'pending'`,
);

/** Who ends the order, before it is ended (void_order). */
export const sayWhyUncharged = async (tx: Tx, paymentId: string, { actor, reason }: Word): Promise<void> => {
  await explain(tx, [paymentId, actor, reason]);
};

const clear = statement<{ id: string }, [payment: string, by: Actor, reason: string]>(
  'orders.say-given-back',
  `with cleared as (
     update payments set status = 'reversed', reverse_after = null, decided_at = clock_timestamp(), decided_by = $2::jsonb, reason = $3
     where id = $1 and status = 'reversing' returning id, order_id),
   event as (
     insert into order_events (order_id, kind, created_at) select order_id, 'charge_reversed', clock_timestamp() from cleared)
   select id from cleared`,
);

/** The bank has nothing of a charge that was to be reversed; false where none was. */
export const sayGivenBack = async (tx: Tx, paymentId: string, { actor, reason }: Word): Promise<boolean> =>
  (await clear(tx, [paymentId, actor, reason])).length === 1;

/** An order, or the reversal of its charge, that should have been settled by now. */
export interface StuckOrder {
  orderId: string;
  number: string | null;
  status: string;
  paymentId: string;
  amount: Centavos;
  acquirer: string | null;
  since: Date;
}

const selectStuck = statement<{
  order_id: string;
  number: number | null;
  status: string;
  payment_id: string;
  amount: number;
  acquirer: string | null;
  since: Date;
}>(
  'orders.stuck',
  `select o.id as order_id, o.number, o.status::text as status, p.id as payment_id, p.amount, p.acquirer, o.created_at as since
   from orders o join payments p on p.order_id = o.id
   where o.status in ('placing', 'voiding') and o.created_at < clock_timestamp() - interval '5 minutes'
   union all
   select o.id, o.number, o.status::text, p.id, p.amount, p.acquirer, p.reversing_since
   from payments p join orders o on o.id = p.order_id
   where p.status = 'reversing' and p.reversing_since < clock_timestamp() - interval '5 minutes'
   order by since, order_id`,
);

/** What waits for a bank's answer for more than five minutes, the oldest first: what the guard calls `order-not-stuck` and `reversal-not-stuck`. */
export async function listStuckOrders(tx: Tx): Promise<StuckOrder[]> {
  const rows = await selectStuck(tx, []);
  return rows.map(({ order_id: orderId, payment_id: paymentId, number, amount, ...row }) => ({
    ...row,
    orderId,
    paymentId,
    number: number === null ? null : String(number),
    amount: centavos(amount),
  }));
}

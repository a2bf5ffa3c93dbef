import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const giveOut = statement<{ amount: number }, [number: string, reference: string, by: Actor, till: string | null]>(
  'refunds.give-out',
  // The order first, as everywhere. What has paid a canceled order is free once all is given back.
  `with held as (select id, status from orders where number = $1 for update),
   done as (
     update refunds r set state = 'done', reference = concat_ws('/', $4::text, $2::text), done_by = $3::jsonb, done_at = clock_timestamp()
     from held where r.order_id = held.id and r.destination = 'till' and r.state = 'due' returning r.order_id, r.amount),
   freed as (
     update till_receipts t set freed_at = clock_timestamp() from held
     where t.order_id = held.id and held.status = 'canceled' and t.freed_at is null and exists (select from done)),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select order_id, 'till_refunded', jsonb_build_object('amount', sum(amount), 'receipt', $2::text), clock_timestamp() from done group by order_id)
   select amount from done`,
);

/** Writes that a till has given out all that is due of an order; answers what that was, zero = nothing was due. */
export const giveOutRefunds = async (
  tx: Tx,
  { orderNumber, receipt, till, actor }: { orderNumber: string; receipt: string; till: string | null; actor: Actor },
): Promise<Centavos> =>
  centavos((await giveOut(tx, [orderNumber, receipt, actor, till])).reduce((sum, { amount }) => sum + amount, 0));

const selectGiven = statement<{ reference: string; amount: number }, [number: string]>(
  'refunds.given-out',
  `select r.reference, sum(r.amount)::bigint as amount from refunds r join orders o on o.id = r.order_id
   where o.number = $1 and r.destination = 'till' and r.state = 'done'
   group by r.reference order by max(r.done_at) desc limit 1`,
);

/** What a till gave out last of an order, and its paper. */
export async function findGivenOut(
  tx: Tx,
  orderNumber: string,
): Promise<{ reference: string; amount: Centavos } | undefined> {
  const [row] = await selectGiven(tx, [orderNumber]);
  return row && { reference: row.reference, amount: centavos(row.amount) };
}

const handOver = statement<{ amount: number }, [number: string, by: string | null, reason: string]>(
  'refunds.hand-over-by-word',
  // The order first, as everywhere. One whose lease is held is being asked for; the others are asked for no more from here on.
  `with held as (select id from orders where number = $1 for update),
   handed as (
     update refunds r set destination = 'till', state = 'due', send_after = null,
       reason = left(concat_ws('; ', r.reason, $3 || ' (' || $2 || ')'), 300)
     from held where r.order_id = held.id and r.destination = 'origin'
       and (r.state = 'due' or r.state = 'sent' and r.send_after <= clock_timestamp())
     returning r.order_id, r.amount),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select order_id, 'refund_due', jsonb_build_object('amount', sum(amount)), clock_timestamp() from handed group by order_id)
   select amount from handed`,
);

/** A till gives back what was due of an order at its bank, as somebody says; answers what that is, zero = nothing was due there. */
export const handOverRefunds = async (
  tx: Tx,
  { orderNumber, by, reason }: { orderNumber: string; by: string | null; reason: string },
): Promise<Centavos> =>
  centavos((await handOver(tx, [orderNumber, by, reason])).reduce((sum, { amount }) => sum + amount, 0));

const selectAsked = statement<{ is_asked: boolean }, [number: string]>(
  'refunds.being-asked',
  `select exists (select from refunds r join orders o on o.id = r.order_id
     where o.number = $1 and r.destination = 'origin' and r.state = 'sent') as is_asked`,
);

/** Whether a bank is being asked for something of an order. */
export const isBankAsked = async (tx: Tx, orderNumber: string): Promise<boolean> =>
  (await selectAsked(tx, [orderNumber]))[0]?.is_asked ?? false;

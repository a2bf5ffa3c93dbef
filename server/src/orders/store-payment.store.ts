import type { Actor } from '@ceiba/domain/actors/actor';
import { type ShipmentState, statesBefore } from '@ceiba/domain/orders/shipment';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import { type TillReceipt, tillOf } from './till-receipts.store.ts';

const payOrder = statement<
  { id: string },
  [number: string, after: Date, now: Date, receipt: string | null, clerk: string | null, by: Actor]
>(
  'orders.pay',
  // Locked before its receipt is written, so that neither stands without the other.
  `with due as (
     select id, cart_id from orders where number = $1 and status = 'pending_payment' and placed_at > $2 for update),
   receipt as (
     insert into till_receipts (order_id, till, receipt, clerk, kept_at)
     select id, ${tillOf('due')}, $4, $5, $3 from due where $4::text is not null on conflict do nothing returning order_id),
   paid as (
     update orders o set status = 'processing', updated_at = $3 from due
     where o.id = due.id and ($4::text is null or exists (select from receipt)) returning o.id),
   payment as (
     update payments p set status = 'approved', decided_at = $3, decided_by = $6::jsonb from paid where p.order_id = paid.id and p.status = 'pending'),
   shipments as (
     update shipments s set state = 'ready', version = version + 1, decided_by = $6::jsonb from paid
     where s.order_id = paid.id and s.state = 'waiting'),
   event as (insert into order_events (order_id, kind, created_at) select id, 'paid', $3 from paid),
   -- Paid before its first mail was written, it gets the one that confirms it.
   untold as (insert into untold_orders (order_id) select id from paid on conflict do nothing)
   select id from paid`,
);

/**
 * Writes that a store has its money, with the till's receipt where there is one, and that its buyer is to be told; false
 * when the order waits for none, or no longer, or the receipt has paid another at the same till.
 */
export const payAtStore = async (
  tx: Tx,
  { number, placedAfter, till, actor }: { number: string; placedAfter: Date; till: TillReceipt | null; actor: Actor },
  now: Date,
): Promise<boolean> => {
  const [receipt, clerk] = [till?.receipt ?? null, till?.clerk ?? null];
  return (await payOrder(tx, [number, placedAfter, now, receipt, clerk, actor])).length === 1;
};

const callUnpay = statement<
  { status: string | null },
  [number: string, from: readonly ShipmentState[], after: Date, now: Date, by: Actor]
>('orders.unpay', 'select unpay_order($1, $2::shipment_state[], $3, $4, $5::jsonb) as status');

/** Takes back that a store has its money; false when none is written of it, or a part of the order was sent off. */
export const takeBackPayment = async (
  tx: Tx,
  { number, placedAfter, actor }: { number: string; placedAfter: Date; actor: Actor },
  now: Date,
): Promise<boolean> =>
  Boolean((await callUnpay(tx, [number, statesBefore('waiting'), placedAfter, now, actor]))[0]?.status);

const selectUnpaid = statement<{ id: string }, [placedUntil: Date, after: string, most: number]>(
  'orders.unpaid',
  `select id from orders where status = 'pending_payment' and placed_at <= $1 and id > $2 order by id limit $3`,
);

/** Orders after that one whose time to be paid is over, by id. */
export const findUnpaidDue = async (tx: Tx, placedUntil: Date, after: string, most = 200): Promise<string[]> =>
  (await selectUnpaid(tx, [placedUntil, after, most])).map(({ id }) => id);

const cancelUnpaid = statement<{ canceled: boolean }, [order: string, placedUntil: Date, now: Date]>(
  'orders.cancel-unpaid',
  'select cancel_unpaid_order($1, $2, $3) as canceled',
);

/** Gives everything back of an order that was not paid in time; false when it was, or it ended before. */
export const cancelUnpaidOrder = async (tx: Tx, orderId: string, placedUntil: Date, now: Date): Promise<boolean> =>
  (await cancelUnpaid(tx, [orderId, placedUntil, now]))[0]?.canceled ?? false;

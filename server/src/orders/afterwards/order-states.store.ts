import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos, formatQ } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import { type ShipmentState, statesBefore } from '@ceiba/domain/orders/shipment';
import { statement, type Tx } from '../../platform/db/database.ts';

const callCancel = statement<
  { canceled: boolean },
  [number: string, from: readonly ShipmentState[], now: Date, by: Actor, reason: string | null]
>('orders.cancel', 'select cancel_order($1, $2::shipment_state[], $3, $4::jsonb, $5) as canceled');

/** Ends an order and gives everything back that it took, which keeps the reason; codes of gift cards are void; false when one of its shipments is in none of these states, or a gift card it sold was spent. */
export const cancelOrder = async (
  tx: Tx,
  number: string,
  { from, actor, reason }: { from: readonly ShipmentState[]; actor: Actor; reason: string | null },
  now: Date,
): Promise<boolean> => (await callCancel(tx, [number, from, now, actor, reason]))[0]?.canceled ?? false;

const callCancelUnits = statement<object, [order: string, n: number, position: number, units: number, now: Date]>(
  'orders.cancel-units',
  'select cancel_units($1, $2, $3, $4, $5)',
);

/** Writes that so many more units of a line, which go with a shipment, are canceled, and gives back their stock; the caller has locked the order and refunded them. */
export const writeCanceledUnits = async (
  tx: Tx,
  { orderId, n, position, units }: { orderId: string; n: number; position: number; units: number },
  now: Date,
): Promise<void> => {
  await callCancelUnits(tx, [orderId, n, position, units, now]);
};

/** How a placed order stands. */
export interface OrderState {
  status: OrderStatus;
  /** What its buyer pays, or has paid: less what was canceled before. */
  total: Centavos;
  /** It waits for the link in its mail (policy `cashConfirmation`). */
  isUnconfirmed: boolean;
  /** It was canceled after codes of gift cards had been sent: they are worth nothing. */
  hasVoidGiftCards: boolean;
  /** Something of the gift cards it sold was spent: it is not ended any more. */
  hasUsedGiftCards: boolean;
  /** A charge of the bank is to be given back. */
  isReversing: boolean;
  /** What a till is still to give back; zero = nothing. */
  tillRefund: Centavos;
  /** A part of it is on its way, handed over or undelivered: it can no longer be canceled, or unpaid, as a whole. */
  hasPartSent: boolean;
  /** An advisor's order that its buyer pays, or has paid, at the store. */
  isStorePayment: boolean;
  /** What its till gave for the payment; null where none was kept. */
  tillReceipt: string | null;
  /** Who took the money, where that was kept. */
  tillClerk: string | null;
}

const selectState = statement<
  {
    status: OrderStatus;
    total: number;
    is_unconfirmed: boolean;
    has_void_gift_cards: boolean;
    has_used_gift_cards: boolean;
    is_reversing: boolean;
    till_refund: number;
    has_part_sent: boolean;
    is_store_payment: boolean;
    till_receipt: string | null;
    till_clerk: string | null;
  },
  [number: string, before: readonly ShipmentState[]]
>(
  'orders.state',
  `select status, total - (
       select coalesce(sum(r.amount), 0)::bigint from refunds r
       where r.order_id = o.id and r.destination = 'bill' and r.cause_key <> 'order') as total, confirmation_due is not null as is_unconfirmed,
     status = 'canceled' and exists (select from gift_cards g where g.order_id = o.id) as has_void_gift_cards,
     are_gift_cards_used(o.id) as has_used_gift_cards,
     exists (select from payments p where p.order_id = o.id and p.status = 'reversing') as is_reversing,
     (select coalesce(sum(r.amount), 0)::bigint from refunds r
        where r.order_id = o.id and r.destination in ('till', 'transfer') and r.state = 'due') as till_refund,
     exists (select from shipments s where s.order_id = o.id and s.state <> 'canceled' and s.sent_again_as is null
       and s.state <> all ($2::shipment_state[])) as has_part_sent,
     payment_type = 'StorePayment' as is_store_payment,
     (select receipt from till_receipts r where r.order_id = o.id) as till_receipt,
     (select clerk from till_receipts r where r.order_id = o.id) as till_clerk
   from orders o where number = $1`,
);

/** Undefined when no placed order has this number. */
export async function findOrderState(tx: Tx, number: string): Promise<OrderState | undefined> {
  const [row] = await selectState(tx, [number, statesBefore('canceled')]);
  if (row === undefined) return undefined;
  const { status, is_unconfirmed: isUnconfirmed, has_void_gift_cards: hasVoidGiftCards } = row;
  const { is_reversing: isReversing, is_store_payment: isStorePayment } = row;
  const { till_refund: tillRefund, till_receipt: tillReceipt, has_part_sent: hasPartSent } = row;
  return {
    status,
    total: centavos(row.total),
    isUnconfirmed,
    hasVoidGiftCards,
    hasUsedGiftCards: row.has_used_gift_cards,
    isReversing,
    tillRefund: centavos(tillRefund),
    hasPartSent,
    isStorePayment,
    tillReceipt,
    tillClerk: row.till_clerk,
  };
}

// The oldest stand first in the primary key: a batch reads no more than it may delete.
const deleteOld = statement<object, [before: Date, most: number]>(
  'orders.delete-old-events',
  `delete from order_events where id = any (array(
     select id from (select id, created_at from order_events order by id limit $2) oldest where created_at < $1))
   returning 1`,
);

/** Deletes what happened to orders before that moment, at most `most` a call; answers how many. The orders stay. */
export const deleteOldOrderEvents = async (tx: Tx, before: Date, most = 5_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;

/**
 * Marks orders (`marked` updates them, and returns their ids) and adds or takes their units. Both are one statement: an order is counted once,
 * also when two jobs run or one is cut off. Products are locked in the order of their ids, as by everybody who changes several.
 */
const soldCount = (name: string, marked: string, change: '+' | '-') =>
  statement<{ orders: number }, [limit: number]>(
    name,
    `with marked as (${marked}),
   sold as (
     select l.product_id, sum(l.quantity) as units from order_lines l join marked m on m.id = l.order_id
     group by l.product_id),
   locked as materialized (
     select p.id from products p where p.id in (select product_id from sold) order by p.id for no key update),
   changed as (
     update products p set sold_count = p.sold_count ${change} s.units from sold s join locked l on l.id = s.product_id
     where p.id = s.product_id)
   select count(*) as orders from marked`,
  );

const countBatch = soldCount(
  'orders.count-sales',
  `update orders set is_counted = true where id in (
     select id from orders where not is_counted and number is not null and status <> 'canceled' and confirmation_due is null
     order by placed_at limit $1 for update skip locked)
   returning id`,
  '+',
);

/** Adds the units of at most `limit` orders not counted yet to "más vendidos"; answers how many orders it took. */
export const countSales = async (tx: Tx, limit = 1000): Promise<number> =>
  (await countBatch(tx, [limit]))[0]?.orders ?? 0;

// In a transaction of its own, not in the cancellation's, which holds stock: whoever counts holds products and wants their
// search records, whoever sells out holds records and wants stock.
const uncountBatch = soldCount(
  'orders.uncount-sales',
  `update orders set is_counted = false where id in (
     select id from orders where is_counted and status = 'canceled' order by id limit $1 for update skip locked)
   returning id`,
  '-',
);

/** Takes back the units of at most `limit` orders that were canceled after they had been counted; answers how many orders. */
export const uncountSales = async (tx: Tx, limit = 1000): Promise<number> =>
  (await uncountBatch(tx, [limit]))[0]?.orders ?? 0;

/** What an operator is told behind the status of an order: what it waits for, and what is still to be given back of it. */
export const notesOf = ({ isUnconfirmed, hasVoidGiftCards, isReversing, tillRefund }: OrderState): string =>
  [
    isUnconfirmed ? ', waits for the link in its mail' : '',
    hasVoidGiftCards ? '; the codes of its gift cards are void' : '',
    isReversing ? '; its charge is being reversed' : '',
    tillRefund > 0 ? `; give back ${formatQ(tillRefund)} at its store's till` : '',
  ].join('');

import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos, formatQ } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import { type ShipmentState, statesBefore } from '@ceiba/domain/orders/shipment';
import { statement, type Tx } from '../platform/db/database.ts';

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

/** How the order stands now; `isChanged` false: it stood so before. */
export type ChangedOrder = OrderState & { isChanged: boolean };

export type OrderChangeRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** Its shipments do not lead there (DEC-137), it waits for its confirmation, or a part of it has left already. */
  | { code: 'ORDER_CHANGE_NOT_ALLOWED'; state: OrderState };

/** What an operator is told behind the status of an order: what it waits for, and what is still to be given back of it. */
export const notesOf = ({ isUnconfirmed, hasVoidGiftCards, isReversing, tillRefund }: OrderState): string =>
  [
    isUnconfirmed ? ', waits for the link in its mail' : '',
    hasVoidGiftCards ? '; the codes of its gift cards are void' : '',
    isReversing ? '; its charge is being reversed' : '',
    tillRefund > 0 ? `; give back ${formatQ(tillRefund)} at its store's till` : '',
  ].join('');

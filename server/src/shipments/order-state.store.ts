import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import { type ShipmentState, statesBefore } from '@ceiba/domain/orders/shipment';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

const callCancel = statement(
  'orders.cancel',
  'select cancel_order($1, $2::shipment_state[], $3, $4::jsonb, $5) as canceled',
  { canceled: neverNull() },
);

/**
 * Cancels an order with its reason, returns everything that it took, and voids codes of gift cards. Returns false if the state of
 * a shipment is not in `from`, or if a gift card from the order was spent.
 */
export const cancelOrder = async (
  tx: Tx,
  number: string,
  { from, actor, reason }: { from: readonly ShipmentState[]; actor: Actor; reason: string | null },
  now: Date,
): Promise<boolean> => (await callCancel(tx, [number, from, now, actor, reason]))[0]?.canceled ?? false;

const callCancelUnits = statement('orders.cancel-units', 'select cancel_units($1, $2, $3, $4, $5)');

/**
 * Cancels `units` more units of a line in a shipment, and returns their stock. The caller has locked the order and refunded the
 * units.
 */
export const writeCanceledUnits = async (
  tx: Tx,
  {
    orderId,
    shipmentNumber,
    position,
    units,
  }: { orderId: string; shipmentNumber: number; position: number; units: number },
  now: Date,
): Promise<void> => {
  await callCancelUnits(tx, [orderId, shipmentNumber, position, units, now]);
};

/** The state of a placed order. */
export interface OrderState {
  status: OrderStatus;
  /** The amount that the buyer pays or has paid, minus canceled amounts. */
  total: Centavos;
  /** True if the order waits for the link in its mail (policy `cashConfirmation`). */
  isUnconfirmed: boolean;
  /** True if the order was canceled after codes of gift cards had been sent. The codes are void. */
  hasVoidGiftCards: boolean;
  /** True if a gift card from the order was partly spent. The order can then no longer be canceled. */
  hasUsedGiftCards: boolean;
  /** True if the bank still has to return a charge. */
  isReversing: boolean;
  /** The amount that a till still has to return. Zero if nothing. */
  tillRefund: Centavos;
  /** True if a part of the order is on its way, handed over or undelivered. The whole order can then no longer be canceled or marked as unpaid. */
  hasPartSent: boolean;
  /** True for an advisor's order that the buyer pays, or has paid, at the store. */
  isStorePayment: boolean;
  /** The till's receipt for the payment. Null if no receipt was stored. */
  tillReceipt: string | null;
  /** The name of the person who took the money, if it was stored. */
  tillClerk: string | null;
}

const selectState = statement(
  'orders.state',
  `select status, total - (
       select coalesce(sum(r.amount), 0)::bigint from refunds r
       where r.order_id = o.id and is_owed_less(r.destination) and r.cause_key <> 'order') as total, confirmation_due is not null as is_unconfirmed,
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
  { status: column<OrderStatus>(), hasUsedGiftCards: neverNull() },
);

/** Finds the state of a placed order. Undefined if no placed order has this number. */
export async function findOrderState(tx: Tx, number: string): Promise<OrderState | undefined> {
  const [row] = await selectState(tx, [number, statesBefore('canceled')]);
  if (row === undefined) return undefined;
  const { status, isUnconfirmed, hasVoidGiftCards } = row;
  const { isReversing, isStorePayment } = row;
  const { tillRefund, tillReceipt, hasPartSent } = row;
  return {
    status,
    total: row.total,
    isUnconfirmed,
    hasVoidGiftCards,
    hasUsedGiftCards: row.hasUsedGiftCards,
    isReversing,
    tillRefund,
    hasPartSent,
    isStorePayment,
    tillReceipt,
    tillClerk: row.tillClerk,
  };
}

/** The order's current state. `isChanged`: false if it was the same before. */
export type ChangedOrder = OrderState & { isChanged: boolean };

export type OrderChangeRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** The order's shipments do not allow this status (DEC-137), the order waits for its confirmation, or a part of it has left. */
  | { code: 'ORDER_CHANGE_NOT_ALLOWED'; state: OrderState };

/** Returns notes after the status of an order for operators: the reason why it waits, and the amounts that are still to be returned. */
export const notesOf = ({ isUnconfirmed, hasVoidGiftCards, isReversing, tillRefund }: OrderState): string =>
  [
    isUnconfirmed ? ', waits for the link in its mail' : '',
    hasVoidGiftCards ? '; the codes of its gift cards are void' : '',
    isReversing ? '; its charge is being reversed' : '',
    tillRefund > 0 ? `; give back ${formatQ(tillRefund)} at its store's till` : '',
  ].join('');

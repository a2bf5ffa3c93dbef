import type { Actor } from '@ceiba/domain/actors/actor';
import { isOrderNumber, type OrderStatus } from '@ceiba/domain/orders/order';
import { statesBefore } from '@ceiba/domain/orders/shipment';
import type { CashAtDoor } from '@ceiba/domain/orders/shipment-deed';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/database.ts';
import { cancelRest, type MoveRefusal, moveShipment } from './move-shipment.ts';
import { cancelOrder, findOrderState, type OrderState } from './order-states.store.ts';
import { listShipments, lockPlacedOrder } from './shipments.store.ts';

/** How the order stands now; `isChanged` false: it stood so before. */
export type ChangedOrder = OrderState & { isChanged: boolean };

export type OrderChangeRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** Its shipments do not lead there (DEC-137), it waits for its confirmation, or a part of it has left already. */
  | { code: 'ORDER_CHANGE_NOT_ALLOWED'; state: OrderState };

/** What is said of one shipment by the number of its order. */
export type OrderMove = { to: 'shipped' } | { to: 'delivered'; cash: CashAtDoor };

/**
 * Sends off, or hands over, the one shipment that is left of an order (DEC-137); one of several is named by itself (`moveShipment`). Done
 * again it changes nothing.
 */
export async function moveOrder(
  db: Pick<Database, 'transaction' | 'write'>,
  { orderNumber, move, actor }: { orderNumber: string; move: OrderMove; actor: Actor },
  now: Date,
): Promise<Result<ChangedOrder, OrderChangeRefusal | MoveRefusal>> {
  const deed =
    move.to === 'shipped'
      ? ({ kind: 'send', courier: null, trackingNumber: null } as const)
      : ({ kind: 'deliver', cash: move.cash } as const);
  const choice = { only: move.to === 'shipped' ? 'send' : 'deliver' } as const;
  const moved = await moveShipment(db, { orderNumber, choice, deed, actor }, now);
  const state = isOrderNumber(orderNumber) ? await findOrderState(db.write, orderNumber) : undefined;
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  if (moved.ok) return ok({ ...state, isChanged: moved.value.isChanged });
  if (state.status === move.to && moved.error.code === 'SHIPMENT_NONE_LEFT') return ok({ ...state, isChanged: false });
  return plainly.includes(moved.error.code) ? refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state }) : moved;
}

/** Of these the order's own status says enough. */
const plainly: readonly MoveRefusal['code'][] = ['SHIPMENT_NONE_LEFT', 'SHIPMENT_STANDS', 'TRANSITION_NOT_ALLOWED'];

/** Who ends an order, and why; the reason null where none was said. */
export interface Cancellation {
  orderNumber: string;
  actor: Actor;
  reason: string | null;
}

/**
 * Ends an order before any of it is sent off, which gives everything back (WORK-15). One conditional change, so that of two at once one
 * does it; done again it changes nothing. Its money, payment and shipments keep the reason, null: none was said. What is left of one that lost a shipment before goes shipment by shipment.
 */
export async function cancelWholeOrder(
  db: Pick<Database, 'transaction' | 'write'>,
  cancellation: Cancellation,
  now: Date,
): Promise<Result<ChangedOrder, OrderChangeRefusal>> {
  const { orderNumber } = cancellation;
  if (!isOrderNumber(orderNumber)) return refuse({ code: 'ORDER_UNKNOWN' });
  const isChanged = await db.transaction((tx) => cancelHeldOrder(tx, cancellation, now));
  const state = await findOrderState(db.write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  return isChanged || state.status === canceled
    ? ok({ ...state, isChanged })
    : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

const canceled: OrderStatus = 'canceled';

/** As above, in a transaction of the caller's; false, and nothing written, where it cannot be ended, or was. */
export async function cancelHeldOrder(
  tx: Tx,
  { orderNumber, actor, reason }: Cancellation,
  now: Date,
): Promise<boolean> {
  const order = await lockPlacedOrder(tx, orderNumber);
  if (order === undefined || order.status === 'canceled') return false;
  const shipments = await listShipments(tx, order.orderId);
  return shipments.some(({ state }) => state === 'canceled')
    ? cancelRest(tx, { order, shipments, actor, reason }, now)
    : cancelOrder(tx, orderNumber, { from: statesBefore('canceled'), actor, reason }, now);
}

import type { Actor } from '@ceiba/domain/actors/actor';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import type { CashAtDoor, ShipmentAction } from '@ceiba/domain/orders/shipment-action';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type MovedShipment, type MoveRefusal, moveShipment } from './move-shipment.ts';
import { type ChangedOrder, findOrderState, type OrderChangeRefusal } from './order-state.store.ts';

/** A move of an order's only shipment, identified by the order's number. */
export type OrderMove = { to: 'shipped' } | { to: 'delivered'; cash: CashAtDoor };

/**
 * Sends or hands over an order's last remaining shipment (DEC-137). If the order has several shipments, the call needs the number
 * of a shipment (`moveShipment`). A repeated call changes nothing.
 */
export async function moveOrder(
  db: Pick<Database, 'transaction' | 'write'>,
  { orderNumber, move, actor }: { orderNumber: string; move: OrderMove; actor: Actor },
  now: Date,
): Promise<
  Result<
    ChangedOrder & { moved: { shipment: MovedShipment; action: ShipmentAction } | null },
    OrderChangeRefusal | MoveRefusal
  >
> {
  const action: ShipmentAction =
    move.to === 'shipped'
      ? { kind: 'send', courier: null, trackingNumber: null }
      : { kind: 'deliver', cash: move.cash };
  const choice = { only: move.to === 'shipped' ? 'send' : 'deliver' } as const;
  const moved = await moveShipment(db, { orderNumber, choice, action, actor }, now);
  const state = isOrderNumber(orderNumber) ? await findOrderState(db.write, orderNumber) : undefined;
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  if (moved.ok) return ok({ ...state, isChanged: moved.value.isChanged, moved: { shipment: moved.value, action } });
  if (state.status === move.to && moved.error.code === 'SHIPMENT_NONE_LEFT')
    return ok({ ...state, isChanged: false, moved: null });
  return plainly.includes(moved.error.code) ? refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state }) : moved;
}

/** For these refusals the order's status is enough of an explanation. */
const plainly: readonly MoveRefusal['code'][] = ['SHIPMENT_NONE_LEFT', 'SHIPMENT_STANDS', 'TRANSITION_NOT_ALLOWED'];

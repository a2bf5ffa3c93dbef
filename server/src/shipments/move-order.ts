import type { Actor } from '@ceiba/domain/actors/actor';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import type { CashAtDoor, ShipmentDeed } from '@ceiba/domain/orders/shipment-deed';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type MovedShipment, type MoveRefusal, moveShipment } from './move-shipment.ts';
import { type ChangedOrder, findOrderState, type OrderChangeRefusal } from './order-state.store.ts';

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
): Promise<
  Result<
    ChangedOrder & { moved: { shipment: MovedShipment; deed: ShipmentDeed } | null },
    OrderChangeRefusal | MoveRefusal
  >
> {
  const deed: ShipmentDeed =
    move.to === 'shipped'
      ? { kind: 'send', courier: null, trackingNumber: null }
      : { kind: 'deliver', cash: move.cash };
  const choice = { only: move.to === 'shipped' ? 'send' : 'deliver' } as const;
  const moved = await moveShipment(db, { orderNumber, choice, deed, actor }, now);
  const state = isOrderNumber(orderNumber) ? await findOrderState(db.write, orderNumber) : undefined;
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  if (moved.ok) return ok({ ...state, isChanged: moved.value.isChanged, moved: { shipment: moved.value, deed } });
  if (state.status === move.to && moved.error.code === 'SHIPMENT_NONE_LEFT')
    return ok({ ...state, isChanged: false, moved: null });
  return plainly.includes(moved.error.code) ? refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state }) : moved;
}

/** Of these the order's own status says enough. */
const plainly: readonly MoveRefusal['code'][] = ['SHIPMENT_NONE_LEFT', 'SHIPMENT_STANDS', 'TRANSITION_NOT_ALLOWED'];

import type { Actor } from '@ceiba/domain/actors/actor';
import { isOrderNumber, type OrderStatus, statusesBefore } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/database.ts';
import { cancelOrder, findOrderState, moveOrderOn, type OrderState } from './order-states.store.ts';

/** What an operator may make of a placed order. */
export type OrderEnd = Extract<OrderStatus, 'shipped' | 'delivered' | 'canceled'>;

/** How the order stands now; `isChanged` false: it stood so before. */
export type ChangedOrder = OrderState & { isChanged: boolean };

export type OrderChangeRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** Its status does not lead there (DEC-137), it waits for its confirmation, or a part of it has left already. */
  | { code: 'ORDER_CHANGE_NOT_ALLOWED'; state: OrderState };

/**
 * Moves an order on (DEC-137): `shipped` and `delivered` one after the other, `canceled` before any of it is sent off, which gives
 * everything back. Each is one conditional update, so that of two at once one does it; done again it changes nothing.
 */
export async function changeOrder(
  { write }: Pick<Database, 'write'>,
  { orderNumber, to, actor }: { orderNumber: string; to: OrderEnd; actor: Actor },
  now: Date,
): Promise<Result<ChangedOrder, OrderChangeRefusal>> {
  if (!isOrderNumber(orderNumber)) return refuse({ code: 'ORDER_UNKNOWN' });
  const isChanged = await change(write, { orderNumber, to, actor }, now);
  const state = await findOrderState(write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  return isChanged || state.status === to
    ? ok({ ...state, isChanged })
    : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

const change = (
  tx: Tx,
  { orderNumber, to, actor }: { orderNumber: string; to: OrderEnd; actor: Actor },
  now: Date,
): Promise<boolean> => {
  const from = statusesBefore(to);
  return to === 'canceled'
    ? cancelOrder(tx, orderNumber, { from, actor }, now)
    : moveOrderOn(tx, orderNumber, { to, from, actor }, now);
};

import type { Actor } from '@ceiba/domain/actors/actor';
import { isOrderNumber, storePaymentLifeMs } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import type { ChangedOrder, OrderChangeRefusal } from './change-order.ts';
import { findOrderState } from './order-states.store.ts';
import { takeBackPayment } from './store-payment.store.ts';

/**
 * No till has the money of an order that was written as paid at its store: it waits for its payment again, or, its 48 hours
 * over (DEC-140), ends without a refund. What was canceled of it stays canceled, and is due at no till. One conditional change, refused
 * once a part of the order was sent off; done again it changes nothing.
 */
export async function unpayOrder(
  { write }: Pick<Database, 'write'>,
  { orderNumber, actor }: { orderNumber: string; actor: Actor },
  now: Date,
): Promise<Result<ChangedOrder, OrderChangeRefusal>> {
  if (!isOrderNumber(orderNumber)) return refuse({ code: 'ORDER_UNKNOWN' });
  const placedAfter = new Date(now.getTime() - storePaymentLifeMs);
  const isChanged = await takeBackPayment(write, { number: orderNumber, placedAfter, actor }, now);
  const state = await findOrderState(write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  const isUnpaid = isChanged || state.status === 'pending_payment';
  return isUnpaid ? ok({ ...state, isChanged }) : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

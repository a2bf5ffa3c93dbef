import type { Actor } from '@ceiba/domain/actors/actor';
import { isOrderNumber, storePaymentLifeMs } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import type { ChangedOrder, OrderChangeRefusal } from './change-order.ts';
import { findOrderState } from './order-states.store.ts';
import { payAtStore } from './store-payment.store.ts';
import { findOrderOfReceipt, keepClerk, keepReceipt, type TillReceipt } from './till-receipts.store.ts';

export type PayRefusal = OrderChangeRefusal | { code: 'RECEIPT_USED'; orderNumber: string };

/**
 * The till has taken the money of an order that is paid at the store (DEC-137, DEC-140), within its 48 hours. One
 * conditional update, so that of two at once one does it, and of payment and cancellation; done again it changes nothing,
 * but that an order which was paid without a receipt gets it, and a receipt without a name its clerk. A receipt pays one order of its till.
 */
export async function payOrder(
  { write }: Pick<Database, 'write'>,
  { orderNumber, till, actor }: { orderNumber: string; till: TillReceipt | null; actor: Actor },
  now: Date,
): Promise<Result<ChangedOrder, PayRefusal>> {
  if (!isOrderNumber(orderNumber)) return refuse({ code: 'ORDER_UNKNOWN' });
  const placedAfter = new Date(now.getTime() - storePaymentLifeMs);
  const isChanged = await payAtStore(write, { number: orderNumber, placedAfter, till, actor }, now);
  if (!isChanged && till !== null) {
    await keepReceipt(write, orderNumber, till, now);
    await keepClerk(write, orderNumber, till);
    const owner = await findOrderOfReceipt(write, orderNumber, till.receipt);
    if (owner !== undefined && owner !== orderNumber) return refuse({ code: 'RECEIPT_USED', orderNumber: owner });
  }
  const state = await findOrderState(write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  const isPaid = state.isStorePayment && !['pending_payment', 'canceled'].includes(state.status);
  return isPaid ? ok({ ...state, isChanged }) : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

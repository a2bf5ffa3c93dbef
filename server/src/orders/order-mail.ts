import { storePaymentLifeMs } from '@ceiba/domain/orders/order';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { OrderLinks } from '../notifications/order-confirmation.ts';
import { orderConfirmationMail } from '../notifications/order-confirmation-mail.ts';
import { storePaymentMail } from '../notifications/store-payment-mail.ts';
import type { KeyedMail } from '../notifications/write-mail.ts';
import type { PlacedOrder } from './order-confirmation.store.ts';

/** The first mail of an order: its confirmation, or until when to pay it at a store; null when it was canceled before: the other one tells all. */
export function firstMailOf(
  order: PlacedOrder,
  site: { publicUrl: string; policy: ShopPolicy },
  links: OrderLinks,
): KeyedMail | null {
  const { orderId, status, placedAt } = order;
  if (status === 'canceled') return null;
  if (status === 'pending_payment') {
    const payBefore = new Date(placedAt.getTime() + storePaymentLifeMs);
    return { dedupeKey: `store-payment:${orderId}`, ...storePaymentMail({ ...order, payBefore }, site, links) };
  }
  return { dedupeKey: `order-confirmation:${orderId}`, ...orderConfirmationMail(order, site, links) };
}

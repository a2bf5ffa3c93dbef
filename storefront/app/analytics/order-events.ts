import type { Cart } from '@ceiba/contract/carts';
import { purchaseEvent } from '@ceiba/domain/analytics/order-event';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import { amountOf } from '@ceiba/ui/price';
import { measureCart, measuredLines, pushEvent } from './ecommerce-events.ts';

/** Measures a failed purchase (ORD-08). */
export const measureFailedPurchase = (cart: Cart): void => measureCart('purchase_failed', cart);

/** Measures a purchase (ORD-11). The code of a points certificate is not a coupon and is not sent. */
export function measurePurchase(cart: Cart, orderNumber: string, paymentType: PaymentType): void {
  const total = amountOf(cart.prices.grandTotal.value);
  const shipping = amountOf(cart.prices.shipping.value);
  const order = {
    orderNumber,
    total,
    shipping,
    coupon: cart.certificate === null ? (cart.appliedCoupons[0]?.code ?? null) : null,
    paymentType,
    tax: amountOf(cart.prices.tax.value),
  };
  pushEvent(purchaseEvent(order, measuredLines(cart)));
}

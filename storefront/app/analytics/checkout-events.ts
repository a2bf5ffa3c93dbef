import type { Cart } from '@ceiba/contract/carts';
import { type AnalyticsEventName, ecommerceEvent, purchaseEvent } from '@ceiba/domain/analytics/ecommerce-item';
import { type Centavos, divideRounded, times } from '@ceiba/domain/money/money';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import { amountOf } from '../ui/price.tsx';
import { measuredLine } from './cart-events.ts';
import { pushEvent } from './data-layer.ts';

const measure = (event: AnalyticsEventName, cart: Cart): void =>
  pushEvent(ecommerceEvent(event, amountOf(cart.prices.grandTotal.value), cart.items.map(measuredLine)));

/** ANA-05: once per cart; the caller remembers. */
export const measureCheckoutStart = (cart: Cart): void => measure('begin_checkout', cart);

/** At each contact submit and change of step (ANA-05). */
export const measureCheckoutProgress = (cart: Cart): void => measure('checkout_progress', cart);

/** ORD-08. */
export const measureFailedPurchase = (cart: Cart): void => measure('purchase_failed', cart);

/** The VAT of 12 % that prices in Guatemala contain. */
const containedTax = (total: Centavos): Centavos => divideRounded(times(total, 12), 112);

/** ORD-11. */
export function measurePurchase(cart: Cart, orderNumber: string, paymentType: PaymentType): void {
  const total = amountOf(cart.prices.grandTotal.value);
  const order = {
    orderNumber,
    total,
    shipping: amountOf(cart.prices.shipping.value),
    coupon: cart.appliedCoupons[0]?.code ?? null,
    paymentType,
    tax: containedTax(total),
  };
  pushEvent(purchaseEvent(order, cart.items.map(measuredLine)));
}

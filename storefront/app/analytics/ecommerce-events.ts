import type { Cart, CartItem } from '@ceiba/contract/carts';
import {
  type AnalyticsEventName,
  ecommerceEvent,
  type MeasuredLine,
  purchaseEvent,
} from '@ceiba/domain/analytics/ecommerce-event';
import { type Centavos, divideRounded, times, zero } from '@ceiba/domain/money/money';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import { amountOf } from '../ui/price.tsx';

const priceOf = (item: CartItem): Centavos => amountOf(item.salesPrice?.value ?? 0);

const measuredLine = (item: CartItem): MeasuredLine => ({
  sku: item.sku,
  title: item.title,
  brand: item.brand.title,
  categories: item.categories.map((category) => category.title),
  salesPrice: priceOf(item),
  quantity: item.quantity,
});

/** CART-22: two events. */
export function measureRemoval(item: CartItem): void {
  const value = times(priceOf(item), item.quantity);
  pushEvent(ecommerceEvent('remove_from_cart', value, [measuredLine(item)]));
  pushEvent(ecommerceEvent('product_removed', value, [measuredLine(item)]));
}

const measure = (event: AnalyticsEventName, cart: Cart): void =>
  pushEvent(ecommerceEvent(event, amountOf(cart.prices.grandTotal.value), cart.items.map(measuredLine)));

/** AUTH-03. */
export const measureLogin = (): void => pushEvent(ecommerceEvent('login', zero, []));

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

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Hands an event to whatever measures; a failure there never reaches the shopper (ANA-06, DEC-160). */
function pushEvent(event: object): void {
  try {
    window.dataLayer = window.dataLayer ?? [];
    window.dataLayer.push(event);
  } catch (error) {
    console.warn('analytics', error);
  }
}

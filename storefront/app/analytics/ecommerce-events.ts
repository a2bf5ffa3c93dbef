import type { Cart, CartItem } from '@ceiba/contract/carts';
import { type AnalyticsEventName, ecommerceEvent, type MeasuredLine } from '@ceiba/domain/analytics/ecommerce-event';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { amountOf } from '@ceiba/ui/price';

export const priceOf = (item: CartItem): Centavos => amountOf(item.salesPrice?.value ?? 0);

export const measuredLine = (item: CartItem): MeasuredLine => ({
  sku: item.sku,
  title: item.title,
  brand: item.brand.title,
  categories: item.categories.map((category) => category.title),
  salesPrice: priceOf(item),
  quantity: item.quantity,
});

/** The measured lines of a cart, without the donation. A donation is no product, and the shop's own record of a purchase leaves it out too. */
export const measuredLines = ({ items }: Cart): MeasuredLine[] =>
  items.filter(({ kind }) => kind !== 'donation').map(measuredLine);

/** An event about a whole cart. */
export const measureCart = (event: AnalyticsEventName, cart: Cart): void =>
  pushEvent(ecommerceEvent(event, amountOf(cart.prices.grandTotal.value), measuredLines(cart)));

/** Measures a login (AUTH-03). */
export const measureLogin = (): void => pushEvent(ecommerceEvent('login', zero, []));

/** Measures the start of the checkout, once per cart; the caller makes sure of that (ANA-05). */
export const measureCheckoutStart = (cart: Cart): void => measureCart('begin_checkout', cart);

/** Called at each contact submit and change of step (ANA-05). */
export const measureCheckoutProgress = (cart: Cart): void => measureCart('checkout_progress', cart);

/** Measures the progress and GA4's own event when a delivery is accepted. */
export function measureDelivery(cart: Cart): void {
  measureCheckoutProgress(cart);
  measureCart('add_shipping_info', cart);
}

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/**
 * Passes an event to the data layer. GA4 merges items into the next event, so the previous event is cleared first. A failure never reaches the
 * shopper (ANA-06, DEC-160).
 */
export function pushEvent(event: object): void {
  try {
    window.dataLayer = window.dataLayer ?? [];
    window.dataLayer.push({ ecommerce: null }, event);
  } catch (error) {
    console.warn('analytics', error);
  }
}

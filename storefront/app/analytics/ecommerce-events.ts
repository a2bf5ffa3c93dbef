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

/** What was bought: a donation is no product, and the shop's own copy of a purchase has none either. */
export const measuredLines = ({ items }: Cart): MeasuredLine[] =>
  items.filter(({ kind }) => kind !== 'donation').map(measuredLine);

/** An event about a whole cart. */
export const measureCart = (event: AnalyticsEventName, cart: Cart): void =>
  pushEvent(ecommerceEvent(event, amountOf(cart.prices.grandTotal.value), measuredLines(cart)));

/** AUTH-03. */
export const measureLogin = (): void => pushEvent(ecommerceEvent('login', zero, []));

/** ANA-05: once per cart; the caller remembers. */
export const measureCheckoutStart = (cart: Cart): void => measureCart('begin_checkout', cart);

/** At each contact submit and change of step (ANA-05). */
export const measureCheckoutProgress = (cart: Cart): void => measureCart('checkout_progress', cart);

/** The same when a delivery is accepted, with GA4's name of it beside. */
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
 * Hands an event to whatever measures, as GA4 wants it: the one before is taken away first, else its items would be merged
 * into this one's. A failure there never reaches the shopper (ANA-06, DEC-160).
 */
export function pushEvent(event: object): void {
  try {
    window.dataLayer = window.dataLayer ?? [];
    window.dataLayer.push({ ecommerce: null }, event);
  } catch (error) {
    console.warn('analytics', error);
  }
}

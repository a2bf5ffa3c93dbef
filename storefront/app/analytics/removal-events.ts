import type { CartItem } from '@ceiba/contract/carts';
import { ecommerceEvent } from '@ceiba/domain/analytics/ecommerce-event';
import { times } from '@ceiba/domain/money/money';
import { measuredLine, priceOf, pushEvent } from './ecommerce-events.ts';

/** Measures a removal with two events (CART-22). */
export function measureRemoval(item: CartItem): void {
  const value = times(priceOf(item), item.quantity);
  pushEvent(ecommerceEvent('remove_from_cart', value, [measuredLine(item)]));
  pushEvent(ecommerceEvent('product_removed', value, [measuredLine(item)]));
}

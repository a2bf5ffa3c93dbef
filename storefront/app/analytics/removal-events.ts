import type { CartItem } from '@ceiba/contract/carts';
import { ecommerceEvent } from '@ceiba/domain/analytics/ecommerce-event';
import { times } from '@ceiba/domain/money/money';
import { measuredLine, priceOf, pushEvent } from './ecommerce-events.ts';

/** CART-22: two events. */
export function measureRemoval(item: CartItem): void {
  const value = times(priceOf(item), item.quantity);
  pushEvent(ecommerceEvent('remove_from_cart', value, [measuredLine(item)]));
  pushEvent(ecommerceEvent('product_removed', value, [measuredLine(item)]));
}

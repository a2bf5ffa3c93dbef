import type { CartItem } from '@ceiba/contract/carts';
import { ecommerceEvent, type MeasuredLine } from '@ceiba/domain/analytics/ecommerce-item';
import { type Centavos, times } from '@ceiba/domain/money/money';
import { amountOf } from '../ui/price.tsx';
import { pushEvent } from './data-layer.ts';

const priceOf = (item: CartItem): Centavos => amountOf(item.salesPrice?.value ?? 0);

export const measuredLine = (item: CartItem): MeasuredLine => ({
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

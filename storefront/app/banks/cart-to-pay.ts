import type { Cart } from '@ceiba/contract/carts';
import type { ToPay } from './bank-plans-query.ts';

/** The cart as something to pay. Its version has everything that changes what a card pays of it. */
export const cartToPay = ({ cartId, items, prices }: Pick<Cart, 'cartId' | 'items' | 'prices'>): ToPay => ({
  cartId,
  version: JSON.stringify([prices, items.map(({ sku, quantity }) => [sku, quantity])]),
});

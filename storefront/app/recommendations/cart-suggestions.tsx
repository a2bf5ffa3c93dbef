import type { Cart } from '@ceiba/contract/carts';

export function CartSuggestions({ cart }: { cart: Cart | null }) {
  return cart === null ? null : null;
}

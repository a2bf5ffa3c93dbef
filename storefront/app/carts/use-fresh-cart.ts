import { orderedCartWords } from '@ceiba/client/failure-words';
import type { Cart } from '@ceiba/contract/carts';
import { useEffect } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { forgetCartId } from './cart-store.ts';

/**
 * The cart while it can still change. Null for a cart that has ended without this page's knowledge (the answer to its order was lost, or
 * another device placed the order). This browser then forgets the cart. If the cart became an order, a message says so (DEC-72).
 */
export function useFreshCart(cart: Cart | null): Cart | null {
  useEffect(() => {
    if (!cart?.ended) return;
    forgetCartId(cart.id);
    if (cart.ended === 'ordered') showAlert({ id: 'cart-alerts', type: 'Info', ...orderedCartWords });
  }, [cart]);
  return cart?.ended ? null : cart;
}

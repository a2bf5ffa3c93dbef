import { orderedCartWords } from '@ceiba/client/failure-words';
import type { Cart } from '@ceiba/contract/carts';
import { useEffect } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { forgetCartId } from './cart-store.ts';

/**
 * The cart while it may still change. One that has ended where this page did not hear of it (the answer to its order got
 * lost, another device placed it) is none: this browser forgets it, and says so of an order (DEC-72).
 */
export function useFreshCart(cart: Cart | null): Cart | null {
  useEffect(() => {
    if (!cart?.ended) return;
    forgetCartId(cart.id);
    if (cart.ended === 'ordered') showAlert({ id: 'cart-alerts', type: 'Info', ...orderedCartWords });
  }, [cart]);
  return cart?.ended ? null : cart;
}

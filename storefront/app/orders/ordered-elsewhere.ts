import { useEffect } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { isKeptCart } from '../carts/cart-store.ts';
import { api } from '../platform/api.ts';
import { orderedCartWords } from '../platform/failure-words.ts';
import { readOpenLink } from '../platform/open-link.ts';

/**
 * Another tab that placed the order has forgotten the cart of both (DEC-192): the payment goes with it, and whoever was
 * typing a card there is told why (DEC-72). The page of a link speaks for itself.
 */
export function useOrderedElsewhere(cartId: string): void {
  useEffect(() => {
    if (readOpenLink() !== null) return;
    return () => {
      if (!isKeptCart(cartId)) void tellIfOrdered(cartId);
    };
  }, [cartId]);
}

async function tellIfOrdered(id: string): Promise<void> {
  const answer = await api('getCart', { params: { id } });
  if (answer.ok && answer.value.ended === 'ordered') {
    showAlert({ id: 'cart-alerts', type: 'Info', ...orderedCartWords });
  }
}

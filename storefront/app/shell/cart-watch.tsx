import { withQueries } from '@ceiba/client/query-provider';
import { shownAmount } from '@ceiba/ui/price';
import { useEffect } from 'react';
import { useCart } from '../carts/use-cart.ts';

/** The header's view of the cart. */
export interface HeaderCart {
  /** Units, the donation and lines that must go left out. */
  count: number;
  /** "Q947.00", or that there is nothing. */
  subtotal: string;
}

const emptyText = 'Vacío';

/** Tells the header what the cart of this browser holds; a script of its own, loaded only where there is a cart. */
export default withQueries(function CartWatch({ onChange }: { onChange: (cart: HeaderCart | null) => void }) {
  const { cart } = useCart();
  useEffect(() => {
    const subtotal = cart?.items.length === 0 ? emptyText : shownAmount(cart?.prices.subtotal.value ?? 0);
    onChange(cart && !cart.ended ? { count: cart.totalQuantity, subtotal } : null);
  }, [cart, onChange]);
  return null;
});

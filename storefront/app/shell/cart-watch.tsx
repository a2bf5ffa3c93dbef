import { withQueries } from '@ceiba/client/query-provider';
import { shownAmount } from '@ceiba/ui/price';
import { useEffect } from 'react';
import { useCart } from '../carts/use-cart.ts';

/** The header's view of the cart. */
export interface HeaderCart {
  /** Units, without the donation and lines that must be removed. */
  count: number;
  /** "Q947.00", or a text for an empty cart. */
  subtotal: string;
}

const emptyText = 'Vacío';

/** Reports the content of this browser's cart to the header. A separate script that loads only if the browser has a cart. */
export default withQueries(function CartWatch({ onChange }: { onChange: (cart: HeaderCart | null) => void }) {
  const { cart } = useCart();
  useEffect(() => {
    const subtotal = cart?.items.length === 0 ? emptyText : shownAmount(cart?.prices.subtotal.value ?? 0);
    onChange(cart && !cart.ended ? { count: cart.totalQuantity, subtotal } : null);
  }, [cart, onChange]);
  return null;
});

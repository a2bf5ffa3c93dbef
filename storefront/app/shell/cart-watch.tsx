import { withQueries } from '@ceiba/client/query-provider';
import { shownAmount } from '@ceiba/ui/price';
import { useEffect } from 'react';
import { useCart } from '../carts/use-cart.ts';

/** What the header says of the cart. */
export interface HeaderCart {
  /** Units, the donation left out. */
  count: number;
  /** "Q947.00". */
  subtotal: string;
}

/** Tells the header what the cart of this browser holds; a script of its own, loaded only where there is a cart. */
export default withQueries(function CartWatch({ onChange }: { onChange: (cart: HeaderCart | null) => void }) {
  const { cart } = useCart();
  useEffect(() => {
    onChange(
      cart && !cart.ended ? { count: cart.totalQuantity, subtotal: shownAmount(cart.prices.subtotal.value) } : null,
    );
  }, [cart, onChange]);
  return null;
});

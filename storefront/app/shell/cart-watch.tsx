import type { Cart } from '@ceiba/contract/carts';
import { useEffect } from 'react';
import { useCart } from '../carts/use-cart.ts';
import { withQueries } from '../platform/query-provider.tsx';

/** Tells the header what the cart of this browser holds; a script of its own, loaded only where there is a cart. */
export default withQueries(function CartWatch({ onChange }: { onChange: (cart: Cart | null) => void }) {
  const { cart } = useCart();
  useEffect(() => onChange(cart), [cart, onChange]);
  return null;
});

import type { Cart } from '@ceiba/contract/carts';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { productLines } from '../carts/cart-lines.ts';
import { forgetCartId } from '../carts/cart-store.ts';
import { useCart } from '../carts/use-cart.ts';
import { readOpenLink } from '../platform/open-link.ts';
import { clearFlag, hasFlag } from '../platform/session-flags.ts';
import { contentsOf } from './checkout-data.ts';
import { connectCheckout, takeCart, useCheckout } from './checkout-store.ts';

export type CheckoutCart =
  | { state: 'loading' }
  | { state: 'failed'; reload: () => void }
  | { state: 'ready'; cart: Cart };

/**
 * The cart of the checkout together with what was kept of it. An empty cart goes to `/cart` (CHK-16), and so does one that
 * is an order already, which is told there (DEC-72); another cart or other products or units start delivery anew (CHK-12).
 */
export function useCheckoutCart(): CheckoutCart {
  const navigate = useNavigate();
  const { cart, isLoading, isFailed, reload } = useCart();
  const isRestored = useCheckout((state) => state.isRestored);
  const isSettled = useCheckout(
    (state) => cart !== null && state.cartId === cart.id && state.cartContents === contentsOf(cart.items),
  );
  // What is typed lives in the page: a cart that another tab changes under it takes no form away that it need not (CHK-12).
  const [settled, setSettled] = useState<string>();
  if (cart && isSettled && settled !== cart.id) setSettled(cart.id);
  // A cart that ends while this page places its order is drawn until the confirmation stands; one that had ended before is none.
  const [living, setLiving] = useState<string>();
  // During a release an older server may answer, which does not say how a cart ended: then it lives.
  if (cart && !cart.ended && living !== cart.id) setLiving(cart.id);
  const isEmpty = !isLoading && !isFailed && (cart === null || cart.id !== living || productLines(cart).length === 0);
  useEffect(() => {
    connectCheckout(readOpenLink() === null ? 'own' : 'link');
    // Left over from an order whose confirmation was never shown: nothing is under way in a checkout that opens.
    clearFlag('confirmationFromCheckout');
  }, []);
  const isShown = cart !== null && settled === cart.id;
  useEffect(() => {
    if (isRestored && cart !== null && !isShown) takeCart(cart.id, contentsOf(cart.items));
  }, [isRestored, cart, isShown]);
  // Before it is painted: no payment is seen beside a cart that its delivery was not chosen for. What is drawn for the first time
  // is drawn in a task of its own (record 0036).
  useLayoutEffect(() => {
    if (isRestored && cart !== null && isShown) takeCart(cart.id, contentsOf(cart.items));
  }, [isRestored, cart, isShown]);
  // Another copy of the link was ordered (DEC-213): its page says so.
  const closedCopy = cart?.ended === 'closed' && readOpenLink()?.cartId === cart.id ? cart.id : null;
  useEffect(() => {
    if (closedCopy !== null) forgetCartId(closedCopy);
  }, [closedCopy]);
  useEffect(() => {
    // A placed order closes its cart while the way to the confirmation is under way.
    // The page of a link says so itself.
    if (isEmpty && readOpenLink() === null && !hasFlag('confirmationFromCheckout'))
      void navigate('/cart', { replace: true });
  }, [isEmpty, navigate]);
  if (isFailed) return { state: 'failed', reload };
  const isReady = isSettled || isShown;
  return cart !== null && !isEmpty && isRestored && isReady ? { state: 'ready', cart } : { state: 'loading' };
}

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
 * The cart of the checkout with its stored data. Redirects to `/cart` if the cart is empty (CHK-16), or if the cart is already an order,
 * which the cart page reports (DEC-72). If the cart is another one, or its products or units have changed, delivery starts again (CHK-12).
 */
export function useCheckoutCart(): CheckoutCart {
  const navigate = useNavigate();
  const { cart, isLoading, isFailed, reload } = useCart();
  const isRestored = useCheckout((state) => state.isRestored);
  const isSettled = useCheckout(
    (state) => cart !== null && state.cartId === cart.id && state.cartContents === contentsOf(cart.items),
  );
  // Typed text lives in the page. If another tab changes the cart, only the affected forms are removed (CHK-12).
  const [settled, setSettled] = useState<string>();
  if (cart && isSettled && settled !== cart.id) setSettled(cart.id);
  // A cart that ends while this page places its order stays rendered until the confirmation shows. A cart that had ended earlier counts as
  // no cart.
  const [living, setLiving] = useState<string>();
  // During a release an older server may answer without `ended`. Then the cart counts as open.
  if (cart && !cart.ended && living !== cart.id) setLiving(cart.id);
  const isEmpty = !isLoading && !isFailed && (cart === null || cart.id !== living || productLines(cart).length === 0);
  useEffect(() => {
    connectCheckout(readOpenLink() === null ? 'own' : 'link');
    // Clears the flag of an order whose confirmation was never shown. A checkout that opens has no pending order.
    clearFlag('confirmationFromCheckout');
  }, []);
  const isShown = cart !== null && settled === cart.id;
  useEffect(() => {
    if (isRestored && cart !== null && !isShown) takeCart(cart.id, contentsOf(cart.items));
  }, [isRestored, cart, isShown]);
  // Runs before painting, so that the page never shows a payment beside a cart for which its delivery was not chosen. The first rendering
  // runs in its own task (record 0036).
  useLayoutEffect(() => {
    if (isRestored && cart !== null && isShown) takeCart(cart.id, contentsOf(cart.items));
  }, [isRestored, cart, isShown]);
  // Another copy of the link was ordered, which the link's page reports (DEC-213).
  const closedCopy = cart?.ended === 'closed' && readOpenLink()?.cartId === cart.id ? cart.id : null;
  useEffect(() => {
    if (closedCopy !== null) forgetCartId(closedCopy);
  }, [closedCopy]);
  useEffect(() => {
    // A placed order closes its cart before the confirmation opens. A link's page reports the end itself.
    if (isEmpty && readOpenLink() === null && !hasFlag('confirmationFromCheckout'))
      void navigate('/cart', { replace: true });
  }, [isEmpty, navigate]);
  if (isFailed) return { state: 'failed', reload };
  const isReady = isSettled || isShown;
  return cart !== null && !isEmpty && isRestored && isReady ? { state: 'ready', cart } : { state: 'loading' };
}

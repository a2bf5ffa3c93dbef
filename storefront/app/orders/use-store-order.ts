import type { Cart } from '@ceiba/contract/carts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import type { Billing } from '../billing/use-billing.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { missingCart } from '../carts/cart-call.ts';
import { forgetCartId } from '../carts/cart-store.ts';
import { cartKey, refreshCart } from '../carts/use-cart.ts';
import { resetCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { api } from '../platform/api.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { measureOrder } from './measure-order.ts';
import { placeStoreOrder, type StorePlacement } from './place-store-order.ts';
import { type Refusals, useRefusals } from './refused-order.ts';

export interface StoreOrder {
  place: () => void;
  isPlacing: boolean;
  /** No number came back: to be tried again; the flag has no word of its own (ADV-16, DIF-45). */
  hasFailed: boolean;
  /** Of the order that stands; it is shown for 8 s, then the home page follows (ADV-15, DEC-42). */
  orderNumber: string | null;
}

/** DEC-42, in milliseconds. */
const shownMs = 8_000;

/** An advisor's order that its buyer pays at the store. */
export function useStoreOrder(cart: Cart, billing: Billing): StoreOrder {
  const policy = usePolicy();
  const [state, setState] = useState<'idle' | 'placing' | 'failed'>('idle');
  const [orderNumber, setOrderNumber] = useState<string | null>(null);
  const isBusy = useRef(false);
  const { tell, cancelReload } = useRefusals();
  const conclude = useConclusion(cart, setOrderNumber, tell);
  useEndAtHome(cart.id, orderNumber);
  const run = async (): Promise<void> => {
    const checkout = useCheckout.getState();
    const { contact } = checkout;
    if (contact === null) return;
    const forms = { cart, checkout, contact, billing: billing.form.getValues() };
    cancelReload();
    setState('placing');
    const placement = await placeStoreOrder(api, forms, policy, solveCaptcha);
    await conclude(placement);
    setState(placement.kind === 'placed' ? 'idle' : 'failed');
  };
  const place = (): void => {
    if (isBusy.current || orderNumber !== null) return;
    isBusy.current = true;
    void run().finally(() => {
      isBusy.current = false;
    });
  };
  return { place, isPlacing: state === 'placing', hasFailed: state === 'failed', orderNumber };
}

function useConclusion(cart: Cart, onPlaced: (orderNumber: string) => void, tell: Refusals['tell']) {
  const queryClient = useQueryClient();
  return async (placement: StorePlacement): Promise<void> => {
    switch (placement.kind) {
      case 'placed':
        measureOrder(cart, placement.orderNumber, 'StorePayment');
        return onPlaced(placement.orderNumber);
      case 'refused':
        tell(placement.alert, cart);
        return refreshCart(queryClient, cart.id);
      case 'cartGone':
        showAlert({ id: 'cart-alerts', type: 'Error', ...missingCart });
        return forgetCartId(cart.id);
      case 'failed':
        return;
    }
  };
}

/** Home after the order has been shown; whoever leaves before leaves its cart behind, too (ORD-15). */
function useEndAtHome(cartId: string, orderNumber: string | null): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (orderNumber === null) return;
    const timer = setTimeout(() => void navigate('/', { replace: true }), shownMs);
    return () => {
      clearTimeout(timer);
      // The checkout has drawn it until now.
      forgetCartId(cartId);
      resetCheckout();
      queryClient.removeQueries({ queryKey: cartKey(cartId) });
    };
  }, [orderNumber, cartId, navigate, queryClient]);
}

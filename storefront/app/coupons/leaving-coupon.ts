import type { Cart } from '@ceiba/contract/carts';
import { couponRemovalDelayMs } from '@ceiba/domain/coupons/coupon-removal';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { announceCartChange } from '../carts/cart-changes.ts';
import { refreshCart } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { isShoppersReload } from '../platform/page-load.ts';
import { appliedCouponCode } from './applied-coupon.ts';

/** Whoever leaves does not wait longer for a coupon to be taken off. Milliseconds. */
const longestWaitMs = 3_000;

/** Takes the coupon off; should the server not answer, it stays on, and the cart says so. */
async function giveCouponBack(queryClient: QueryClient, id: string): Promise<void> {
  const answer = await api('removeCoupon', { params: { id } }, { signal: AbortSignal.timeout(longestWaitMs) });
  if (!answer.ok) return;
  announceCartChange(id);
  void refreshCart(queryClient, id);
}

/** The load of this page has been looked at: a reload takes a coupon off once. */
let isLoadJudged = false;

/** CHK-13, DEC-214: after a reload of the shopper's of a page that shows the cart's totals an applied coupon is taken off. */
export function useCouponAfterReload(cart: Cart): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isLoadJudged) return;
    isLoadJudged = true;
    if (isShoppersReload() && appliedCouponCode(cart) !== null) {
      setTimeout(() => void giveCouponBack(queryClient, cart.id), couponRemovalDelayMs);
    }
  }, [cart, queryClient]);
}

/**
 * CHK-14: the checkout's logo takes an applied coupon off and leads home then. A press that opens another tab leaves
 * nothing.
 */
export function useLeavingByLogo(cart: Cart | null): (event: MouseEvent) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (event) => {
    const isLeaving = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (cart === null || appliedCouponCode(cart) === null || !isLeaving) return;
    event.preventDefault();
    void giveCouponBack(queryClient, cart.id).then(() => navigate('/'));
  };
}

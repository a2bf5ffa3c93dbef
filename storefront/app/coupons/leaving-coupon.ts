import type { Cart } from '@ceiba/contract/carts';
import { couponRemovalDelayMs } from '@ceiba/domain/coupons/coupon-removal';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { announceCartChange } from '../carts/cart-changes.ts';
import { refreshCart } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { isElsewhere } from '../platform/is-elsewhere.ts';
import { isShoppersReload } from '../platform/page-load.ts';
import { appliedCouponCode } from './applied-coupon.ts';

/** Milliseconds. A shopper who leaves waits no longer than this for the removal of a coupon. */
const longestWaitMs = 3_000;

/** Removes the coupon. If the server does not answer, the coupon stays, and the cart shows it. */
async function giveCouponBack(queryClient: QueryClient, id: string): Promise<void> {
  const answer = await api('removeCoupon', { params: { id } }, { signal: AbortSignal.timeout(longestWaitMs) });
  if (!answer.ok) return;
  announceCartChange(id);
  void refreshCart(queryClient, id);
}

/** True once this page load was checked: a reload removes a coupon only once. */
let isLoadJudged = false;

/** Removes an applied coupon after the shopper reloads a page with the cart's totals (CHK-13, DEC-214). */
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

/** The checkout's logo removes an applied coupon and then leads home (CHK-14). A press that opens another tab removes nothing. */
export function useLeavingByLogo(cart: Cart | null): (event: MouseEvent) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (event) => {
    if (cart === null || appliedCouponCode(cart) === null || isElsewhere(event)) return;
    event.preventDefault();
    void giveCouponBack(queryClient, cart.id).then(() => navigate('/'));
  };
}

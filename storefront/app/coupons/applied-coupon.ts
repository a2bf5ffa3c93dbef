import type { Cart } from '@ceiba/contract/carts';

/** The promotional coupon of a cart: the code in its slot that is no points certificate (DIF-33). Null if there is none. */
export const appliedCouponCode = ({ appliedCoupons, prices }: Cart): string | null =>
  prices.discounts.some(({ id }) => id === 'DISCOUNT_UNDEFINED') ? (appliedCoupons[0]?.code ?? null) : null;

import type { Cart } from '@ceiba/contract/carts';

/** The promotional coupon of a cart: the code in its slot that is not a points certificate (DIF-33). Null without a coupon. */
export const appliedCouponCode = ({ appliedCoupons, prices }: Cart): string | null =>
  prices.discounts.some(({ id }) => id === 'DISCOUNT_UNDEFINED') ? (appliedCoupons[0]?.code ?? null) : null;

import type { Cart } from '@ceiba/contract/carts';

/** The promotional coupon of a cart: what stands in its slot and is no points certificate (DIF-33); null = none. */
export const appliedCouponCode = ({ appliedCoupons, prices }: Cart): string | null =>
  prices.discounts.some(({ id }) => id === 'DISCOUNT_UNDEFINED') ? (appliedCoupons[0]?.code ?? null) : null;

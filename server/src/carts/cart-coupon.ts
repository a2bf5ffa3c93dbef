import { type Coupon, type CouponUses, couponProblem, isCouponUsable } from '@ceiba/domain/coupons/coupon';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { CartStatus } from './cart-snapshot.ts';

/** The result of `coupon_facts`; amounts in centavos. */
export interface CouponColumn {
  code: string;
  label: string;
  percentBasisPoints: number | null;
  amount: number | null;
  cap: number | null;
  minimumSubtotal: number;
  startsAt: string | null;
  endsAt: string | null;
  totalLimit: number | null;
  customerLimit: number | null;
  uses: number;
  customerUses: number;
}

const amountOf = (value: number | null): Centavos | null => (value === null ? null : centavos(value));

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Parses a coupon and the number of its uses. */
export const toCoupon = (column: CouponColumn): Coupon & CouponUses => ({
  code: column.code,
  label: column.label,
  value:
    column.percentBasisPoints === null
      ? { kind: 'fixed', amount: centavos(column.amount ?? 0) }
      : { kind: 'percent', basisPoints: column.percentBasisPoints },
  cap: amountOf(column.cap),
  minimumSubtotal: centavos(column.minimumSubtotal),
  startsAt: momentOf(column.startsAt),
  endsAt: momentOf(column.endsAt),
  totalLimit: column.totalLimit,
  customerLimit: column.customerLimit,
  uses: column.uses,
  customerUses: column.customerUses,
});

/**
 * Returns a function that explains why the coupon takes nothing off a base amount. The function returns null if the
 * coupon reduces the amount. Null instead of a function if the cart has no coupon or is not open.
 */
export function problemOfCoupon(
  status: CartStatus,
  column: CouponColumn | null,
  now: Date,
): ((base: Centavos) => string | null) | null {
  if (column === null || status !== 'open') return null;
  const coupon = toCoupon(column);
  return (base) => couponProblem(coupon, base, now);
}

/**
 * Returns the coupon of a cart. Null if no further order may use the coupon (DEC-78). While the cart is in placement,
 * its own order uses the coupon. The coupon's limits then no longer matter.
 */
export function couponOfCart(status: CartStatus, column: CouponColumn | null, now: Date): Coupon | null {
  if (column === null) return null;
  const coupon = toCoupon(column);
  return status !== 'open' || isCouponUsable(coupon, coupon, now) ? coupon : null;
}

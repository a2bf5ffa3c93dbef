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

/** A coupon and how often it was used. */
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

/** Explains why the coupon in an open cart's slot takes nothing off, by the amount that it would apply to; null if it takes something off. */
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
 * The coupon of a cart; null if no further order may use it (DEC-78). Once the cart is being ordered, its own order has used the coupon,
 * so the coupon's limits no longer matter.
 */
export function couponOfCart(status: CartStatus, column: CouponColumn | null, now: Date): Coupon | null {
  if (column === null) return null;
  const coupon = toCoupon(column);
  return status !== 'open' || isCouponUsable(coupon, coupon, now) ? coupon : null;
}

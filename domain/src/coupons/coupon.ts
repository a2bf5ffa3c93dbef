import { type AppliedCoupon, couponDiscount } from '../carts/cart-totals.ts';
import type { Centavos } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';

/** DEC-78. Limits are null where there is none. */
export interface Coupon extends AppliedCoupon {
  startsAt: Date | null;
  endsAt: Date | null;
  totalLimit: number | null;
  customerLimit: number | null;
}

export interface CouponUse {
  now: Date;
  /** A promotional coupon or a points certificate is on the cart already (DIF-33). */
  isSlotTaken: boolean;
  subtotal: Centavos;
  /** Own merchandise: what the coupon applies to. */
  firstPartyBase: Centavos;
  /** Orders that used it, in all and by this customer. */
  uses: number;
  customerUses: number;
}

export type CouponRefusal =
  | { code: 'COUPON_NOT_FOUND' }
  | { code: 'COUPON_ALREADY_APPLIED' }
  | { code: 'COUPON_NOT_STARTED'; startsAt: Date }
  | { code: 'COUPON_EXPIRED' }
  | { code: 'COUPON_LIMIT_REACHED'; limit: number }
  | { code: 'COUPON_CUSTOMER_LIMIT_REACHED'; limit: number }
  | { code: 'COUPON_BELOW_MINIMUM'; minimum: Centavos }
  | { code: 'COUPON_NOT_APPLICABLE' };

/** Codes are compared without case and outer spaces (DEC-78). */
export const normalizeCouponCode = (code: string): string => code.trim().toUpperCase();

/**
 * The discount of a coupon on a cart, or why it cannot be applied (DEC-78). `coupon` null = the code is unknown. An
 * unknown code is told before a taken slot; both moments of its time belong to it; a coupon that would take nothing
 * off, because there is no own merchandise, is refused. Uses are counted at order creation, not here (CUP-11).
 */
export function applyCoupon(coupon: Coupon | null, use: CouponUse): Result<Centavos, CouponRefusal> {
  if (coupon === null) return refuse({ code: 'COUPON_NOT_FOUND' });
  if (use.isSlotTaken) return refuse({ code: 'COUPON_ALREADY_APPLIED' });
  const refusal = validityRefusal(coupon, use);
  if (refusal !== null) return refuse(refusal);
  const discount = couponDiscount(coupon, use.firstPartyBase, use.subtotal);
  return discount > 0 ? ok(discount) : refuse({ code: 'COUPON_NOT_APPLICABLE' });
}

function validityRefusal(coupon: Coupon, use: CouponUse): CouponRefusal | null {
  const { startsAt, endsAt, totalLimit, customerLimit, minimumSubtotal } = coupon;
  if (startsAt !== null && use.now < startsAt) return { code: 'COUPON_NOT_STARTED', startsAt };
  if (endsAt !== null && use.now > endsAt) return { code: 'COUPON_EXPIRED' };
  if (totalLimit !== null && use.uses >= totalLimit) return { code: 'COUPON_LIMIT_REACHED', limit: totalLimit };
  if (customerLimit !== null && use.customerUses >= customerLimit) {
    return { code: 'COUPON_CUSTOMER_LIMIT_REACHED', limit: customerLimit };
  }
  return use.subtotal < minimumSubtotal ? { code: 'COUPON_BELOW_MINIMUM', minimum: minimumSubtotal } : null;
}

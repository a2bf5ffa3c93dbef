import type { StockedLine } from '../carts/cart-line.ts';
import { type AppliedCoupon, couponDiscount } from '../carts/cart-totals.ts';
import { hasLineToRemove } from '../carts/line-removal.ts';
import { visibleText } from '../customers/plain-text.ts';
import { guatemalaDate } from '../dates/civil-date.ts';
import { formatDate } from '../dates/spanish-date.ts';
import { type Centavos, formatQ, subtract } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';

/** A coupon (DEC-78). Null = no limit. */
export interface Coupon extends AppliedCoupon {
  startsAt: Date | null;
  endsAt: Date | null;
  totalLimit: number | null;
  customerLimit: number | null;
}

/** Number of orders that used a coupon, in total and by one customer: integers ≥ 0. */
export interface CouponUses {
  uses: number;
  customerUses: number;
}

export interface CouponUse extends CouponUses {
  now: Date;
  /** True if the cart already has a promotional coupon or a points certificate (DIF-33). */
  isSlotTaken: boolean;
  /** Amount of own merchandise. The coupon and its minimum apply to this amount (DEC-198). */
  firstPartyBase: Centavos;
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

/** Returns the text next to the fixed text of a refusal: the failed condition, and the difference. */
export function couponConditionText(refusal: CouponRefusal, coupon: Coupon | null, base: Centavos): string {
  const ended = coupon?.endsAt ?? null;
  switch (refusal.code) {
    case 'COUPON_NOT_FOUND':
      return 'No encontramos este cupón: revisa cómo está escrito.';
    case 'COUPON_ALREADY_APPLIED':
      return 'Ya hay un cupón aplicado: quítalo para usar este.';
    case 'COUPON_NOT_STARTED':
      return `Este cupón vale desde el ${formatDate(guatemalaDate(refusal.startsAt))}.`;
    case 'COUPON_EXPIRED':
      return ended === null ? 'Este cupón ya venció.' : `Este cupón venció el ${formatDate(guatemalaDate(ended))}.`;
    case 'COUPON_LIMIT_REACHED':
      return 'Este cupón ya se usó todas las veces disponibles.';
    case 'COUPON_CUSTOMER_LIMIT_REACHED':
      return refusal.limit === 1
        ? 'Este cupón es para una sola compra y ya lo usaste con tu correo.'
        : `Este cupón es para ${refusal.limit} compras y ya lo usaste en todas con tu correo.`;
    case 'COUPON_BELOW_MINIMUM':
      return `Este cupón es para compras desde ${formatQ(refusal.minimum)} en productos de la tienda: te faltan ${formatQ(subtract(refusal.minimum, base))}.`;
    case 'COUPON_NOT_APPLICABLE':
      return 'Este cupón descuenta solo productos de la tienda, y tu carrito no tiene.';
  }
}

/** Normalizes a code for comparison: ignores case, outer spaces and invisible characters (DEC-78). */
export const normalizeCouponCode = (code: string): string => visibleText(code).toUpperCase();

/**
 * Returns the discount of a coupon on a cart, or the reason for a refusal (DEC-78). `coupon` is null if the code is
 * unknown. An unknown code is reported even if the cart's slot is taken. The coupon is also valid at its start time and
 * end time. A coupon is refused if the cart has no own merchandise to discount. Uses are counted at order creation, not
 * here (CUP-11).
 */
export function applyCoupon(coupon: Coupon | null, use: CouponUse): Result<Centavos, CouponRefusal> {
  if (coupon === null) return refuse({ code: 'COUPON_NOT_FOUND' });
  if (use.isSlotTaken) return refuse({ code: 'COUPON_ALREADY_APPLIED' });
  const refusal = validityRefusal(coupon, use);
  if (refusal !== null) return refuse(refusal);
  const discount = couponDiscount(coupon, use.firstPartyBase);
  return discount > 0 ? ok(discount) : refuse({ code: 'COUPON_NOT_APPLICABLE' });
}

function validityRefusal(coupon: Coupon, use: CouponUse): CouponRefusal | null {
  const { minimumSubtotal } = coupon;
  const refusal = refusalOfUse(coupon, use);
  if (refusal !== null) return refusal;
  return use.firstPartyBase < minimumSubtotal ? { code: 'COUPON_BELOW_MINIMUM', minimum: minimumSubtotal } : null;
}

/**
 * Checks time and limits of a coupon, but not the cart. `is_coupon_over` in the database applies the same rule without
 * reasons.
 */
function refusalOfUse(coupon: Coupon, { now, uses, customerUses }: CouponUses & { now: Date }): CouponRefusal | null {
  const { startsAt, endsAt, totalLimit, customerLimit } = coupon;
  if (startsAt !== null && now < startsAt) return { code: 'COUPON_NOT_STARTED', startsAt };
  if (endsAt !== null && now > endsAt) return { code: 'COUPON_EXPIRED' };
  if (totalLimit !== null && uses >= totalLimit) return { code: 'COUPON_LIMIT_REACHED', limit: totalLimit };
  if (customerLimit !== null && customerUses >= customerLimit) {
    return { code: 'COUPON_CUSTOMER_LIMIT_REACHED', limit: customerLimit };
  }
  return null;
}

/**
 * Returns whether one more order may use a coupon now (DEC-78). Every read of a cart checks this, because the coupon
 * may have expired or been used up since its application.
 */
export const isCouponUsable = (coupon: Coupon, uses: CouponUses, now: Date): boolean =>
  refusalOfUse(coupon, { ...uses, now }) === null;

/** Returns why a coupon in the cart takes nothing off now. Null if the coupon applies. */
export function couponProblem(coupon: Coupon & CouponUses, base: Centavos, now: Date): string | null {
  const applied = applyCoupon(coupon, { ...coupon, now, isSlotTaken: false, firstPartyBase: base });
  return applied.ok ? null : couponConditionText(applied.error, coupon, base);
}

/** Returns the text about a coupon that has left the cart since it was applied. */
export const lostCouponText = (code: string, condition: string): string => `${code} ya no se aplica. ${condition}`;

/** The states of the coupon box (CUP-03). Null without a state. */
export type CouponBoxState = 'success' | 'error' | 'used' | 'remove_error';

/** The exact texts of CUP-07..CUP-10 (DIF-05). */
export const couponBoxTexts: Record<CouponBoxState, string> = {
  success: 'Cupon aplicado',
  error: 'Codigo de cupon no valido. Intentalo de nuevo.',
  used: 'Codigo de cupon ya utilizado. Intenta con otro cupon.',
  remove_error: 'No fue posible borrar el cupon. Intenta de nuevo.',
};

/** Milliseconds for which an error of the coupon box shows (CONST-04). */
export const couponErrorMs = 5_000;

/** The storefront recognises this case by the beginning of the message (DEC-78, CUP-09). */
export const alreadyAppliedMessage = 'A coupon is already applied to this cart';
const alreadyAppliedPrefix = 'A coupon is already applied';

/** Returns the state after the call that applies a coupon. `message`: the server's message, null without a response. */
export function stateAfterApply(isApplied: boolean, message: string | null): CouponBoxState {
  if (isApplied) return 'success';
  return message?.startsWith(alreadyAppliedPrefix) ? 'used' : 'error';
}

/** Returns after how many milliseconds a state clears. Error states clear after 5 seconds (CUP-04). Null if the state stays. */
export const couponStateMs = (state: CouponBoxState): number | null => (state === 'success' ? null : couponErrorMs);

/** Returns whether the box is visible. It is hidden if the flag is off, the cart is empty, or an item has to be removed (CUP-02). */
export const isCouponBoxVisible = (isCouponFlagOn: boolean, lines: readonly StockedLine[]): boolean =>
  isCouponFlagOn && lines.length > 0 && !hasLineToRemove(lines);

/** True while the code is empty (CUP-01). */
export const isApplyDisabled = (code: string): boolean => code.trim() === '';

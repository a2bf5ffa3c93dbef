import type { StockedLine } from '../carts/cart-line.ts';
import { hasLineToRemove } from '../carts/must-remove.ts';

/** CUP-03; "none" is null. */
export type CouponBoxState = 'success' | 'error' | 'used' | 'remove_error';

/** CUP-07..CUP-10, verbatim (DIF-05). */
export const couponBoxTexts: Record<CouponBoxState, string> = {
  success: 'Cupon aplicado',
  error: 'Codigo de cupon no valido. Intentalo de nuevo.',
  used: 'Codigo de cupon ya utilizado. Intenta con otro cupon.',
  remove_error: 'No fue posible borrar el cupon. Intenta de nuevo.',
};

/** CONST-04, CONST-05, in milliseconds. */
export const couponErrorMs = 5_000;
export const couponRemovalDelayMs = 500;

/** DEC-78; the storefront knows the case by its beginning (CUP-09). */
export const alreadyAppliedMessage = 'A coupon is already applied to this cart';
const alreadyAppliedPrefix = 'A coupon is already applied';

/** The state after the call to apply; `message` is the server's, null without an answer. */
export function stateAfterApply(isApplied: boolean, message: string | null): CouponBoxState {
  if (isApplied) return 'success';
  return message?.startsWith(alreadyAppliedPrefix) ? 'used' : 'error';
}

/** Error states clear after 5 seconds (CUP-04); null = the state stays. */
export const couponStateMs = (state: CouponBoxState): number | null => (state === 'success' ? null : couponErrorMs);

/** CUP-02: off, empty cart, or an item to remove. */
export const isCouponBoxVisible = (isCouponFlagOn: boolean, lines: readonly StockedLine[]): boolean =>
  isCouponFlagOn && lines.length > 0 && !hasLineToRemove(lines);

/** CUP-01. */
export const isApplyDisabled = (code: string): boolean => code.trim() === '';

import type { applyCoupon as applyCouponCall } from '@ceiba/contract/coupons';
import { applyCoupon, type CouponRefusal, normalizeCouponCode } from '@ceiba/domain/coupons/coupon';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { answerRefusal } from '../carts/cart-refusal.ts';
import type { CartSnapshot } from '../carts/cart-snapshot.ts';
import { getChangedCart } from '../carts/read-cart.store.ts';
import { commitIfOk } from '../platform/commit-if-ok.ts';
import type { Database } from '../platform/database.ts';
import type { RefusalOf } from '../platform/route.ts';
import { type PutCoupon, putCoupon } from './coupons.store.ts';

export interface CouponCall {
  cartId: string;
  /** As typed: case and outer spaces do not matter (DEC-78). */
  couponCode: string;
}

type ApplyRefusal = RefusalOf<typeof applyCouponCall>;

export interface AppliedCouponAnswer {
  code: string;
  discount: Centavos;
  label: string;
}

/**
 * Applies a coupon to a cart (API-40), in one transaction that a refusal undoes: put into the slot, the cart as it is now
 * priced, judged. The coupon that is applied already is answered again, so that a call that comes twice does no harm;
 * one that no longer takes anything off gives its place to the next.
 */
export const applyCouponToCart = (
  db: Database,
  call: CouponCall,
  { now, policy, viewerId }: { now: Date; policy: ShopPolicy; viewerId?: string },
): Promise<Result<AppliedCouponAnswer, ApplyRefusal>> =>
  commitIfOk(db, async (tx): Promise<Result<AppliedCouponAnswer, ApplyRefusal>> => {
    const put = await putCoupon(tx, call.cartId, normalizeCouponCode(call.couponCode), now);
    if ('refusal' in put) return answerRefusal(tx, { cartId: call.cartId, viewerId }, put.refusal);
    const { offered, held } = put;
    const cart = await getChangedCart(tx, call.cartId, now, policy);
    const isSlotTaken = held !== null && held.code !== offered.code && judge(held, cart, now, false).ok;
    const judged = judge(offered, cart, now, isSlotTaken);
    if (!judged.ok) return refuse(refusalOf(judged.error));
    return ok({ code: offered.code, discount: judged.value, label: offered.label });
  });

const judge = (coupon: PutCoupon, { totals }: CartSnapshot, now: Date, isSlotTaken: boolean) =>
  applyCoupon(coupon, {
    now,
    isSlotTaken,
    firstPartyBase: totals.firstPartyBase,
    uses: coupon.uses,
    customerUses: coupon.customerUses,
  });

const refusalOf = (refusal: CouponRefusal): ApplyRefusal =>
  refusal.code === 'COUPON_BELOW_MINIMUM'
    ? {
        code: refusal.code,
        message: `Este cupón es para compras desde ${formatQ(refusal.minimum)} en productos de la tienda.`,
      }
    : { code: refusal.code };

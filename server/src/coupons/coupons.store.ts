import type { applyCoupon as applyCouponCall } from '@ceiba/contract/coupons';
import {
  applyCoupon,
  type CouponRefusal,
  couponConditionText,
  normalizeCouponCode,
} from '@ceiba/domain/coupons/coupon';
import { type Centavos, formatQ, zero } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type CouponColumn, toCoupon } from '../carts/cart-coupon.ts';
import { answerRefusal } from '../carts/cart-refusal.ts';
import type { CartSnapshot } from '../carts/cart-snapshot.ts';
import type { LockRefusal } from '../carts/carts.store.ts';
import { getChangedCart } from '../carts/read-cart.store.ts';
import { commitIfOk, type Database, statement, type Tx } from '../platform/db/database.ts';
import type { RefusalOf } from '../platform/http/route.ts';

type PutRefusal = LockRefusal | 'FEATURE_DISABLED' | 'COUPON_NOT_FOUND' | 'COUPON_ALREADY_APPLIED';

const callPut = statement<
  { refusal: PutRefusal | null; offered: CouponColumn | null; held: CouponColumn | null; uses_by: number | null },
  [cart: string, code: string, now: Date, email: string | null]
>(
  'coupons.put',
  `select refusal, offered, held, case when $4::text is not null then coupon_uses_by($2, $4)::int end as uses_by
   from put_cart_coupon($1, $2, $3)`,
);

type PutCoupon = ReturnType<typeof toCoupon>;

/**
 * Puts a coupon into a cart's slot under the cart's lock, for the caller to judge and to undo; `held` is the coupon that
 * stood there before, null = none. With a refusal nothing was written. `code`: as `normalizeCouponCode` leaves it. `email`: of who is
 * about to order, where the cart does not know it yet.
 */
async function putCoupon(
  tx: Tx,
  cartId: string,
  code: string,
  { now, email }: { now: Date; email: string | null },
): Promise<{ refusal: PutRefusal } | { offered: PutCoupon; held: PutCoupon | null }> {
  const [row] = await callPut(tx, [cartId, code, now, email]);
  if (row === undefined) throw new Error('putting a coupon answered nothing');
  if (row.refusal !== null) return { refusal: row.refusal };
  if (row.offered === null) throw new Error('a coupon was put that is not there');
  const offered = toCoupon(row.offered);
  return {
    offered: { ...offered, customerUses: row.uses_by ?? offered.customerUses },
    held: row.held && toCoupon(row.held),
  };
}

const callEmpty = statement<{ refusal: LockRefusal | null }, [cart: string, now: Date]>(
  'coupons.empty-slot',
  'select empty_cart_slot($1, $2) as refusal',
);

/** Takes away whatever holds a cart's slot; null = done, else why nothing was written. An empty slot stays empty. */
export const emptySlot = async (tx: Tx, cartId: string, now: Date): Promise<LockRefusal | null> => {
  const [row] = await callEmpty(tx, [cartId, now]);
  return row?.refusal ?? null;
};

interface CouponCall {
  cartId: string;
  /** As typed: case and outer spaces do not matter (DEC-78). */
  couponCode: string;
  /** Of who is about to order. */
  email?: string | undefined;
}

type ApplyRefusal = RefusalOf<typeof applyCouponCall>;

interface AppliedCouponAnswer {
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
    const email = call.email?.trim() || null;
    const put = await putCoupon(tx, call.cartId, normalizeCouponCode(call.couponCode), { now, email });
    if ('refusal' in put) {
      const { refusal } = put;
      if (refusal === 'COUPON_NOT_FOUND' || refusal === 'COUPON_ALREADY_APPLIED')
        return refuse({ code: refusal, metadata: { condition: couponConditionText({ code: refusal }, null, zero) } });
      return answerRefusal(tx, { cartId: call.cartId, viewerId }, refusal);
    }
    const { offered, held } = put;
    const cart = await getChangedCart(tx, call.cartId, now, policy);
    const isSlotTaken = held !== null && held.code !== offered.code && judge(held, cart, now, false).ok;
    const judged = judge(offered, cart, now, isSlotTaken);
    if (!judged.ok) return refuse(refusalOf(judged.error, offered, cart));
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

function refusalOf(refusal: CouponRefusal, coupon: PutCoupon, { totals }: CartSnapshot): ApplyRefusal {
  const metadata = { condition: couponConditionText(refusal, coupon, totals.firstPartyBase) };
  return refusal.code === 'COUPON_BELOW_MINIMUM'
    ? {
        code: refusal.code,
        message: `Este cupón es para compras desde ${formatQ(refusal.minimum)} en productos de la tienda.`,
        metadata,
      }
    : { code: refusal.code, metadata };
}

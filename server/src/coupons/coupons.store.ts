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
import { commitIfOk, type Database, type Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';
import type { RefusalOf } from '../platform/http/route.ts';

type PutRefusal = LockRefusal | 'FEATURE_DISABLED' | 'COUPON_NOT_FOUND' | 'COUPON_ALREADY_APPLIED';

const callPut = statement(
  'coupons.put',
  `select refusal, offered, held, case when $4::text is not null then coupon_uses_by($2, $4)::int end as uses_by
   from put_cart_coupon($1, $2, $3)`,
  { refusal: column<PutRefusal>(), offered: column<CouponColumn>(), held: column<CouponColumn>() },
);

type PutCoupon = ReturnType<typeof toCoupon>;

/**
 * Puts a coupon into a cart's slot under the cart's lock. The caller checks the coupon and may undo this. `held`: the
 * former coupon, or null. A refusal writes nothing. `code`: normalised by `normalizeCouponCode`. `email`: of the buyer
 * who is about to order, if the cart does not know it yet.
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
    offered: { ...offered, customerUses: row.usesBy ?? offered.customerUses },
    held: row.held && toCoupon(row.held),
  };
}

const callEmpty = statement('coupons.empty-slot', 'select empty_cart_slot($1, $2) as refusal', {
  refusal: column<LockRefusal>(),
});

/** Removes a coupon or certificate from a cart's slot. Returns null, or the reason why nothing was written. */
export const emptySlot = async (tx: Tx, cartId: string, now: Date): Promise<LockRefusal | null> => {
  const [row] = await callEmpty(tx, [cartId, now]);
  return row?.refusal ?? null;
};

interface CouponCall {
  cartId: string;
  /** The typed code. Letter case and outer spaces do not matter (DEC-78). */
  couponCode: string;
  /** The e-mail of the buyer who is about to order. */
  email?: string | undefined;
}

type ApplyRefusal = RefusalOf<typeof applyCouponCall>;

interface AppliedCouponAnswer {
  code: string;
  discount: Centavos;
  label: string;
}

/**
 * Applies a coupon to a cart (API-40) in one transaction: puts the coupon into the slot, then prices and checks the cart. A refusal rolls
 * back. If the coupon is already applied, the answer is repeated. A coupon that no longer takes anything off is replaced.
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

import { applyCoupon, removeCoupon } from '@ceiba/contract/coupons';
import { toQuetzales } from '@ceiba/domain/money/money';
import { ok } from '@ceiba/domain/result';
import { toPrices } from '../carts/cart-answer.ts';
import { answerRefusal } from '../carts/cart-refusal.ts';
import { getChangedCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { applyCouponToCart, emptySlot } from './coupons.store.ts';

export const couponsRoutes = ({ db }: { db: Database }): Route[] => [
  route(applyCoupon, async ({ body }, moment) => {
    const applied = await applyCouponToCart(db, body, moment);
    if (!applied.ok) return applied;
    const { code, discount, label } = applied.value;
    return ok({ status: 200, data: { appliedCoupon: { code, discountAmount: toQuetzales(discount), label } } });
  }),

  // A shopper can always remove a coupon, even while the coupons' flag is off.
  route(removeCoupon, async ({ params: { id } }, { now, policy, viewerId }) => {
    const refusal = await emptySlot(db.write, id, now);
    if (refusal !== null) return answerRefusal(db.write, { cartId: id, viewerId }, refusal);
    const cart = await getChangedCart(db.write, id, now, policy);
    return ok({ status: 200, data: { grandTotal: toPrices(cart).grandTotal } });
  }),
];

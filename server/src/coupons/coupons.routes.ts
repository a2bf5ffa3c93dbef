import { applyCoupon, removeCoupon } from '@ceiba/contract/coupons';
import { endCoupon } from '@ceiba/contract/desk/coupons';
import { toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { toPrices } from '../carts/cart-answer.ts';
import { answerRefusal } from '../carts/cart-refusal.ts';
import { getChangedCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import { answerOf, lockForEdit } from '../platform/entities/entity-routes.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { applyCouponToCart, emptySlot } from './coupons.store.ts';
import { couponTable } from './coupons.table.ts';
import { endCoupon as endLocked } from './operator-coupons.store.ts';

export const couponsRoutes = ({ db }: { db: Database }): Route[] => [
  changeRoute(endCoupon, db, async ({ tx, params: { code }, body: { version }, author: { now } }) => {
    const locked = await lockForEdit(tx, couponTable, { key: code, version, conflicts: ['endsAt'] });
    if (!locked.ok) return locked;
    const ended = await endLocked(tx, locked.value, now);
    if (ended === undefined)
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Este cupón ya había terminado.' });
    return ok({ answer: { status: 200, data: answerOf(couponTable, ended.coupon) }, change: ended.change });
  }),

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

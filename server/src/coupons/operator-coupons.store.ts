import type { Coupon, CouponUses } from '@ceiba/domain/coupons/coupon';
import { type CouponColumn, toCoupon } from '../carts/cart-coupon.ts';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

const endRow = statement(
  'coupons.end',
  'update coupons set ends_at = $2 where code = $1 and (ends_at is null or ends_at > $2) returning code',
);

/** Ends a coupon one millisecond before `now`. Returns false if it does not exist, or has ended before. */
export const endCoupon = async (tx: Tx, code: string, now: Date): Promise<boolean> =>
  (await endRow(tx, [code, new Date(now.getTime() - 1)])).length > 0;

const selectCoupons = statement('coupons.all', 'select coupon_facts(code, null) as coupon from coupons order by code', {
  coupon: neverNull<CouponColumn>(),
});

/** Every coupon by its code, with how often orders used it. */
export const listCoupons = async (tx: Tx): Promise<(Coupon & CouponUses)[]> =>
  (await selectCoupons(tx, [])).map(({ coupon }) => toCoupon(coupon));

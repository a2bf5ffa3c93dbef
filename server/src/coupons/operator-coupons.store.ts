import type { Coupon, CouponUses } from '@ceiba/domain/coupons/coupon';
import { type CouponColumn, toCoupon } from '../carts/cart-coupon.ts';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

const insertCoupon = statement(
  'coupons.add',
  `insert into coupons (code, label, percent_bp, amount, cap, minimum_subtotal, starts_at, ends_at, total_limit, customer_limit,
     created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (code) do nothing returning code`,
);

/** Adds a coupon. Returns false and writes nothing if another coupon has this code. */
export async function addCoupon(tx: Tx, coupon: Coupon, now: Date): Promise<boolean> {
  const { value } = coupon;
  const rows = await insertCoupon(tx, [
    coupon.code,
    coupon.label,
    value.kind === 'percent' ? value.basisPoints : null,
    value.kind === 'fixed' ? value.amount : null,
    coupon.cap,
    coupon.minimumSubtotal,
    coupon.startsAt,
    coupon.endsAt,
    coupon.totalLimit,
    coupon.customerLimit,
    now,
  ]);
  return rows.length > 0;
}

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

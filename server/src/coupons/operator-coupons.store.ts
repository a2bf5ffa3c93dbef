import type { Coupon, CouponUses } from '@ceiba/domain/coupons/coupon';
import { type CouponColumn, toCoupon } from '../carts/cart-coupon.ts';
import type { Change } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';
import { type FoundEntity, getEntity } from '../platform/entities/entity.store.ts';
import { couponSeriesTable } from './coupon-series.table.ts';
import { couponTable } from './coupons.table.ts';

const endRow = statement(
  'coupons.end',
  'update coupons set ends_at = $2 where code = $1 and (ends_at is null or ends_at > $2) returning code',
);

/**
 * Ends a locked coupon one millisecond before `now`, for the desk and for `ceiba coupon end`. Returns the coupon with
 * the change for the audit. Undefined if the coupon had already ended.
 */
export async function endCoupon(
  tx: Tx,
  locked: FoundEntity,
  now: Date,
): Promise<{ coupon: FoundEntity; change: Change } | undefined> {
  const code = String(locked['code']);
  const ended = await endRow(tx, [code, new Date(now.getTime() - 1)]);
  if (ended.length === 0) return undefined;
  const coupon = await getEntity(tx, couponTable, code);
  const change = {
    entity: 'coupons',
    entityId: code,
    before: { endsAt: locked['endsAt'] },
    after: { endsAt: coupon['endsAt'] },
  };
  return { coupon, change };
}

// A code that has ended before keeps its end.
const endSeriesRow = statement(
  'coupons.end-series',
  `with ended as (
     update coupon_series set ends_at = $2 where prefix = $1 and (ends_at is null or ends_at > $2) returning prefix),
   codes as (
     update coupons c set ends_at = $2 from ended e where c.series = e.prefix and (c.ends_at is null or c.ends_at > $2))
   select prefix from ended`,
);

/**
 * Ends a locked series one millisecond before `now`, with its codes (PROD-13). Undefined if the series had already
 * ended.
 */
export async function endSeries(
  tx: Tx,
  locked: FoundEntity,
  now: Date,
): Promise<{ series: FoundEntity; change: Change } | undefined> {
  const prefix = String(locked['prefix']);
  const ended = await endSeriesRow(tx, [prefix, new Date(now.getTime() - 1)]);
  if (ended.length === 0) return undefined;
  const series = await getEntity(tx, couponSeriesTable, prefix);
  const change = {
    entity: 'coupon-series',
    entityId: prefix,
    before: { endsAt: locked['endsAt'] },
    after: { endsAt: series['endsAt'] },
  };
  return { series, change };
}

const selectCoupons = statement('coupons.all', 'select coupon_facts(code, null) as coupon from coupons order by code', {
  coupon: neverNull<CouponColumn>(),
});

/** Lists every coupon by its code, with the number of orders that used it. */
export const listCoupons = async (tx: Tx): Promise<(Coupon & CouponUses)[]> =>
  (await selectCoupons(tx, [])).map(({ coupon }) => toCoupon(coupon));

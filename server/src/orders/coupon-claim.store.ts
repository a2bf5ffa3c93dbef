import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

// The update locks the coupon, so that the count that follows is true until this transaction ends.
const countUse = statement<{ customer_limit: number | null }, [code: string, now: Date]>(
  'orders.count-coupon',
  `update coupons set used_count = used_count + 1
   where code = $1 and (total_limit is null or used_count < total_limit)
     and (starts_at is null or starts_at <= $2) and (ends_at is null or ends_at >= $2)
   returning customer_limit`,
);

const insertUse = statement<
  { code: string },
  [order: string, code: string, email: string, now: Date, limit: number | null]
>(
  'orders.claim-coupon',
  `insert into coupon_uses (order_id, code, email, used_at)
   select $1, $2, $3, $4
   where $5::integer is null or (select count(*) from coupon_uses where code = $2 and email = $3) < $5
   returning code`,
);

/** Counts the use of a coupon for an order (DEC-78, CUP-11); false when its limits or its time no longer allow one. */
export async function claimCoupon(
  tx: Tx,
  use: { orderId: string; code: string; email: string },
  now: Date,
): Promise<boolean> {
  const [coupon] = await countUse(tx, [use.code, now]);
  if (coupon === undefined) return false;
  const email = use.email.toLowerCase();
  const claimed = await insertUse(tx, [use.orderId, use.code, email, now, coupon.customer_limit]);
  return claimed.length === 1;
}

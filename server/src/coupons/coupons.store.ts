import { type CouponColumn, toCoupon } from '../carts/cart-coupon.ts';
import type { LockRefusal } from '../carts/carts.store.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

type PutRefusal = LockRefusal | 'FEATURE_DISABLED' | 'COUPON_NOT_FOUND' | 'COUPON_ALREADY_APPLIED';

const callPut = statement<
  { refusal: PutRefusal | null; offered: CouponColumn | null; held: CouponColumn | null },
  [cart: string, code: string, now: Date]
>('coupons.put', 'select refusal, offered, held from put_cart_coupon($1, $2, $3)');

export type PutCoupon = ReturnType<typeof toCoupon>;

/**
 * Puts a coupon into a cart's slot under the cart's lock, for the caller to judge and to undo; `held` is the coupon that
 * stood there before, null = none. With a refusal nothing was written. `code`: as `normalizeCouponCode` leaves it.
 */
export async function putCoupon(
  tx: Tx,
  cartId: string,
  code: string,
  now: Date,
): Promise<{ refusal: PutRefusal } | { offered: PutCoupon; held: PutCoupon | null }> {
  const [row] = await callPut(tx, [cartId, code, now]);
  if (row === undefined) throw new Error('putting a coupon answered nothing');
  if (row.refusal !== null) return { refusal: row.refusal };
  if (row.offered === null) throw new Error('a coupon was put that is not there');
  return { offered: toCoupon(row.offered), held: row.held && toCoupon(row.held) };
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

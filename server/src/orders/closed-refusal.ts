import { type CartRefusal, changeRefusal } from '../carts/cart-refusal.ts';
import { findCartState, type LockRefusal } from '../carts/carts.store.ts';
import type { Tx } from '../platform/database.ts';
import { findOwnOrderNumber } from './link-payers.store.ts';

/**
 * Why a cart is not ordered any more; null while it is open. Of a payment link's cart the number of its order is told to the browser
 * that placed it and to no other (DEC-136, DEC-172, record 0037). `cart`: its state, where it has just been read.
 */
export async function findClosedRefusal(
  tx: Tx,
  { cartId, viewerId, linkToken }: { cartId: string; viewerId: string | undefined; linkToken: Buffer | undefined },
  cart?: Awaited<ReturnType<typeof findCartState>>,
): Promise<CartRefusal<LockRefusal> | null> {
  const refusal = changeRefusal(cart ?? (await findCartState(tx, cartId)), viewerId);
  if (refusal?.code !== 'CART_CLOSED' || linkToken === undefined) return refusal;
  const orderNumber = await findOwnOrderNumber(tx, cartId, linkToken);
  return orderNumber === null ? refusal : { code: 'CART_CLOSED', metadata: { orderNumber } };
}

import { type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/database.ts';
import type { CartSnapshot } from './cart-snapshot.ts';
import { findCartState, type LockRefusal } from './carts.store.ts';

export interface CartRefusal<Code extends string = LockRefusal> {
  code: Code;
  metadata?: { orderNumber: string };
}

/**
 * Personal data of a customer's cart wants that customer's session, of a payment link's cart the link's token (DEC-05):
 * without, or past its end, 401.
 */
export const ownerRefusal = (
  cart: Pick<CartSnapshot, 'ownerId'> | undefined,
  viewerId: string | null,
): { code: 'UNAUTHORIZED' } | null => {
  const ownerId = cart?.ownerId ?? null;
  return ownerId !== null && ownerId !== viewerId ? { code: 'UNAUTHORIZED' } : null;
};

/** Null while the cart may change (DEC-72, DEC-172). */
export function changeRefusal(
  cart: Pick<CartSnapshot, 'status' | 'orderNumber'> | undefined,
): CartRefusal<LockRefusal> | null {
  if (cart === undefined) return { code: 'CART_NOT_FOUND' };
  if (cart.status === 'open') return null;
  if (cart.status === 'placing') return { code: 'ORDER_IN_PROGRESS' };
  return cart.orderNumber === null
    ? { code: 'CART_CLOSED' }
    : { code: 'CART_CLOSED', metadata: { orderNumber: cart.orderNumber } };
}

/** The refusal of a change that wrote nothing; a closed cart names the order it became. At most one statement. */
export async function answerRefusal<Code extends string>(
  tx: Tx,
  cartId: string,
  code: Code,
): Promise<Result<never, CartRefusal<Code>>> {
  if (code !== 'CART_CLOSED') return refuse({ code });
  const orderNumber = (await findCartState(tx, cartId))?.orderNumber ?? null;
  return refuse(orderNumber === null ? { code } : { code, metadata: { orderNumber } });
}

import { type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import type { CartSnapshot } from './cart-snapshot.ts';
import { findCartState, type LockRefusal } from './carts.store.ts';

export interface CartRefusal<Code extends string = LockRefusal> {
  code: Code;
  metadata?: { orderNumber: string };
}

/**
 * Refuses a caller who may not see the cart's personal data (DEC-05). A customer's cart needs that customer's session, and a payment link's
 * cart needs the link's token. If the session or token is missing or has expired, the answer is 401.
 */
export const ownerRefusal = (
  cart: Pick<CartSnapshot, 'ownerId'> | undefined,
  viewerId: string | null | undefined,
): { code: 'UNAUTHORIZED' } | null => {
  const ownerId = cart?.ownerId ?? null;
  return ownerId !== null && ownerId !== viewerId ? { code: 'UNAUTHORIZED' } : null;
};

type Orderable = Pick<CartSnapshot, 'ownerId' | 'orderNumber'>;

/**
 * Returns the refusal for a closed cart. The refusal names the cart's order, except to strangers on a customer's cart, because order number
 * and e-mail together open the whole order.
 */
export function closedRefusal<Code extends string>(
  code: Code,
  cart: Orderable | undefined,
  viewerId: string | null | undefined,
): CartRefusal<Code> {
  const orderNumber = ownerRefusal(cart, viewerId) === null ? cart?.orderNumber : null;
  return orderNumber ? { code, metadata: { orderNumber } } : { code };
}

/** Returns the refusal of a change, or null if the cart may change (DEC-72, DEC-172). */
export function changeRefusal(
  cart: (Orderable & Pick<CartSnapshot, 'status'>) | undefined,
  viewerId: string | null | undefined,
): CartRefusal<LockRefusal> | null {
  if (cart === undefined) return { code: 'CART_NOT_FOUND' };
  if (cart.status === 'open') return null;
  return cart.status === 'placing' ? { code: 'ORDER_IN_PROGRESS' } : closedRefusal('CART_CLOSED', cart, viewerId);
}

/** Returns the refusal of a change that wrote nothing. Sends at most one statement. */
export async function answerRefusal<Code extends string>(
  tx: Tx,
  { cartId, viewerId }: { cartId: string; viewerId?: string | null | undefined },
  code: Code,
): Promise<Result<never, CartRefusal<Code>>> {
  return refuse(code === 'CART_CLOSED' ? closedRefusal(code, await findCartState(tx, cartId), viewerId) : { code });
}

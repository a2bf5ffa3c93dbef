import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import { type CartRefusal, changeRefusal, closedRefusal, ownerRefusal } from './cart-refusal.ts';
import type { CartSnapshot } from './cart-snapshot.ts';
import type { LockRefusal } from './carts.store.ts';

/** Reads the cart for the answer: `readCart`, or `readPricedCart` if the answer has no lines. */
type ReadCart<Cart> = (tx: Tx, id: string, now: Date, policy: ShopPolicy) => Promise<Cart | undefined>;

/** A change that wrote nothing. The cart's state explains why. */
export const unchanged = { code: 'UNCHANGED' } as const;
export type Unchanged = typeof unchanged;

interface CartToChange {
  id: string;
  now: Date;
  policy: ShopPolicy;
  viewerId?: string | undefined;
  /** True if the change needs the session of the cart's owner, even if it writes nothing (DEC-05). */
  isOwnersOnly?: boolean;
}

/**
 * Changes a cart and reads the result in one round trip: both statements are sent together. A refused change writes nothing. The refusal of a
 * closed cart names the cart's order, but only to its owner.
 * @throws if the cart vanishes between its change and its answer
 */
export async function changeCart<
  T,
  Code extends string,
  Cart extends Pick<CartSnapshot, 'ownerId' | 'orderNumber' | 'status'>,
>(
  db: Pick<Database, 'batch'>,
  { id, now, policy, viewerId, isOwnersOnly = false }: CartToChange,
  read: ReadCart<Cart>,
  change: (tx: Tx) => Promise<Result<T, { code: Code }>>,
): Promise<
  Result<
    { change: T; cart: Cart },
    CartRefusal<Exclude<Code, Unchanged['code']> | LockRefusal> | { code: 'UNAUTHORIZED' }
  >
> {
  const [done, found] = await db.batch(change, (tx) => read(tx, id, now, policy));
  const notOwn = isOwnersOnly ? ownerRefusal(found, viewerId) : null;
  if (notOwn !== null) return refuse(notOwn);
  if (done.ok) {
    if (found === undefined) throw new Error('a cart vanished between its change and its answer');
    return ok({ change: done.value, cart: found });
  }
  const { code } = done.error;
  // The cart may be open again by now, if the placement that blocked the change has failed.
  if (!hasReason(code)) return refuse(changeRefusal(found, viewerId) ?? { code: 'ORDER_IN_PROGRESS' });
  return refuse(code === 'CART_CLOSED' ? closedRefusal(code, found, viewerId) : { code });
}

const hasReason = <Code extends string>(code: Code): code is Exclude<Code, Unchanged['code']> =>
  code !== unchanged.code;

import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import { type CartRefusal, closedRefusal } from './cart-refusal.ts';
import type { CartSnapshot } from './cart-snapshot.ts';

export interface ChangedCart<T, Cart> {
  /** What the change answered: why it wrote nothing, for example. */
  change: T;
  /** The cart as it is after the change, for whoever was not refused. @throws when there is none */
  cart(): Cart;
  /** As it is where the change wrote nothing; undefined = there is none. */
  found: Cart | undefined;
  /** The refusal of a change that wrote nothing; a closed cart names the order it became to whose it is. */
  refuse<Code extends string>(code: Code): Result<never, CartRefusal<Code>>;
}

/** `readCart`, or `readPricedCart` for whoever shows no line. */
type ReadCart<Cart> = (tx: Tx, id: string, now: Date, policy: ShopPolicy) => Promise<Cart | undefined>;

/** Changes a cart and reads it as it is then, in one round trip: the reading does not wait for the change's answer. */
export async function changeCart<T, Cart extends Pick<CartSnapshot, 'ownerId' | 'orderNumber'>>(
  db: Pick<Database, 'batch'>,
  { id, now, policy, viewerId }: { id: string; now: Date; policy: ShopPolicy; viewerId?: string | undefined },
  read: ReadCart<Cart>,
  change: (tx: Tx) => Promise<T>,
): Promise<ChangedCart<T, Cart>> {
  const [done, found] = await db.batch(change, (tx) => read(tx, id, now, policy));
  return {
    change: done,
    found,
    cart: () => {
      if (found === undefined) throw new Error('a cart vanished between its change and its answer');
      return found;
    },
    refuse: (code) => refuse(code === 'CART_CLOSED' ? closedRefusal(code, found, viewerId) : { code }),
  };
}

import type { CartStatus } from '../carts/cart-snapshot.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** What has become of a cart by attempts to order it. */
export interface FoundPlacement {
  status: CartStatus;
  ownerId: string | null;
  /** The order that stands, or is being placed, came with one of the keys that were asked for. */
  isOwn: boolean;
  /** Null: no order stands. */
  orderNumber: string | null;
  /** Null: it waits for no link of its mail. */
  confirmationDue: Date | null;
}

const selectPlacement = statement<
  {
    status: CartStatus;
    owner_id: string | null;
    is_own: boolean | null;
    number: number | null;
    confirmation_due: Date | null;
  },
  [cart: string, keys: string[]]
>(
  'orders.placement',
  `select c.status, cart_owner(c) as owner_id, o.idempotency_key = any ($2) as is_own, o.number, o.confirmation_due
   from carts c left join orders o on o.cart_id = c.id and o.status <> 'void'
   where c.id = $1`,
);

/** Undefined: there is no such cart. Writes and locks nothing. */
export async function findPlacement(tx: Tx, cartId: string, keys: string[]): Promise<FoundPlacement | undefined> {
  const [row] = await selectPlacement(tx, [cartId, keys]);
  if (row === undefined) return undefined;
  const { status, owner_id: ownerId, is_own: isOwn, number } = row;
  return {
    ...{ status, ownerId, isOwn: isOwn ?? false },
    orderNumber: number === null ? null : String(number),
    confirmationDue: row.confirmation_due,
  };
}

import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** What of a payment link's cart another payer typed, seen from one of the browsers that hold it (record 0037). */
export interface TypedByOthers {
  billing: boolean;
  shipping: boolean;
  email: boolean;
}

const selectTyped = statement<TypedByOthers, [cart: string, token: Buffer]>(
  'orders.link-typed-by-others',
  `select has_payers_billing and billing_typed_with is distinct from $2 as billing,
     has_payers_shipping and shipping_typed_with is distinct from $2 as shipping,
     has_payers_email and email_typed_with is distinct from $2 as email
   from carts where id = $1`,
);

/** `token`: the hash of the calling browser's. Undefined: there is no such cart. */
export async function findTypedByOthers(tx: Tx, cartId: string, token: Buffer): Promise<TypedByOthers | undefined> {
  const [row] = await selectTyped(tx, [cartId, token]);
  return row;
}

const markOrdering = statement<{ is_own: boolean }, [cart: string, token: Buffer]>(
  'orders.link-orders',
  `update payment_link_tokens set has_ordered = token_hash = $2
   where cart_id = $1 and (has_ordered or token_hash = $2)
   returning token_hash = $2 as is_own`,
);

/**
 * The order that is about to be written comes with this token; call it under the cart's lock. False: the token has given way to others
 * since the call came, and could not ask what became of the order.
 */
export const keepOrderingToken = async (tx: Tx, cartId: string, token: Buffer): Promise<boolean> =>
  (await markOrdering(tx, [cartId, token])).some(({ is_own }) => is_own);

const selectOwnOrder = statement<{ number: number }, [cart: string, token: Buffer]>(
  'orders.link-own',
  `select o.number from payment_link_tokens t join orders o on o.cart_id = t.cart_id and o.status <> 'void'
   where t.cart_id = $1 and t.token_hash = $2 and t.has_ordered and o.number is not null`,
);

/** The number of the order that came with this token; null: there is none yet, or it is another browser's. */
export async function findOwnOrderNumber(tx: Tx, cartId: string, token: Buffer): Promise<string | null> {
  const [row] = await selectOwnOrder(tx, [cartId, token]);
  return row === undefined ? null : String(row.number);
}

import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** What a payment link knows of the browsers that hold it, seen from one of them (record 0037). */
export interface LinkPayers {
  /** Another browser has written to the cart: what a payer typed there may be somebody else's. */
  hasOtherWriter: boolean;
  /** The points certificate in the cart's slot was applied by another browser. */
  hasOthersPoints: boolean;
}

const selectPayers = statement<{ other_writer: boolean; others_points: boolean }, [cart: string, token: Buffer]>(
  'orders.link-payers',
  `select exists (select from payment_link_tokens where cart_id = $1 and has_written and token_hash <> $2) as other_writer,
     exists (select from carts c join points_certificates p on p.code = c.certificate_code::uuid
       where c.id = $1 and p.applied_with <> $2) as others_points`,
);

/** `token`: the hash of the calling browser's. */
export async function findLinkPayers(tx: Tx, cartId: string, token: Buffer): Promise<LinkPayers> {
  const [row] = await selectPayers(tx, [cartId, token]);
  return { hasOtherWriter: row?.other_writer ?? false, hasOthersPoints: row?.others_points ?? false };
}

const markOrdering = statement<object, [cart: string, token: Buffer]>(
  'orders.link-orders',
  `update payment_link_tokens set has_ordered = token_hash = $2
   where cart_id = $1 and has_ordered <> (token_hash = $2)`,
);

/** The order that is about to be written comes with this token; call it under the cart's lock. */
export const keepOrderingToken = async (tx: Tx, cartId: string, token: Buffer): Promise<void> => {
  await markOrdering(tx, [cartId, token]);
};

const selectOwnOrder = statement<{ number: number }, [cart: string, token: Buffer]>(
  'orders.link-own',
  `select o.number from payment_link_tokens t join orders o on o.cart_id = t.cart_id and o.status <> 'void'
   where t.cart_id = $1 and t.token_hash = $2 and t.has_ordered`,
);

/** The number of the order that came with this token; null: there is none, or it is another browser's. */
export async function findOwnOrderNumber(tx: Tx, cartId: string, token: Buffer): Promise<string | null> {
  const [row] = await selectOwnOrder(tx, [cartId, token]);
  return row === undefined ? null : String(row.number);
}

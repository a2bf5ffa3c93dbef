import type { Tx } from '../../platform/db/database.ts';
import { neverNull, statement } from '../../platform/db/statement.ts';

const upsertCode = statement(
  'orders.keep-code',
  `insert into one_time_codes as k (cart_id, code_hash, expires_at, client_key, network_key)
   select c.id, $2, $3, $4, $5 from carts c join advisors a on a.hash = c.advisor_hash and a.ended_at is null
   where c.id = $1 and c.status = 'open' and c.link_expires_at is null
   on conflict (cart_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0,
     client_key = excluded.client_key, network_key = excluded.network_key
   returning cart_id`,
);

/** Stores a cart's code in place of the previous code. Returns false if the cart has no active advisor, belongs to a payment link, or is not open. */
export const saveOneTimeCode = async (
  tx: Tx,
  code: { cartId: string; hash: Buffer; expiresAt: Date; clientKey: string | null; networkKey: string | null },
): Promise<boolean> =>
  (await upsertCode(tx, [code.cartId, code.hash, code.expiresAt, code.clientKey, code.networkKey])).length === 1;

/** Maximum number of tries of a code, including the right one. Six digits cannot be guessed with so few tries. */
const triesPerCode = 5;

const countTry = statement(
  'orders.try-code',
  `update one_time_codes set tries = tries + 1 where cart_id = $1 and expires_at > $3 and tries < $4
   returning code_hash = $2 as is_right`,
  { isRight: neverNull() },
);

/** Returns whether this is the cart's code. Each call counts as a try. The caller must commit before it uses the result. */
export const tryCode = async (tx: Tx, cartId: string, hash: Buffer, now: Date): Promise<boolean> =>
  (await countTry(tx, [cartId, hash, now, triesPerCode]))[0]?.isRight ?? false;

const deleteCode = statement(
  'orders.use-code',
  `delete from one_time_codes k using carts c join advisors a on a.hash = c.advisor_hash and a.ended_at is null
   where k.cart_id = $1 and k.code_hash = $2 and k.expires_at > $3 and c.id = k.cart_id and c.link_expires_at is null
   returning k.cart_id`,
);

/** Redeems a code together with its order. Returns false if the code has expired, if another order has used it, or if its advisor has left. */
export const redeemCode = async (tx: Tx, cartId: string, hash: Buffer, now: Date): Promise<boolean> =>
  (await deleteCode(tx, [cartId, hash, now])).length === 1;

const lockAdvisor = statement(
  'orders.lock-advisor',
  'select from advisors where hash = (select advisor_hash from carts where id = $1) for no key update',
);

const countUnpaidOrders = statement(
  'orders.unpaid-of-advisor',
  `select count(*)::integer as orders from orders o join carts k on k.id = o.cart_id
   where o.status = 'pending_payment' and k.advisor_hash = (select advisor_hash from carts where id = $1)`,
);

/** Counts the unpaid orders of the cart's advisor. Other orders of that advisor wait until the transaction ends. */
export async function countUnpaidOfAdvisor(tx: Tx, cartId: string): Promise<number> {
  await lockAdvisor(tx, [cartId]);
  return (await countUnpaidOrders(tx, [cartId]))[0]?.orders ?? 0;
}

const deleteOver = statement('orders.delete-codes', 'delete from one_time_codes where expires_at < $1 returning 1');

/** Deletes codes that have expired, and returns how many. */
export const deleteExpiredCodes = async (tx: Tx, now: Date): Promise<number> => (await deleteOver(tx, [now])).length;

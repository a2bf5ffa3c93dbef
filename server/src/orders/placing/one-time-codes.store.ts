import { statement, type Tx } from '../../platform/db/database.ts';

const upsertCode = statement<
  { cart_id: string },
  [cart: string, hash: Buffer, expires: Date, client: string | null, network: string | null]
>(
  'orders.keep-code',
  `insert into one_time_codes as k (cart_id, code_hash, expires_at, client_key, network_key)
   select c.id, $2, $3, $4, $5 from carts c join advisors a on a.hash = c.advisor_hash and a.ended_at is null
   where c.id = $1 and c.status = 'open' and c.link_expires_at is null
   on conflict (cart_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0,
     client_key = excluded.client_key, network_key = excluded.network_key
   returning cart_id`,
);

/** Keeps a cart's code in the place of the one before; false when no advisor attends to the cart, it is a payment link's, or it is not open. */
export const keepCode = async (
  tx: Tx,
  code: { cartId: string; hash: Buffer; expiresAt: Date; clientKey: string | null; networkKey: string | null },
): Promise<boolean> =>
  (await upsertCode(tx, [code.cartId, code.hash, code.expiresAt, code.clientKey, code.networkKey])).length === 1;

/** Tries that a code is compared with, right ones counted too: with six digits nobody guesses it by then. */
const triesPerCode = 5;

const countTry = statement<{ is_right: boolean }, [cart: string, hash: Buffer, now: Date, most: number]>(
  'orders.try-code',
  `update one_time_codes set tries = tries + 1 where cart_id = $1 and expires_at > $3 and tries < $4
   returning code_hash = $2 as is_right`,
);

/** Whether this is the cart's code. Each call counts, so it is committed before anything is done with the answer. */
export const tryCode = async (tx: Tx, cartId: string, hash: Buffer, now: Date): Promise<boolean> =>
  (await countTry(tx, [cartId, hash, now, triesPerCode]))[0]?.is_right ?? false;

const deleteCode = statement<{ cart_id: string }, [cart: string, hash: Buffer, now: Date]>(
  'orders.use-code',
  `delete from one_time_codes k using carts c join advisors a on a.hash = c.advisor_hash and a.ended_at is null
   where k.cart_id = $1 and k.code_hash = $2 and k.expires_at > $3 and c.id = k.cart_id and c.link_expires_at is null
   returning k.cart_id`,
);

/** Uses a code up, with the order or not at all; false when another order has, it is over, or its advisor attends no more. */
export const useCode = async (tx: Tx, cartId: string, hash: Buffer, now: Date): Promise<boolean> =>
  (await deleteCode(tx, [cartId, hash, now])).length === 1;

const lockAdvisor = statement<object, [cart: string]>(
  'orders.lock-advisor',
  'select from advisors where hash = (select advisor_hash from carts where id = $1) for no key update',
);

const countUnpaidOrders = statement<{ orders: number }, [cart: string]>(
  'orders.unpaid-of-advisor',
  `select count(*)::integer as orders from orders o join carts k on k.id = o.cart_id
   where o.status = 'pending_payment' and k.advisor_hash = (select advisor_hash from carts where id = $1)`,
);

/** Orders of the cart's advisor that wait to be paid; until the transaction ends there come no more of theirs. */
export async function countUnpaidOfAdvisor(tx: Tx, cartId: string): Promise<number> {
  await lockAdvisor(tx, [cartId]);
  return (await countUnpaidOrders(tx, [cartId]))[0]?.orders ?? 0;
}

const deleteOver = statement<object, [now: Date]>(
  'orders.delete-codes',
  'delete from one_time_codes where expires_at < $1 returning 1',
);

/** Answers how many. */
export const deleteExpiredCodes = async (tx: Tx, now: Date): Promise<number> => (await deleteOver(tx, [now])).length;

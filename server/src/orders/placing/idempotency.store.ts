import type { CartStatus } from '../../carts/cart-snapshot.ts';
import { statement, type Tx } from '../../platform/db/database.ts';
import type { StoredAnswer } from './placement.ts';

export interface KnownKey {
  requestHash: string;
  /** Null while the first call is running. */
  answer: StoredAnswer | null;
}

const selectKey = statement<{ request_hash: string; answer: StoredAnswer | null }, [key: string]>(
  'orders.idempotency-key',
  `select request_hash, answer from idempotency_keys where scope = 'placeOrder' and key = $1`,
);

export async function findKey(tx: Tx, key: string): Promise<KnownKey | undefined> {
  const [row] = await selectKey(tx, [key]);
  return row && { requestHash: row.request_hash, answer: row.answer };
}

/** How long an answer is kept under its key (DEC-172). */
const keyLifeMs = 86_400_000;

const expiredBy = (now: Date): Date => new Date(now.getTime() - keyLifeMs);

const selectKept = statement<{ is_kept: boolean }, [key: string, expired: Date]>(
  'orders.key-kept',
  `select exists (select from idempotency_keys where scope = 'placeOrder' and key = $1 and created_at >= $2) as is_kept`,
);

/** Whether a call with the key has come within the day for which it is its own: an older key begins another order. */
export const isKeyKept = async (tx: Tx, key: string, now: Date): Promise<boolean> =>
  (await selectKept(tx, [key, expiredBy(now)]))[0]?.is_kept === true;

/** A first call that has not ended by then has died: its key may be used again. */
const keyLockMs = 60_000;

const selectAnswer = statement<{ answer: StoredAnswer }, [key: string, hash: string, expired: Date]>(
  'orders.kept-answer',
  `select answer from idempotency_keys
   where scope = 'placeOrder' and key = $1 and request_hash = $2 and created_at >= $3 and answer is not null`,
);

/** The answer that the same call got before, while it is kept; writes and locks nothing. */
export async function findAnswer(
  tx: Tx,
  { key, requestHash }: { key: string; requestHash: string },
  now: Date,
): Promise<StoredAnswer | undefined> {
  const [row] = await selectAnswer(tx, [key, requestHash, expiredBy(now)]);
  return row?.answer;
}

// The key is claimed after the cart's lock, so that calls for one cart come one after the other. A key of a dead call
// or of yesterday is taken over.
const selectLocked = statement<
  { status: CartStatus; owner_id: string | null; has_key: boolean },
  [cart: string, key: string | null, hash: string, now: Date, lockedUntil: Date, expired: Date]
>(
  'orders.lock-cart',
  `with cart as materialized (select status, cart_owner(carts) as owner_id from carts where id = $1 for update),
   claimed as (
     insert into idempotency_keys as k (key, scope, request_hash, created_at, locked_until)
       select $2, 'placeOrder', $3, $4, $5 from cart where $2::text is not null
     on conflict (scope, key) do update
       set request_hash = excluded.request_hash, created_at = excluded.created_at,
         locked_until = excluded.locked_until, status = null, answer = null, order_id = null
       where k.created_at < $6 or (k.answer is null and k.locked_until < $4 and k.request_hash = $3)
     returning key)
   select status, owner_id, exists (select from claimed) as has_key from cart`,
);

// The link before its copy, so that of two payers one waits here and nowhere else; what others do is looked at once it is locked.
const lockLinkOf = statement<object, [cart: string]>(
  'orders.lock-link',
  'select from carts where id = (select link_id from carts where id = $1) for update',
);
const selectTaken = statement<{ is_taken: boolean }, [cart: string]>(
  'orders.link-taken',
  `select exists (select from carts c join carts o on o.link_id = c.link_id and o.id <> c.id and o.status = 'placing'
     where c.id = $1) as is_taken`,
);

/** Locks the payment link of a copy until the transaction ends; true: the order of another copy is under way. */
export async function lockLink(tx: Tx, cartId: string): Promise<boolean> {
  const [, [row]] = await Promise.all([lockLinkOf(tx, [cartId]), selectTaken(tx, [cartId])]);
  return row?.is_taken === true;
}

/** Locks a cart until the transaction ends and claims the key; undefined = no such cart. `hasKey` false: it is known. */
export async function lockCartAndKey(
  tx: Tx,
  lock: { cartId: string; key: string | undefined; requestHash: string },
  now: Date,
): Promise<{ status: CartStatus; ownerId: string | null; hasKey: boolean } | undefined> {
  const lockedUntil = new Date(now.getTime() + keyLockMs);
  const expired = expiredBy(now);
  const [row] = await selectLocked(tx, [lock.cartId, lock.key ?? null, lock.requestHash, now, lockedUntil, expired]);
  return row && { status: row.status, ownerId: row.owner_id, hasKey: row.has_key };
}

import { idempotencyKeyLifeMs } from '@ceiba/contract/endpoint';
import type { CartStatus } from '../../carts/cart-snapshot.ts';
import type { Tx } from '../../platform/db/database.ts';
import { column, neverNull, statement } from '../../platform/db/statement.ts';
import type { StoredAnswer } from './placement.ts';

export interface KnownKey {
  requestHash: string;
  /** Null while the first call is still running. */
  answer: StoredAnswer | null;
}

const selectKey = statement(
  'orders.idempotency-key',
  `select request_hash, answer from idempotency_keys where scope = 'placeOrder' and key = $1`,
  { answer: column<StoredAnswer>() },
);

export async function findKey(tx: Tx, key: string): Promise<KnownKey | undefined> {
  const [row] = await selectKey(tx, [key]);
  return row && { requestHash: row.requestHash, answer: row.answer };
}

const expiredBy = (now: Date): Date => new Date(now.getTime() - idempotencyKeyLifeMs);

const selectStored = statement(
  'orders.key-kept',
  `select exists (select from idempotency_keys where scope = 'placeOrder' and key = $1 and created_at >= $2) as is_kept`,
);

/** Returns whether the key was used within the last day. Later, the same key may place a new order. */
export const isKeyStored = async (tx: Tx, key: string, now: Date): Promise<boolean> =>
  (await selectStored(tx, [key, expiredBy(now)]))[0]?.isKept === true;

/** If a first call runs for longer than this, it counts as dead and its key may be used again. */
const keyLockMs = 60_000;

const selectAnswer = statement(
  'orders.kept-answer',
  `select answer from idempotency_keys
   where scope = 'placeOrder' and key = $1 and request_hash = $2 and created_at >= $3 and answer is not null`,
  { answer: neverNull<StoredAnswer>() },
);

/** Returns the stored answer to the same call. Undefined if there is none. Writes and locks nothing. */
export async function findAnswer(
  tx: Tx,
  { key, requestHash }: { key: string; requestHash: string },
  now: Date,
): Promise<StoredAnswer | undefined> {
  const [row] = await selectAnswer(tx, [key, requestHash, expiredBy(now)]);
  return row?.answer;
}

// The key is claimed after the cart is locked, so that calls for one cart run one after the other. A call may take over a key that is older
// than a day, or whose call has died.
const selectLocked = statement(
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

// The payment link is locked before its copy of the cart, so that two payers wait for each other only here. The second statement runs after
// the lock, and therefore sees the current state of the other copies.
const lockLinkOf = statement(
  'orders.lock-link',
  'select from carts where id = (select link_id from carts where id = $1) for update',
);
const selectTaken = statement(
  'orders.link-taken',
  `select exists (select from carts c join carts o on o.link_id = c.link_id and o.id <> c.id and o.status = 'placing'
     where c.id = $1) as is_taken`,
);

/** Locks the payment link of a copy until the transaction ends. Returns true if the order of another copy is being placed. */
export async function lockLink(tx: Tx, cartId: string): Promise<boolean> {
  const [, [row]] = await Promise.all([lockLinkOf(tx, [cartId]), selectTaken(tx, [cartId])]);
  return row?.isTaken === true;
}

/**
 * Locks a cart until the transaction ends, and claims the key. Undefined if the cart does not exist. `hasKey`: false if no key was given,
 * or if another call has used it.
 */
export async function lockCartAndKey(
  tx: Tx,
  lock: { cartId: string; key: string | undefined; requestHash: string },
  now: Date,
): Promise<{ status: CartStatus; ownerId: string | null; hasKey: boolean } | undefined> {
  const lockedUntil = new Date(now.getTime() + keyLockMs);
  const expired = expiredBy(now);
  const [row] = await selectLocked(tx, [lock.cartId, lock.key ?? null, lock.requestHash, now, lockedUntil, expired]);
  return row && { status: row.status, ownerId: row.ownerId, hasKey: row.hasKey };
}

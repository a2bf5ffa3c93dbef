import { idempotencyKeyLifeMs } from '@ceiba/contract/endpoint';
import { lineLimit, quantityLimit } from '@ceiba/domain/carts/cart-limits';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { type CartSnapshot, type CartStatus, emptyCart, priceCart } from './cart-snapshot.ts';

const insertCart = statement(
  'carts.create',
  'insert into carts (id, created_at, updated_at) values ($1, $2, $2) returning id',
);

const callOpenCart = statement('carts.open-of-customer', 'select open_customer_cart($1, $2, $3) as cart', {
  cart: neverNull(),
});

/** Returns the id of the customer's open cart that was changed last. Without an open cart, creates a cart with the given id. */
export async function openCartOf(tx: Tx, customerId: string, newId: string, now: Date): Promise<string> {
  const [row] = await callOpenCart(tx, [customerId, newId, now]);
  return row?.cart ?? newId;
}

export type SyncRefusal = LockRefusal | 'FORBIDDEN';

const callSync = statement('carts.sync', 'select refusal, cart from sync_cart($1, $2, $3, $4, $5)', {
  refusal: column<SyncRefusal>(),
});

/**
 * Merges a guest's cart into a customer's cart (DEC-54). Returns the customer's cart, or the reason why nothing was
 * written.
 */
export async function syncCart(
  tx: Tx,
  guestCartId: string,
  customerId: string,
  now: Date,
): Promise<{ cartId: string } | { refusal: SyncRefusal }> {
  const [row] = await callSync(tx, [guestCartId, customerId, lineLimit, quantityLimit, now]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.cart) throw new Error('sync_cart returned neither a cart nor a refusal');
  return { cartId: row.cart };
}

export async function createCart(tx: Tx, id: string, now: Date, policy: ShopPolicy): Promise<CartSnapshot> {
  await insertCart(tx, [id, now]);
  return priceCart(emptyCart(id, now), policy);
}

// A repeated request waits for the first request and then reads its cart. A key that has expired gets a new cart.
const insertCartOnce = statement(
  'carts.create-once',
  `with taken as (
     insert into idempotency_keys as k (scope, key, request_hash, answer, created_at, locked_until)
       values ('createCart', $1, '', to_jsonb($2::text), $3, $3)
       on conflict (scope, key) do update set
         answer = case when k.created_at < $4 then excluded.answer else k.answer end,
         created_at = case when k.created_at < $4 then excluded.created_at else k.created_at end
       returning (answer #>> '{}')::uuid as id),
   made as (
     insert into carts (id, created_at, updated_at) select id, $3, $3 from taken on conflict (id) do nothing)
   select id from taken`,
  { id: neverNull() },
);

/** Creates an empty cart for a guest's request, or finds the cart that the same request created within a day (DEC-172). Returns the cart's id. */
export async function createCartOnce(
  tx: Tx,
  { request, newId }: { request: string; newId: string },
  now: Date,
): Promise<string> {
  const [row] = await insertCartOnce(tx, [request, newId, now, new Date(now.getTime() - idempotencyKeyLifeMs)]);
  return row?.id ?? newId;
}

/** The reasons why a cart may not be changed. */
export type LockRefusal = 'CART_NOT_FOUND' | 'CART_CLOSED' | 'ORDER_IN_PROGRESS';

const selectState = statement(
  'carts.state',
  `select c.status, cart_owner(c) as owner_id, o.number
   from carts c left join orders o on o.cart_id = c.id and o.status <> 'void'
   where c.id = $1`,
);

/** Finds the status, order number and owner of a cart, for the refusal of a change. */
export async function findCartState(
  tx: Tx,
  id: string,
): Promise<{ status: CartStatus; orderNumber: string | null; ownerId: string | null } | undefined> {
  const [row] = await selectState(tx, [id]);
  if (row === undefined) return undefined;
  const { status, number, ownerId } = row;
  return { status, ownerId, orderNumber: number === null ? null : String(number) };
}

const callDeleteIdle = statement('carts.delete-idle', 'select carts, last from delete_idle_carts($1, $2, $3)', {
  carts: neverNull(),
});

/** An id that sorts before the id of every cart. */
export const lowestCartId = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes guests' open carts and closed carts that have not changed since `before` (DEC-72), and copies of payment
 * links that have not changed for a day (DEC-213). Deletes at most `limit` carts per call, in the order of their IDs,
 * after the given ID. The next call continues after `nextAfterId`, which is null if no cart is left. Void orders of
 * deleted carts stay, without personal data.
 */
export async function deleteIdleCarts(
  tx: Tx,
  before: Date,
  afterId: string,
  limit = 1_000,
): Promise<{ carts: number; nextAfterId: string | null }> {
  const [row] = await callDeleteIdle(tx, [before, afterId, limit]);
  return { carts: row?.carts ?? 0, nextAfterId: row?.last ?? null };
}

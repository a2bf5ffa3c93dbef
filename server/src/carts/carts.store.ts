import { lineLimit, quantityLimit } from '@ceiba/domain/carts/cart-limits';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { issuerRates } from '@ceiba/domain/sellers/tax-regime';
import { statement, type Tx } from '../platform/db/database.ts';
import { type CartSnapshot, type CartStatus, priceCart, type StoredCart } from './cart-snapshot.ts';

const insertCart = statement<{ id: string }, [id: string, now: Date]>(
  'carts.create',
  'insert into carts (id, created_at, updated_at) values ($1, $2, $2) returning id',
);

const callOpenCart = statement<{ cart: string }, [customer: string, id: string, now: Date]>(
  'carts.open-of-customer',
  'select open_customer_cart($1, $2, $3) as cart',
);

/** The customer's open cart that was changed last, else a new one with the id given. */
export async function openCartOf(tx: Tx, customerId: string, newId: string, now: Date): Promise<string> {
  const [row] = await callOpenCart(tx, [customerId, newId, now]);
  return row?.cart ?? newId;
}

export type SyncRefusal = LockRefusal | 'FORBIDDEN';

const callSync = statement<
  { refusal: SyncRefusal | null; cart: string | null },
  [guest: string, customer: string, lines: number, units: number, now: Date]
>('carts.sync', 'select refusal, cart from sync_cart($1, $2, $3, $4, $5)');

/** Brings a guest's cart to a customer (DEC-54); answers the cart that is theirs now, or why nothing was written. */
export async function syncCart(
  tx: Tx,
  guestCartId: string,
  customerId: string,
  now: Date,
): Promise<{ cartId: string } | { refusal: SyncRefusal }> {
  const [row] = await callSync(tx, [guestCartId, customerId, lineLimit, quantityLimit, now]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.cart) throw new Error('sync_cart answered neither a cart nor a refusal');
  return { cartId: row.cart };
}

/** Opens an empty cart and answers it. */
export async function createCart(tx: Tx, id: string, now: Date, policy: ShopPolicy): Promise<CartSnapshot> {
  await insertCart(tx, [id, now]);
  return priceCart(emptyCart(id, now), policy);
}

const emptyCart = (id: string, now: Date): StoredCart => ({
  id,
  status: 'open',
  customerId: null,
  ownerId: null,
  isEmployee: false,
  email: null,
  lines: [],
  donation: null,
  shippingAddress: null,
  shippingMethod: null,
  billingAddress: null,
  isSoldByLink: false,
  paymentMethod: null,
  card: null,
  couponCode: null,
  coupon: null,
  certificate: null,
  orderNumber: null,
  // Nothing lies in it that carries tax.
  shopTaxRate: issuerRates.general,
  updatedAt: now,
});

/** Why a cart may not be changed. */
export type LockRefusal = 'CART_NOT_FOUND' | 'CART_CLOSED' | 'ORDER_IN_PROGRESS';

const selectState = statement<{ status: CartStatus; number: number | null; owner_id: string | null }, [id: string]>(
  'carts.state',
  `select c.status, cart_owner(c) as owner_id, o.number
   from carts c left join orders o on o.cart_id = c.id and o.status <> 'void'
   where c.id = $1`,
);

/** Status, order number and owner of a cart, as it says them of itself when it refuses a change. */
export async function findCartState(
  tx: Tx,
  id: string,
): Promise<{ status: CartStatus; orderNumber: string | null; ownerId: string | null } | undefined> {
  const [row] = await selectState(tx, [id]);
  if (row === undefined) return undefined;
  const { status, number, owner_id: ownerId } = row;
  return { status, ownerId, orderNumber: number === null ? null : String(number) };
}

const callDeleteIdle = statement<{ carts: number; last: string | null }, [before: Date, beyond: string, most: number]>(
  'carts.delete-idle',
  'select carts, last from delete_idle_carts($1, $2, $3)',
);

/** Before every cart's id. */
export const firstCart = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes guest carts not changed since `before` (DEC-72), and copies of payment links that nobody touched for a day (DEC-213), in the order of their ids and beyond the given one, at most
 * `most` a call; `last` is where the next call goes on, null when none was left. Orders of theirs that came to nothing stay,
 * without naming anybody.
 */
export async function deleteIdleCarts(
  tx: Tx,
  before: Date,
  beyond: string,
  most = 1_000,
): Promise<{ carts: number; last: string | null }> {
  const [row] = await callDeleteIdle(tx, [before, beyond, most]);
  return row ?? { carts: 0, last: null };
}

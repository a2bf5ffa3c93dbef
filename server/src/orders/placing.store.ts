import type { CartStatus } from '../carts/cart-snapshot.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import { contactOf, type OrderDraft, orderLinesOf } from './order-draft.ts';

/** How long an answer is kept under its key (DEC-172). */
const keyLifeMs = 86_400_000;

/** A first call that has not ended by then has died: its key may be used again. */
const keyLockMs = 60_000;

// The key is claimed after the cart's lock, so that calls for one cart come one after the other. A key of a dead call
// or of yesterday is taken over.
const lockCartAndKey = statement<
  { status: CartStatus; has_key: boolean },
  [cart: string, key: string | null, hash: string, now: Date, lockedUntil: Date, expired: Date]
>(
  'orders.lock-cart',
  `with cart as materialized (select status from carts where id = $1 for update),
   claimed as (
     insert into idempotency_keys as k (key, scope, request_hash, created_at, locked_until)
       select $2, 'placeOrder', $3, $4, $5 from cart where $2::text is not null
     on conflict (scope, key) do update
       set request_hash = excluded.request_hash, created_at = excluded.created_at,
         locked_until = excluded.locked_until, status = null, answer = null
       where k.created_at < $6 or (k.answer is null and k.locked_until < $4 and k.request_hash = $3)
     returning key)
   select status, exists (select from claimed) as has_key from cart`,
);

/** Locks a cart until the transaction ends and claims the key; undefined = no such cart. `hasKey` false: it is known. */
export async function lockCart(
  tx: Tx,
  lock: { cartId: string; key: string | undefined; requestHash: string },
  now: Date,
): Promise<{ status: CartStatus; hasKey: boolean } | undefined> {
  const lockedUntil = new Date(now.getTime() + keyLockMs);
  const expired = new Date(now.getTime() - keyLifeMs);
  const [row] = await lockCartAndKey(tx, [lock.cartId, lock.key ?? null, lock.requestHash, now, lockedUntil, expired]);
  return row && { status: row.status, hasKey: row.has_key };
}

export interface LockedLevel {
  productId: number;
  storeCode: string;
  isWarehouse: boolean;
  quantity: number;
}

// Always in this order, and all places of a product: so two placements never wait for each other.
const lockLevelRows = statement<
  { product_id: number; store_code: string; is_warehouse: boolean; quantity: number },
  [products: readonly number[]]
>(
  'orders.lock-stock',
  `select l.product_id, l.store_code, s.is_warehouse, l.quantity
   from stock_levels l join stores s on s.store_code = l.store_code
   where l.product_id = any ($1)
   order by l.product_id, l.store_code
   for no key update of l`,
);

/** What every place holds of these products, locked until the transaction ends (DEC-81). */
export async function lockStock(tx: Tx, productIds: readonly number[]): Promise<LockedLevel[]> {
  const rows = await lockLevelRows(tx, [productIds]);
  return rows.map((row) => ({
    productId: row.product_id,
    storeCode: row.store_code,
    isWarehouse: row.is_warehouse,
    quantity: row.quantity,
  }));
}

// One statement writes the whole placement. $2 tells whether the order stands at once (cash, nothing to charge): then it
// gets its number, closes the cart, keeps the answer and adds the job of its mail. Every update is conditional and
// counted: what does not come out as planned is undone by the caller.
const insertPlacement = statement<{ number: number | null; levels: number; jobs: number }, readonly unknown[]>(
  'orders.place',
  `with placed as (
     insert into orders (id, number, status, cart_id, customer_id, email, contact, shipping_method, shipping_address,
       billing_address, payment_type, payment_plan, coupon_code, subtotal, warranties, donation, shipping, discount,
       total, discounts, delivery_promise, idempotency_key, settle_after, created_at, placed_at, updated_at)
     values ($1, case when $2::boolean then nextval('order_numbers') end,
       case when $2 then 'processing' else 'placing' end::order_status, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       $14, $15, $16, $17, $18, $19, $20, $21, case when $2 then null else $22::timestamptz end, $23,
       case when $2 then $23::timestamptz end, $23)
     returning id, number),
   lines as (
     insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity,
       unit_price, regular_price, warranty, gift_card, free_gifts, event_url)
     select $1, l.* from jsonb_to_recordset($24::jsonb) as l (position integer, product_id bigint, sku text, title text,
       brand text, picture_url text, seller_id integer, quantity integer, unit_price bigint, regular_price bigint,
       warranty jsonb, gift_card jsonb, free_gifts jsonb, event_url text)),
   payment as (
     insert into payments (id, order_id, kind, plan, amount, status, card_brand, card_masked, created_at, decided_at)
     values ($25, $1, $10, $11, $26, case when $2 and $10 <> 'Cash' then 'approved' else 'pending' end::payment_status,
       $27, $28, $23, case when $2 and $10 <> 'Cash' then $23::timestamptz end)),
   claim as (
     select * from unnest($29::bigint[], $30::text[], $31::integer[]) as c (product_id, store_code, quantity)),
   claims as (
     insert into stock_claims (order_id, product_id, store_code, quantity) select $1, c.* from claim c),
   levels as (
     update stock_levels l set quantity = l.quantity - c.quantity from claim c
     where l.product_id = c.product_id and l.store_code = c.store_code and l.quantity >= c.quantity
     returning 1),
   movements as (
     insert into stock_movements (product_id, store_code, delta, reason, order_id)
     select product_id, store_code, -quantity, 'order', $1 from claim),
   cart as (update carts set status = case when $2 then 'ordered' else 'placing' end::cart_status where id = $3),
   event as (insert into order_events (order_id, kind, created_at) values ($1, 'received', $23)),
   kept as (
     update idempotency_keys k set status = 200, answer = jsonb_build_object('orderNumber', placed.number::text)
     from placed where $2 and k.scope = 'placeOrder' and k.key = $21),
   job as (
     select graphile_worker.add_job('order-confirmation', json_build_object('orderId', id)) from placed where $2)
   select number, (select count(*) from levels) as levels, (select count(*) from job) as jobs from placed`,
);

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

/** Writes the order with its claims; answers its number, null while it is `placing`. */
export async function insertOrder(tx: Tx, draft: OrderDraft): Promise<string | null> {
  const { cart, payment, claims, now } = draft;
  const { totals } = cart;
  const [row] = await insertPlacement(tx, [
    draft.orderId,
    draft.isConfirmed,
    cart.id,
    cart.customerId,
    cart.email,
    json(contactOf(cart)),
    cart.isDigitalOnly ? null : cart.shippingMethod,
    json(cart.shippingAddress),
    json(cart.billingAddress),
    payment.type,
    payment.plan,
    cart.coupon?.code ?? null,
    totals.subtotal,
    totals.warranties,
    cart.donation ?? 0,
    totals.shipping,
    totals.discount,
    totals.grandTotal,
    JSON.stringify(totals.discounts),
    json(draft.deliveryPromise),
    draft.idempotencyKey ?? null,
    draft.settleAfter,
    now,
    JSON.stringify(orderLinesOf(cart)),
    draft.paymentId,
    payment.amount,
    payment.card?.brand ?? null,
    payment.card?.masked ?? null,
    claims.map((claim) => claim.productId),
    claims.map((claim) => claim.storeCode),
    claims.map((claim) => claim.quantity),
  ]);
  if (row === undefined || row.levels !== claims.length) throw new Error('stock that was locked is not there');
  return row.number === null ? null : String(row.number);
}

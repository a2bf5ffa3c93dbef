import { readFlags } from '@ceiba/domain/flags/flags';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { CartStatus } from '../../carts/cart-snapshot.ts';
import { chargeableCardJson, readChargeableCard, type StoredCard } from '../../payments/saved-cards.store.ts';
import { brokenRuleOf, type Transaction, type Tx } from '../../platform/db/database.ts';
import { column, statement } from '../../platform/db/statement.ts';
import { type LockedLevel, noPaymentSources, type PaymentSources, type PlacementDraft } from './placement.ts';
import { rowOf } from './placement-row.ts';

// Locks in a fixed order, so that two placements never deadlock. Locks places without units, too, because units may arrive during the wait.
// A pickup locks only warehouses and its own store. Locks no stock for a call that will be refused because of the cart's owner (DEC-05) or
// missing data (DEC-135). Such a call would otherwise block the buyers of up to fifty products. A subquery reads the cart, because with a
// join PostgreSQL would plan each call again.
const lockLevelRows = statement(
  'orders.lock-stock',
  `select l.product_id, l.store_code, s.is_warehouse, s.display_units, l.quantity
   from stock_levels l join stores s on s.store_code = l.store_code
   where l.product_id = any (array(
       select product_id from cart_lines where cart_id = $1 and (
         select c.status = 'open' and coalesce(cart_owner(c) = $2, cart_owner(c) is null) and c.email is not null
           and c.shipping_method is not null and c.billing_address is not null and c.payment_method is not null
           and (c.shipping_method <> 'pickup' or c.shipping_address ->> 'storeCode' is not null)
         from carts c where c.id = $1)))
     and (s.is_warehouse
       or (select shipping_method is distinct from 'pickup' from carts where id = $1)
       or s.store_code = (select shipping_address ->> 'storeCode' from carts where id = $1))
   order by l.product_id, l.store_code
   for no key update of l`,
);

/**
 * Locks the stock levels of all places that can serve a cart, until the transaction ends (DEC-81). The caller has locked the cart. Returns
 * no levels if `viewerId` may not order the cart, or if the cart is not ready. The caller must then refuse the order.
 */
export async function lockStock(tx: Tx, cartId: string, viewerId: string | null): Promise<LockedLevel[]> {
  return lockLevelRows(tx, [cartId, viewerId]);
}

// One statement writes the whole placement. An order that is confirmed immediately also gets its number, closes the cart, stores the answer
// and queues its mails (`writeOrderMails`). The statement is sent with COMMIT, so the database has to check it: `check_placed` compares the
// written rows with the plan, and a difference rolls back. The order's creation time is by the database's clock, like the budgets. A
// trigger moves the start of the lease from BEGIN to COMMIT. The key is compared by value, not joined. With a join, a plan made for an
// empty table would read all stored keys.
const insertPlacement = statement(
  'orders.place',
  `with draft as materialized (
     select d.*, payment_type = 'Cash' or payment_type = 'StorePayment' and total > 0 as is_paid_later from jsonb_to_record($1::jsonb) as d (order_id uuid,
       is_confirmed boolean, first_status text, cart_id uuid, customer_id uuid, email text, contact jsonb, shipping_method text,
       shipping_address jsonb, billing_address jsonb, payment_type text, payment_plan integer, coupon_code text, certificate_code text,
       subtotal bigint, warranties bigint, donation bigint, shipping bigint, shipping_tax_rate integer, delivery_rate bigint, discount bigint, total bigint,
       gift_cards bigint, taken_cards jsonb, discounts jsonb, delivery_promise jsonb, idempotency_key text, settle_after_ms integer, client_key text, network_key text,
       contact_confirmed boolean, confirmation_due text, now timestamptz,
       payment_id uuid, payment_amount bigint, card_brand text, card_masked text, card_bin text, card_key text, acquirer text, lines jsonb, shipments jsonb, claims jsonb)),
   placed as (
     insert into orders (id, number, status, cart_id, customer_id, email, contact, shipping_method, shipping_address,
       billing_address, payment_type, payment_plan, coupon_code, certificate_code, subtotal, warranties, donation, shipping, shipping_tax_rate, delivery_rate, discount,
       total, gift_cards, discounts, delivery_promise, idempotency_key, settle_after, client_key, network_key, contact_confirmed, confirmation_due, created_at, placed_at, updated_at)
     select order_id, case when is_confirmed then nextval('order_numbers') end,
       case when is_confirmed then first_status else 'placing' end::order_status, cart_id, customer_id, email, contact,
       shipping_method, shipping_address, billing_address, payment_type, payment_plan, coupon_code, certificate_code, subtotal,
       warranties, donation, shipping, shipping_tax_rate, delivery_rate, discount, total, gift_cards, discounts, delivery_promise, idempotency_key,
       case when not is_confirmed then now() + settle_after_ms * interval '1 millisecond' end, client_key, network_key, contact_confirmed, confirmation_due::timestamptz,
       clock_timestamp(), case when is_confirmed then d.now end, d.now
     from draft d
     returning id, number),
   lines as (
     insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity,
       unit_price, regular_price, warranty, gift_card, free_gifts, event_url, offer_id, kind, discount, points_share, tax_rate,
       goods_iva, warranty_points, warranty_tax_rate, warranty_iva, reference_price)
     select d.order_id, l.* from draft d, jsonb_to_recordset(d.lines) as l (position integer, product_id bigint,
       sku text, title text, brand text, picture_url text, seller_id integer, quantity integer, unit_price bigint,
       regular_price bigint, warranty jsonb, gift_card jsonb, free_gifts jsonb, event_url text,
       offer_id text, kind text, discount bigint, points_share bigint, tax_rate integer,
       goods_iva bigint, warranty_points bigint, warranty_tax_rate integer, warranty_iva bigint, reference_price bigint)),
   -- Shipments of an order that is confirmed immediately. An order that is charged gets them with its number (orders.confirm).
   shipments as (
     insert into shipments (order_id, n, seller_id, store_code, place, promised_on, state, cash_due, brings_donation)
     select d.order_id, s.shipment_number, s.seller_id, case when d.shipping_method = 'storepickup' then d.shipping_address ->> 'storeCode' end,
       s.place, promised_day(d.delivery_promise, s.seller_id), s.state::shipment_state, s.cash_due, s.shipment_number = 1 and d.donation > 0
     from draft d, jsonb_to_recordset(d.shipments) as s (shipment_number integer, seller_id integer, place text, state text, cash_due bigint)
     where d.is_confirmed),
   units as (
     insert into shipment_lines (order_id, n, position, quantity)
     select d.order_id, s.shipment_number, l.position, l.quantity
     from draft d, jsonb_to_recordset(d.lines) as l (position integer, seller_id integer, quantity integer),
       jsonb_to_recordset(d.shipments) as s (shipment_number integer, seller_id integer)
     where d.is_confirmed and s.seller_id = l.seller_id),
   coupon as materialized (
     select claim_coupon(order_id, coupon_code, coalesce(email, ''), d.now) as is_claimed
     from draft d where coupon_code is not null),
   payment as (
     insert into payments (id, order_id, kind, plan, amount, status, card_brand, card_masked, card_bin, card_key, acquirer, created_at, decided_at)
     select payment_id, order_id, payment_type, payment_plan, payment_amount,
       case when is_confirmed and not is_paid_later then 'approved' else 'pending' end::payment_status,
       card_brand, card_masked, card_bin, card_key, acquirer, clock_timestamp(), case when is_confirmed and not is_paid_later then d.now end
     from draft d),
   cards as (
     insert into gift_card_movements (card_id, kind, amount, order_id, actor)
     select c.card_id, 'taken', -c.amount, d.order_id, '{"kind": "customer", "id": null}'
     from draft d, jsonb_to_recordset(d.taken_cards) as c (card_id bigint, amount bigint)),
   claim as (
     select c.* from draft d,
       jsonb_to_recordset(d.claims) as c (shipment_number integer, product_id bigint, store_code text, quantity integer)),
   claims as (
     insert into stock_claims (order_id, n, product_id, store_code, quantity) select order_id, c.* from draft, claim c),
   levels as (
     update stock_levels l set quantity = l.quantity - c.quantity
     from (select product_id, store_code, sum(quantity)::integer as quantity, count(*) as claims from claim group by product_id, store_code) c
     where l.product_id = c.product_id and l.store_code = c.store_code and l.quantity >= c.quantity
     returning c.claims),
   movements as (
     insert into stock_movements (product_id, store_code, delta, reason, order_id)
     select product_id, store_code, -quantity, 'order', order_id from draft, claim),
   cart as (
     update carts c set status = case when is_confirmed then 'ordered' else 'placing' end::cart_status
     from draft where c.id = draft.cart_id and c.status = 'open'
     returning 1),
   event as (
     insert into order_events (order_id, kind, created_at) select order_id, 'received', d.now from draft d),
   kept as (
     update idempotency_keys k set order_id = d.order_id, status = case when d.is_confirmed then 200 end,
       answer = case when d.is_confirmed then
       jsonb_strip_nulls(jsonb_build_object('orderNumber', placed.number::text, 'confirmBefore', d.confirmation_due)) end
     from placed, draft d where k.scope = 'placeOrder' and k.key = (select idempotency_key from draft)
     returning 1),
   mailed as (insert into order_mail_outbox (order_id) select id from placed where number is not null)
   select (select number from placed) as number from draft
   where check_placed((select count(*) from placed), (select count(*) from cart),
     (select count(*) from kept), case when idempotency_key is null then 0 else 1 end,
     (select coalesce(sum(claims), 0)::bigint from levels), jsonb_array_length(claims), coalesce((select is_claimed from coupon), true))`,
);

/** The constraint that `check_placed` names when the coupon has expired or reached its limits. */
const couponClaimed = 'orders_coupon_claimed';

/**
 * Writes the order with its claims and the use of its coupon (DEC-78, CUP-11), and commits. Returns the order's number. Null
 * while the order is `placing`. Refuses and writes nothing if the coupon has expired or reached its limits.
 */
export async function insertOrder(
  { sentWithCommit }: Transaction,
  draft: PlacementDraft,
): Promise<Result<{ orderNumber: string | null }, { code: 'COUPON_NOT_CLAIMED' }>> {
  try {
    const [row] = await insertPlacement(sentWithCommit, [rowOf(draft)]);
    if (row === undefined) throw new Error('orders.place returned no row');
    return ok({ orderNumber: row.number === null ? null : String(row.number) });
  } catch (error) {
    if (brokenRuleOf(error) === couponClaimed) return refuse({ code: 'COUPON_NOT_CLAIMED' });
    throw error;
  }
}

/** The state of a cart after tries to order it. */
export interface FoundPlacement {
  status: CartStatus;
  ownerId: string | null;
  /** True if one of the given keys placed the cart's order, or is placing it. */
  isOwn: boolean;
  /** Null if the cart has no placed order. */
  orderNumber: string | null;
  /** Null if the order does not wait for the link in its mail. */
  confirmationDue: Date | null;
}

const selectPlacement = statement(
  'orders.placement',
  `select c.status, cart_owner(c) as owner_id, o.idempotency_key = any ($2) as is_own, o.number, o.confirmation_due
   from carts c left join orders o on o.cart_id = c.id and o.status <> 'void'
   where c.id = $1`,
);

/** Returns the state of a cart. Undefined if the cart does not exist. Writes and locks nothing. */
export async function findPlacement(tx: Tx, cartId: string, keys: string[]): Promise<FoundPlacement | undefined> {
  const [row] = await selectPlacement(tx, [cartId, keys]);
  if (row === undefined) return undefined;
  const { status, ownerId, isOwn, number } = row;
  return {
    ...{ status, ownerId, isOwn: isOwn ?? false },
    orderNumber: number === null ? null : String(number),
    confirmationDue: row.confirmationDue,
  };
}

const selectPaymentSources = statement(
  'orders.payment-sources',
  `select (select certificate_code from carts where id = $1 and status = 'open') as certificate_code,
     (select jsonb_object_agg(name, enabled) from flags) as flags, ${chargeableCardJson('$2', '$3', '$4', '$5')} as card`,
  { flags: column<Record<string, boolean>>(), card: column<StoredCard>() },
);

/**
 * Reads certificate and saved card in one statement, because an order should send few statements (ARCHITECTURE.md §8). `card`: null if no
 * saved card pays.
 */
export async function findPaymentSources(
  tx: Tx,
  { cartId, card, acquirer }: { cartId: string; card: { id: string; customerId: string } | null; acquirer: string },
  now: Date,
): Promise<PaymentSources> {
  const [row] = await selectPaymentSources(tx, [cartId, card?.id ?? null, card?.customerId ?? null, acquirer, now]);
  if (row === undefined) return noPaymentSources;
  const { certificateCode: code, flags } = row;
  return {
    pointsReservation: code === null ? null : { code, flags: readFlags(flags ?? {}) },
    savedCard: row.card && readChargeableCard(row.card),
  };
}

import { lineLimit, quantityLimit } from '@ceiba/domain/carts/cart-limits';
import type { LineKind } from '@ceiba/domain/carts/cart-line';
import { isOnSaleSinceAdded } from '@ceiba/domain/carts/readiness';
import { centavos, zero } from '@ceiba/domain/money/money';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { productCardSelect } from '../catalog/product-card.store.ts';
import { type ProductCardRow, priceNow, toProduct } from '../catalog/product-card.ts';
import { type CardBinColumn, cardBinJson } from '../platform/card-bin-row.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import { type CouponColumn, couponOfCart } from './cart-coupon.ts';
import {
  type AppliedCertificate,
  type CartLine,
  type CartSnapshot,
  type CartStatus,
  priceCart,
  type StoredBillingAddress,
  type StoredCart,
  type StoredGiftCard,
  type StoredPaymentMethod,
  type StoredShippingAddress,
  withAllowedMethod,
} from './cart-snapshot.ts';

interface CartColumns extends CardBinColumn {
  cart_id: string;
  cart_status: CartStatus;
  customer_id: string | null;
  is_employee: boolean;
  email: string | null;
  donation: number | null;
  shipping_address: StoredShippingAddress | null;
  has_pickup_store: boolean;
  shipping_method: 'delivery' | 'pickup' | null;
  billing_address: StoredBillingAddress | null;
  payment_method: StoredPaymentMethod | null;
  updated_at: Date;
  order_number: number | null;
  coupon_code: string | null;
  coupon: CouponColumn | null;
  certificate_code: string | null;
  certificate_amount: number | null;
  certificate_program: PointsPaymentType | null;
}

interface LineColumns extends ProductCardRow {
  line_id: string;
  line_quantity: number;
  line_parent_sku: string | null;
  line_gift_card: StoredGiftCard | null;
  line_added_at: Date;
  warranty_id: number | null;
  warranty_sku: string | null;
  warranty_label: string | null;
  warranty_amount: number | null;
}

type CartRow = CartColumns & (LineColumns | { line_id: null });

// One row per line, one for a cart without lines. A warranty that was moved to other products since is sold no more.
const readRows = statement<CartRow, [id: string, now: Date]>(
  'carts.read',
  `select c.id as cart_id, c.status as cart_status, c.customer_id, is_employee(c.customer_id), c.email, c.donation,
     c.shipping_address, c.shipping_method, c.billing_address, c.payment_method, c.updated_at,
     exists (select from stores s where s.store_code = c.shipping_address ->> 'storeCode' and s.is_pickup) as has_pickup_store,
     ${cardBinJson('b')} as card_bin,
     o.number as order_number,
     c.coupon_code, case when c.coupon_code is not null then coupon_facts(c.coupon_code, c.email) end as coupon,
     c.certificate_code, c.certificate_amount,
     (select program from points_certificates p where p.code = c.certificate_code::uuid) as certificate_program,
     l.id as line_id, l.quantity as line_quantity, l.parent_sku as line_parent_sku, l.gift_card as line_gift_card,
     l.added_at as line_added_at,
     w.id as warranty_id, w.sku as warranty_sku, w.label as warranty_label, w.amount as warranty_amount,
     product.*
   from carts c
     left join orders o on o.cart_id = c.id and o.status <> 'void'
     left join card_bins b on b.bin = c.payment_method ->> 'bin'
     left join cart_lines l on l.cart_id = c.id
     left join warranties w on w.sku = l.warranty_sku and w.id in (select fit.id from product_warranties(l.product_id) fit)
     left join lateral (${productCardSelect('l.product_id', '$2')}) product on true
   where c.id = $1
   order by l.added_at, l.id`,
);

/** The priced cart with the products of its lines as of `now`; undefined when there is none. One statement. */
export async function readCart(tx: Tx, id: string, now: Date, policy: ShopPolicy): Promise<CartSnapshot | undefined> {
  const rows = await readRows(tx, [id, now]);
  const [cart] = rows;
  if (cart === undefined) return undefined;
  const lines = rows.flatMap((row) => (row.line_id === null ? [] : [toLine(row, now)]));
  return priceCart(withAllowedMethod({ ...toCart(cart, now), lines }), policy);
}

/** For a cart that was just changed: throws when there is none. */
export async function getChangedCart(tx: Tx, id: string, now: Date, policy: ShopPolicy): Promise<CartSnapshot> {
  const cart = await readCart(tx, id, now, policy);
  if (cart === undefined) throw new Error('a cart vanished between its change and its answer');
  return cart;
}

const toCart = (row: CartColumns, now: Date): Omit<StoredCart, 'lines'> => ({
  id: row.cart_id,
  status: row.cart_status,
  customerId: row.customer_id,
  isEmployee: row.is_employee,
  email: row.email,
  donation: row.donation === null ? null : centavos(row.donation),
  // Chosen before it stopped handing out orders (DEC-97), a store is none.
  shippingAddress:
    row.shipping_address && !row.has_pickup_store ? { ...row.shipping_address, storeCode: null } : row.shipping_address,
  shippingMethod: row.shipping_method === 'pickup' ? 'storepickup' : row.shipping_method,
  billingAddress: row.billing_address,
  paymentMethod: row.payment_method,
  card: row.card_bin,
  couponCode: row.coupon_code,
  coupon: couponOfCart(row.cart_status, row.coupon, now),
  certificate: toCertificate(row),
  orderNumber: row.order_number === null ? null : String(row.order_number),
  updatedAt: row.updated_at,
});

function toCertificate(row: CartColumns): AppliedCertificate | null {
  const { certificate_code: code, certificate_amount: amount, certificate_program: program } = row;
  return code === null || amount === null || program === null ? null : { code, program, amount: centavos(amount) };
}

function toLine(row: LineColumns, now: Date): CartLine {
  const sale =
    row.flash_starts_at && row.flash_ends_at ? { startsAt: row.flash_starts_at, endsAt: row.flash_ends_at } : null;
  const product = toProduct(row, now, 'detail');
  const price = priceNow(row);
  return {
    id: row.line_id,
    productId: row.product_id,
    sku: product.sku,
    kind: lineKinds[row.kind],
    sellerId: row.seller_id,
    quantity: row.line_quantity,
    salesPrice: price ?? zero,
    regularPrice: centavos(row.regular_price ?? 0),
    warranty: toWarranty(row),
    giftCard: row.line_gift_card,
    parentSku: row.line_parent_sku,
    eventUrl: row.event_url,
    // What has lost its price cannot be bought.
    status: price === null ? 'OUT_OF_STOCK' : product.status,
    salableQuantity: product.salableQuantity,
    onSale: isOnSaleSinceAdded(row.line_added_at, sale, now),
    isRestricted: row.is_restricted,
    isDropshipping: row.is_dropshipping,
    product,
  };
}

const lineKinds = { goods: 'product', gift_card: 'giftCard', service: 'service' } as const satisfies Record<
  string,
  LineKind
>;

const toWarranty = ({ warranty_id: id, warranty_sku: sku, warranty_label, warranty_amount }: LineColumns) =>
  id === null || sku === null ? null : { id, sku, label: warranty_label ?? '', amount: centavos(warranty_amount ?? 0) };

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

export type SyncRefusal = LockRefusal | 'FORBIDDEN' | 'CART_LINE_LIMIT';

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
  isEmployee: false,
  email: null,
  lines: [],
  donation: null,
  shippingAddress: null,
  shippingMethod: null,
  billingAddress: null,
  paymentMethod: null,
  card: null,
  couponCode: null,
  coupon: null,
  certificate: null,
  orderNumber: null,
  updatedAt: now,
});

/** Why a cart may not be changed. */
export type LockRefusal = 'CART_NOT_FOUND' | 'CART_CLOSED' | 'ORDER_IN_PROGRESS';

const selectState = statement<{ status: CartStatus; number: number | null }, [id: string]>(
  'carts.state',
  `select c.status, o.number from carts c left join orders o on o.cart_id = c.id and o.status <> 'void'
   where c.id = $1`,
);

/** Status and order number of a cart that refused a change. */
export async function findCartState(
  tx: Tx,
  id: string,
): Promise<{ status: CartStatus; orderNumber: string | null } | undefined> {
  const [row] = await selectState(tx, [id]);
  return row && { status: row.status, orderNumber: row.number === null ? null : String(row.number) };
}

const callDeleteIdle = statement<{ carts: number; last: string | null }, [before: Date, beyond: string, most: number]>(
  'carts.delete-idle',
  'select carts, last from delete_idle_carts($1, $2, $3)',
);

/** Before every cart's id. */
export const firstCart = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes guest carts not changed since `before` (DEC-72), in the order of their ids and beyond the given one, at most
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

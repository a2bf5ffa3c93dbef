import { isOnSaleSinceAdded } from '@ceiba/domain/carts/readiness';
import { centavos, zero } from '@ceiba/domain/money/money';
import type { CardBin } from '@ceiba/domain/payments/installments';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';
import type { ShopOffers } from '@ceiba/domain/policies/shop-offers';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { issuerRates, type TaxRegime } from '@ceiba/domain/sellers/tax-regime';
import type { VisitRefusal } from '@ceiba/domain/visits/visit';
import { productCardSelect, productFactsSelect, soldProductSelect } from '../catalog/product-card.store.ts';
import {
  type DisplayContext,
  giftsOf,
  isOutOfStock,
  type ProductCardRow,
  type ProductFactsRow,
  priceNow,
  type SoldProductRow,
  toProduct,
  toThumbnailUrl,
} from '../catalog/product-card.ts';
import { cardBinJson } from '../platform/db/card-bin-row.ts';
import { builtStatement, type Tx } from '../platform/db/database.ts';
import { type CouponColumn, couponOfCart, problemOfCoupon } from './cart-coupon.ts';
import {
  type AppliedCertificate,
  type CartLine,
  type CartSnapshot,
  type CartStatus,
  emptyCart,
  type LineFacts,
  type PricedCart,
  priceCart,
  type SoldCart,
  type SoldLine,
  type StoredBillingAddress,
  type StoredCart,
  type StoredGiftCard,
  type StoredPaymentMethod,
  type StoredShippingAddress,
  withAllowedMethod,
} from './cart-snapshot.ts';

interface CartColumns {
  card_bin: CardBin | null;
  cart_id: string;
  cart_status: CartStatus;
  customer_id: string | null;
  owner_id: string | null;
  is_employee: boolean;
  email: string | null;
  donation: number | null;
  shipping_address: StoredShippingAddress | null;
  has_pickup_store: boolean;
  shipping_method: 'delivery' | 'pickup' | null;
  billing_address: StoredBillingAddress | null;
  is_sold_by_link: boolean;
  payment_method: StoredPaymentMethod | null;
  updated_at: Date;
  order_number: number | null;
  shop_regime: TaxRegime | null;
  coupon_code: string | null;
  coupon: CouponColumn | null;
  certificate_code: string | null;
  certificate_amount: number | null;
  certificate: { program: PointsPaymentType } | null;
}

interface LineColumns {
  line_id: string;
  line_quantity: number;
  line_parent_sku: string | null;
  line_gift_card: StoredGiftCard | null;
  line_added_at: Date;
  line_seen_price: number | null;
  line_offer_id: string | null;
  /** True if the seller whose offer was added still offers the product. */
  line_is_offered: boolean;
  /** The address of the product's event at the time when the product was added (DEC-144). */
  line_event_url: string | null;
  warranty_id: number | null;
  warranty_sku: string | null;
  warranty_label: string | null;
  warranty_amount: number | null;
  /** Tax regime of the seller that would invoice the line. */
  issuer_regime: TaxRegime;
  /** For visits only: the reason why this cart cannot order the visit, or null. Null for every other product. */
  line_visit: { refusal: VisitRefusal | null } | null;
}

type CartRow<Product extends ProductFactsRow> = CartColumns & ((LineColumns & Product) | { line_id: null });

// Returns one row per line, and one row for a cart without lines. `offset 0` makes PostgreSQL compute the cart's own columns once, not per line.
// Values of other tables are looked up one by one, as in `productCardSelect`. A warranty that was moved to another product is no longer sold.
// The function `suits_product` checks this, so that lines without a warranty cost nothing extra.
const cartSelect = (product: string): string => `select cart.*,
     l.id as line_id, l.quantity as line_quantity, l.parent_sku as line_parent_sku, l.gift_card as line_gift_card,
     l.added_at as line_added_at, l.seen_price as line_seen_price, l.offer_id as line_offer_id, l.seller_id = product.seller_id
       and (l.seller_id = 1 or l.offer_id is not distinct from product.offer_id) as line_is_offered, l.event_url as line_event_url,
     w.id as warranty_id, w.sku as warranty_sku, w.label as warranty_label, w.amount as warranty_amount,
     (select s.tax_regime from sellers s where s.id = product.seller_id) as issuer_regime,
     case when product.kind = 'service' then visit_of_line(cart.cart_id, l.product_id) end as line_visit, product.*
   from (
     select c.id as cart_id, c.status as cart_status, c.customer_id, cart_owner(c) as owner_id,
       c.customer_id is not null and is_employee(c.customer_id) as is_employee, c.email, c.donation,
       c.shipping_address, c.shipping_method, c.billing_address, c.payment_method, c.updated_at,
       c.advisor_hash is not null and is_sold_by_link(c) as is_sold_by_link,
       coalesce((select is_pickup from stores where store_code = c.shipping_address ->> 'storeCode'), false) as has_pickup_store,
       (select ${cardBinJson('b', '$2')} from card_bins b where b.bin = c.payment_method ->> 'bin') as card_bin,
       (select number from orders o where o.cart_id = c.id and o.status <> 'void') as order_number,
       (select s.tax_regime from sellers s where s.id = 1) as shop_regime,
       c.coupon_code, case when c.coupon_code is not null then coupon_facts(c.coupon_code, c.email) end as coupon,
       c.certificate_code, c.certificate_amount,
       (select json_build_object('program', program) from points_certificates p where p.code = c.certificate_code::uuid) as certificate
     from carts c
     where c.id = $1
     offset 0) cart
     left join cart_lines l on l.cart_id = cart.cart_id
     left join warranties w on w.sku = l.warranty_sku and suits_product(w.id, l.product_id)
     left join lateral (${product}) product on true
   order by l.added_at, l.id`;

const readRows = builtStatement<CartRow<ProductCardRow>, [id: string, now: Date]>(
  'carts.read',
  cartSelect(productCardSelect('l.product_id', '$2')),
);

const readPricedRows = builtStatement<CartRow<ProductFactsRow>, [id: string, now: Date]>(
  'carts.read-priced',
  cartSelect(productFactsSelect('l.product_id', '$2')),
);

const readSoldRows = builtStatement<CartRow<SoldProductRow>, [id: string, now: Date]>(
  'carts.read-sold',
  cartSelect(soldProductSelect('l.product_id', '$2')),
);

const readProductRow = builtStatement<
  ProductFactsRow & { issuer_regime: TaxRegime; shop_regime: TaxRegime | null },
  [sku: string, now: Date]
>(
  'carts.read-product',
  `select product.*, (select s.tax_regime from sellers s where s.id = product.seller_id) as issuer_regime,
     (select s.tax_regime from sellers s where s.id = 1) as shop_regime
   from products asked, lateral (${productFactsSelect('asked.id', '$2')}) product
   where asked.sku = $1 and asked.is_published`,
);

/** A product with the units of a cart that is stored nowhere. */
type LooseProductRow = Omit<LooseLineRow, 'warranty'> & { title: string };

/** The products on sale with these skus, with the units that are asked for. */
export const selectLooseProducts = builtStatement<
  LooseProductRow,
  [skus: readonly string[], quantities: readonly number[], now: Date]
>(
  'carts.loose-products',
  `select asked.quantity as line_quantity, found.title, product.*,
     (select s.tax_regime from sellers s where s.id = product.seller_id) as issuer_regime,
     (select s.tax_regime from sellers s where s.id = 1) as shop_regime
   from unnest($1::text[], $2::integer[]) with ordinality asked (sku, quantity, n)
     join products found on found.sku = asked.sku and found.is_published
     cross join lateral (${productFactsSelect('found.id', '$3')}) product
   order by asked.n`,
);

/** The policy. `earnsPoints` may be missing, for jobs that show no products. */
type CartPolicy = ShopPolicy & Partial<Pick<ShopOffers, 'earnsPoints'>>;

/**
 * Reads the priced cart with its lines' products at the time `now`, in one statement. Undefined if the cart does not
 * exist.
 */
export async function readCart(tx: Tx, id: string, now: Date, policy: CartPolicy): Promise<CartSnapshot | undefined> {
  const showing = { now, policy: { ...policy, earnsPoints: policy.earnsPoints ?? false } };
  return toSnapshot(await readRows(tx, [id, now]), (row) => toCardLine(row, showing), now, policy);
}

/** Reads a cart like `readCart` for callers that show no lines, with only the product data that prices and stock need. */
export async function readPricedCart(
  tx: Tx,
  id: string,
  now: Date,
  policy: ShopPolicy,
): Promise<PricedCart | undefined> {
  return toSnapshot(await readPricedRows(tx, [id, now]), toLine, now, policy);
}

const newLine = {
  ...{ line_id: '', line_parent_sku: null, line_gift_card: null, line_offer_id: null, line_is_offered: true },
  ...{ line_event_url: null, line_visit: null },
  ...{ warranty_id: null, warranty_sku: null, warranty_label: null, warranty_amount: null },
  line_seen_price: null,
} satisfies Partial<LineColumns>;

/** A product and its units in a cart that is not stored. Amounts are centavos. */
export interface LooseLineRow extends ProductFactsRow {
  line_quantity: number;
  warranty: { id: number; sku: string; label: string; amount: number } | null;
  issuer_regime: TaxRegime;
  shop_regime: TaxRegime | null;
}

/** Prices a guest's cart of these lines, for tables of banks. Stock does not matter: products that cannot be ordered have a price, too. */
export function priceLooseLines(rows: readonly LooseLineRow[], now: Date, policy: ShopPolicy): PricedCart {
  const lines = rows.map(({ warranty, ...row }) => {
    const ofWarranty = warranty && {
      ...{ warranty_id: warranty.id, warranty_sku: warranty.sku },
      ...{ warranty_label: warranty.label, warranty_amount: warranty.amount },
    };
    return toLine({ ...row, ...newLine, ...ofWarranty, line_quantity: row.line_quantity, line_added_at: now }, now);
  });
  const cart = { ...emptyCart('', now), shopTaxRate: issuerRates[rows[0]?.shop_regime ?? 'general'] };
  const inStock = { status: 'IN_STOCK', salableQuantity: null } as const;
  return priceCart({ ...cart, lines: lines.map((line) => ({ ...line, ...inStock })) }, policy);
}

/** Prices a guest's cart of one product. Undefined if the product does not exist, or has no price. */
export async function readProductAsCart(
  tx: Tx,
  { sku, quantity }: { sku: string; quantity: number },
  now: Date,
  policy: ShopPolicy,
): Promise<PricedCart | undefined> {
  const [row] = await readProductRow(tx, [sku, now]);
  if (row === undefined || priceNow(row) === null) return undefined;
  return priceLooseLines([{ ...row, line_quantity: quantity, warranty: null }], now, policy);
}

/** Reads a cart like `readCart` for an order, with only the product data that the order stores. */
export async function readSoldCart(tx: Tx, id: string, now: Date, policy: ShopPolicy): Promise<SoldCart | undefined> {
  return toSnapshot(await readSoldRows(tx, [id, now]), toSoldLine, now, policy);
}

function toSnapshot<Product extends ProductFactsRow, Line extends LineFacts>(
  rows: readonly CartRow<Product>[],
  toLineOf: (row: LineColumns & Product, now: Date) => Line,
  now: Date,
  policy: ShopPolicy,
): CartSnapshot<Line> | undefined {
  const [cart] = rows;
  if (cart === undefined) return undefined;
  const lines = rows.flatMap((row) => (row.line_id === null ? [] : [toLineOf(row, now)]));
  return priceCart(withAllowedMethod({ ...toCart(cart, now), lines }), policy);
}

/** Reads a cart that was just changed. Throws if it does not exist. */
export async function getChangedCart(tx: Tx, id: string, now: Date, policy: CartPolicy): Promise<CartSnapshot> {
  const cart = await readCart(tx, id, now, policy);
  if (cart === undefined) throw new Error('a cart vanished between its change and its answer');
  return cart;
}

const toCart = (row: CartColumns, now: Date): Omit<StoredCart, 'lines'> => ({
  id: row.cart_id,
  status: row.cart_status,
  customerId: row.customer_id,
  ownerId: row.owner_id,
  isEmployee: row.is_employee,
  email: row.email,
  donation: row.donation === null ? null : centavos(row.donation),
  // Drops a chosen store that no longer hands out orders (DEC-97).
  shippingAddress:
    row.shipping_address && !row.has_pickup_store ? { ...row.shipping_address, storeCode: null } : row.shipping_address,
  deliveryType: row.shipping_method === 'pickup' ? 'storepickup' : row.shipping_method,
  billingAddress: row.billing_address,
  isSoldByLink: row.is_sold_by_link,
  paymentMethod: row.payment_method,
  card: row.card_bin,
  couponCode: row.coupon_code,
  coupon: couponOfCart(row.cart_status, row.coupon, now),
  couponProblemOf: problemOfCoupon(row.cart_status, row.coupon, now),
  certificate: toCertificate(row),
  orderNumber: row.order_number === null ? null : String(row.order_number),
  shopTaxRate: issuerRates[row.shop_regime ?? 'general'],
  updatedAt: row.updated_at,
});

function toCertificate(row: CartColumns): AppliedCertificate | null {
  const { certificate_code: code, certificate_amount: amount, certificate } = row;
  return code === null || amount === null || certificate === null
    ? null
    : { code, ...certificate, amount: centavos(amount) };
}

const toCardLine = (row: LineColumns & ProductCardRow, showing: DisplayContext): CartLine => ({
  ...toLine(row, showing.now),
  seenPrice: row.line_seen_price,
  product: toProduct({ ...row, event_url: row.line_event_url }, showing, 'detail'),
});

const toSoldLine = (row: LineColumns & SoldProductRow, now: Date): SoldLine => ({
  ...toLine(row, now),
  title: row.title,
  brand: row.brand_title,
  pictureUrl: toThumbnailUrl(row.picture_key),
  gifts: giftsOf(row, now),
  referencePrice: row.reference?.price ?? null,
  offerId: row.line_offer_id,
});

function toLine(row: LineColumns & ProductFactsRow, now: Date): LineFacts {
  const sale =
    row.flash_starts_at && row.flash_ends_at ? { startsAt: row.flash_starts_at, endsAt: row.flash_ends_at } : null;
  const price = priceNow(row);
  return {
    id: row.line_id,
    productId: row.product_id,
    sku: row.sku,
    kind: row.kind,
    sellerId: row.seller_id,
    issuerRate: issuerRates[row.issuer_regime],
    quantity: row.line_quantity,
    salesPrice: price ?? zero,
    regularPrice: centavos(row.regular_price ?? 0),
    warranty: toWarranty(row),
    giftCard: row.line_gift_card,
    parentSku: row.line_parent_sku,
    eventUrl: row.line_event_url,
    // A product that has lost its price, or whose offer in this line has ended, cannot be bought in this line.
    status: price === null || !row.line_is_offered || isOutOfStock(row) ? 'OUT_OF_STOCK' : 'IN_STOCK',
    salableQuantity: row.salable,
    onSale: isOnSaleSinceAdded(row.line_added_at, sale, now),
    isRestricted: row.is_restricted,
    isDropshipping: row.is_dropshipping,
    ...(row.line_visit === null ? {} : { visitRefusal: row.line_visit.refusal }),
  };
}

const toWarranty = ({ warranty_id: id, warranty_sku: sku, warranty_label, warranty_amount }: LineColumns) =>
  id === null || sku === null ? null : { id, sku, label: warranty_label ?? '', amount: centavos(warranty_amount ?? 0) };

import type { Cart } from '@ceiba/contract/carts';
import type { Product } from '@ceiba/contract/catalog';
import {
  isDigitalOnly,
  isThirdParty,
  isThirdPartyCart,
  needsNoPlace,
  type PricedLine,
  type StockedLine,
  totalQuantity,
} from '@ceiba/domain/carts/cart-line';
import {
  type AppliedCoupon,
  type CartToPrice,
  type CartTotals,
  calculateCartTotals,
  couponDiscount,
  firstPartyBaseOf,
  isBankDiscounted,
  payableByPoints,
} from '@ceiba/domain/carts/cart-totals';
import { mustBeRemoved } from '@ceiba/domain/carts/line-removal';
import { allowsDeliveryType } from '@ceiba/domain/delivery/delivery-choice';
import { type DeliveryType, deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { payableByGiftCards } from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { type LineAmounts, lineAmountsOf, orderTax } from '@ceiba/domain/orders/line-amounts';
import {
  type CardBin,
  hasBankPromotion,
  installmentOffer,
  type PaymentMethodCode,
} from '@ceiba/domain/payments/installments';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { VisitRefusal } from '@ceiba/domain/visits/visit';
import type { OrderLineKind } from '../platform/db/line-kinds.ts';

export type CartStatus = 'open' | 'placing' | 'ordered' | 'closed';

/** The stored address: the contract's shape without the fields that pricing adds. */
export type StoredShippingAddress = Omit<NonNullable<Cart['shippingAddresses']>[number], 'selectedShippingMethod'>;
export type StoredBillingAddress = NonNullable<Cart['billingAddress']>;
export type StoredGiftCard = NonNullable<Cart['items'][number]['giftCard']>;

export interface StoredPaymentMethod {
  method: PaymentMethodCode;
  bin: string | null;
}

/** A line with the current data that prices, stock and readiness need. Amounts are per unit. */
export interface LineFacts {
  id: string;
  productId: number;
  sku: string;
  kind: OrderLineKind;
  sellerId: number;
  /** The seller's IVA rate, in basis points (DEC-233). */
  issuerRate: number;
  quantity: number;
  /** Current price (flash sale included); zero while the product has no price, and then the line must be removed. */
  salesPrice: Centavos;
  regularPrice: Centavos;
  warranty: { id: number; sku: string; label: string; amount: Centavos } | null;
  giftCard: StoredGiftCard | null;
  parentSku: string | null;
  eventUrl: string | null;
  status: StockedLine['status'];
  /** Null if the stock is unlimited. */
  salableQuantity: number | null;
  /** DEC-80. */
  onSale: boolean;
  isRestricted: boolean;
  isDropshipping: boolean;
  /** Only visits have it; null: the visit can be ordered in this cart. */
  visitRefusal?: VisitRefusal | null;
}

/** A line with the current product data that its order stores. */
export interface SoldLine extends LineFacts {
  title: string;
  brand: string;
  pictureUrl: string;
  gifts: Product['freeProducts'];
  /** The seller whose offer was put into the cart; null for the store's own offer. */
  offerId: string | null;
}

/** A line with its current product. */
export interface CartLine extends LineFacts {
  /** The fields of the product card; its amounts are in quetzales: never calculate with them. */
  product: Product;
}

export interface AppliedCertificate {
  code: string;
  program: PointsPaymentType;
  amount: Centavos;
}

/** A stored cart, with the current products of its lines. */
export interface StoredCart<Line extends LineFacts = CartLine> {
  id: string;
  status: CartStatus;
  customerId: string | null;
  /** ID of the owner who sees the personal data: the customer, or a payment link's cart or copy; null = anybody who knows the cart. */
  ownerId: string | null;
  isEmployee: boolean;
  email: string | null;
  /** Oldest first, without the donation. */
  lines: Line[];
  donation: Centavos | null;
  shippingAddress: StoredShippingAddress | null;
  deliveryType: DeliveryType | null;
  billingAddress: StoredBillingAddress | null;
  /** An advisor's cart: one of its links was ordered, and the cart has not changed since that link was created. */
  isSoldByLink: boolean;
  paymentMethod: StoredPaymentMethod | null;
  /** The current data of the bin of `paymentMethod`; null if the card is not local (DEC-105). */
  card: CardBin | null;
  /** The code in its slot, whether or not an order may use it now. */
  couponCode: string | null;
  /** The coupon, if an order may use it now; a priced cart has it only while it takes something off. */
  coupon: AppliedCoupon | null;
  /** Explains why the coupon takes nothing off, by the cart's own merchandise; null if the slot is empty. */
  couponProblemOf?: ((base: Centavos) => string | null) | null;
  /** A points certificate; never together with a coupon (DIF-33). */
  certificate: AppliedCertificate | null;
  /** Number of its order, if there is one. */
  orderNumber: string | null;
  /** IVA rate of the shop, which invoices delivery and warranties. Basis points. */
  shopTaxRate: number;
  updatedAt: Date;
}

/** A priced cart. */
export interface CartSnapshot<Line extends LineFacts = CartLine> extends StoredCart<Line> {
  totals: CartTotals;
  /** Charge and tax of each line, in the order of the lines. */
  amounts: LineAmounts[];
  /** IVA of the lines and the delivery, contained in the grand total. */
  tax: Centavos;
  /** Grand total without DISCOUNT_BAM: it decides which payment methods are offered (DEC-212). */
  totalBeforeBankPromotion: Centavos;
  /** Delivery fee of the address (DEC-102), even if no method is chosen. */
  tableRate: Centavos;
  /** Why the coupon in its slot takes nothing off now; null if it does, or the slot is empty. */
  couponProblem: string | null;
  /** Number of units, without the donation (DEC-178) and without lines that must be removed. */
  totalQuantity: number;
  isThirdParty: boolean;
  isDigitalOnly: boolean;
  /** Only digital lines, and no visit among them. */
  needsNoPlace: boolean;
}

/** A priced cart whose lines are not shown. */
export type PricedCart = CartSnapshot<LineFacts>;

/** A priced cart that becomes an order. */
export type SoldCart = CartSnapshot<SoldLine>;

/**
 * Removes a shipping method that the current lines do not allow (DEC-89, DEC-97). After the choice a product may have become
 * restricted, or one that its supplier sends. Goods that must be picked up are never delivered.
 */
export function withAllowedMethod<Line extends LineFacts>(stored: StoredCart<Line>): StoredCart<Line> {
  const { deliveryType } = stored;
  if (deliveryType === null) return stored;
  const items = stored.lines.map((line) => ({ ...line, isThirdParty: isThirdParty(line) }));
  return allowsDeliveryType(items, deliveryType) ? stored : { ...stored, deliveryType: null };
}

/**
 * Prices a stored cart by the rules of `@ceiba/domain`. The bank promotion depends on the card's current row, not on the row at the
 * time of the choice (DEC-79). The promotion must leave an amount for that card to pay.
 */
export function priceCart<Line extends LineFacts>(carried: StoredCart<Line>, policy: ShopPolicy): CartSnapshot<Line> {
  const stored = withEarnedCoupon(carried);
  const plain = totalsOf(stored, false, policy);
  const offer = installmentOffer(stored.card, plain.totals.grandTotal, policy);
  const promoted = hasBankPromotion(stored.paymentMethod?.method ?? null, offer)
    ? totalsOf(stored, true, policy)
    : plain;
  const { totals, tableRate } = promoted.totals.grandTotal === zero ? plain : promoted;
  const { shopTaxRate } = stored;
  const toRemove = linesToRemove(stored);
  const amounts = lineAmountsOf(countedLines(stored), totals.discounts, shopTaxRate);
  return {
    ...stored,
    totals,
    amounts,
    tax: orderTax(amounts, totals.shipping, shopTaxRate),
    totalBeforeBankPromotion: plain.totals.grandTotal,
    tableRate,
    couponProblem: stored.couponProblemOf?.(totals.firstPartyBase) ?? null,
    totalQuantity: totalQuantity(stored.lines.filter(({ id }) => !toRemove.has(id))),
    isThirdParty: isThirdPartyCart(stored.lines.map(({ kind, sellerId }) => ({ kind, seller: { id: sellerId } }))),
    isDigitalOnly: isDigitalOnly(stored.lines),
    needsNoPlace: needsNoPlace(stored.lines),
  };
}

/** Removes a coupon that takes nothing off the current lines, so that no order uses it up and no shopper sees it (DEC-78). */
function withEarnedCoupon<Line extends LineFacts>(stored: StoredCart<Line>): StoredCart<Line> {
  if (stored.coupon === null) return stored;
  const discount = couponDiscount(stored.coupon, firstPartyBaseOf(pricedLines(stored)));
  return discount === zero ? { ...stored, coupon: null } : stored;
}

function totalsOf(
  stored: StoredCart<LineFacts>,
  withBankPromotion: boolean,
  policy: ShopPolicy,
): { totals: CartTotals; tableRate: Centavos } {
  const cart = cartToPrice(stored, withBankPromotion);
  const beforeShipping = calculateCartTotals(cart, policy);
  const delivery = {
    deliveryType: stored.deliveryType,
    regionId: stored.shippingAddress?.region.regionId ?? null,
    deliveryBase: beforeShipping.deliveryBase,
    isDigitalOnly: isDigitalOnly(stored.lines),
  };
  const tableRate = deliveryFee(delivery, policy);
  const isFree = stored.deliveryType === null || tableRate === zero;
  return { totals: isFree ? beforeShipping : calculateCartTotals({ ...cart, shipping: tableRate }, policy), tableRate };
}

/** The cart as the price rules see it, before shipping. */
const cartToPrice = (stored: StoredCart<LineFacts>, hasBankPromotion: boolean): CartToPrice => ({
  lines: pricedLines(stored),
  isEmployee: stored.isEmployee,
  coupon: stored.coupon,
  pointsCertificate: stored.certificate?.amount ?? null,
  hasBankPromotion,
  shipping: zero,
});

/** The most that a points certificate may take off this cart (DEC-113). */
export const payableByPointsOf = (cart: PricedCart, policy: ShopPolicy): Centavos =>
  payableByPoints(cartToPrice(cart, isBankDiscounted(cart.totals.discounts)), policy);

/** The most that gift cards may pay of this cart (DEC-199). */
export const payableByGiftCardsOf = (cart: PricedCart): Centavos => payableByGiftCards(pricedLines(cart), cart.totals);

/**
 * The lines for the stock rules. Lines of one product share its stock: each line gets the units that the others leave (DEC-81).
 * So if two lines together exceed the stock, both are reported.
 */
export function stockedLines(stored: StoredCart<LineFacts>): (StockedLine & { lineId: string })[] {
  return stored.lines.map((line) => ({
    lineId: line.id,
    kind: line.kind,
    quantity: line.quantity,
    status: line.status,
    salableQuantity: (line.salableQuantity ?? Number.MAX_SAFE_INTEGER) - unitsOfOtherLines(stored, line),
    onSale: line.onSale,
    visitRefusal: line.visitRefusal,
  }));
}

const unitsOfOtherLines = (stored: StoredCart<LineFacts>, line: LineFacts): number =>
  stored.lines.reduce(
    (units, other) => (other.productId === line.productId && other.id !== line.id ? units + other.quantity : units),
    0,
  );

/** Ids of lines that must be removed (CART-19). None once the order is placed or being placed, because the order has taken its own stock. */
const linesToRemove = (stored: StoredCart<LineFacts>): ReadonlySet<string> =>
  new Set(
    stored.status === 'open' ? stockedLines(stored).flatMap((line) => (mustBeRemoved(line) ? [line.lineId] : [])) : [],
  );

/** The lines in their order. Lines that must be removed count as empty, because nothing unavailable may affect a total, a plan or a discount. */
function countedLines(stored: StoredCart<LineFacts>) {
  const toRemove = linesToRemove(stored);
  return stored.lines.map((line) =>
    toRemove.has(line.id)
      ? { ...line, salesPrice: zero, regularPrice: zero, warrantyAmount: null }
      : withWarrantyAmount(line),
  );
}

const withWarrantyAmount = (line: LineFacts) => ({ ...line, warrantyAmount: line.warranty?.amount ?? null });

/** The lines as the price rules see them, with the donation last. */
function pricedLines(stored: StoredCart<LineFacts>): PricedLine[] {
  const lines: PricedLine[] = countedLines(stored);
  if (stored.donation === null) return lines;
  const { donation } = stored;
  return [
    ...lines,
    { kind: 'donation', sellerId: 1, quantity: 1, salesPrice: donation, regularPrice: donation, warrantyAmount: null },
  ];
}

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
import { type PriceWithCard, totalsWithCard } from '@ceiba/domain/payments/bank-plans';
import { type CardBin, installmentOffer, type PaymentMethodCode } from '@ceiba/domain/payments/installments';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { issuerRates } from '@ceiba/domain/sellers/tax-regime';
import type { VisitRefusal } from '@ceiba/domain/visits/visit';
import type { OrderLineKind } from '../platform/db/line-kinds.ts';

export type CartStatus = 'open' | 'placing' | 'ordered' | 'closed';

/** A shipping address as stored: the contract's fields without the fields that pricing adds. */
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
  /** Current price, flash sale included. Zero: the product has no price, so the line must be removed. */
  salesPrice: Centavos;
  regularPrice: Centavos;
  warranty: { id: number; sku: string; label: string; amount: Centavos } | null;
  giftCard: StoredGiftCard | null;
  parentSku: string | null;
  eventUrl: string | null;
  status: StockedLine['status'];
  /** Null if the stock is unlimited. */
  salableQuantity: number | null;
  /** True if a flash sale started after the line was added. Then the shopper has to add the line again (DEC-80). */
  onSale: boolean;
  isRestricted: boolean;
  isDropshipping: boolean;
  /** Visits only: the reason why this cart cannot order the visit, or null. */
  visitRefusal?: VisitRefusal | null;
}

/** A line with the current product data that its order stores. */
export interface SoldLine extends LineFacts {
  title: string;
  brand: string;
  pictureUrl: string;
  gifts: Product['freeProducts'];
  /** The lowest price before the running reduction (DEC-222), in centavos. Null if the page shows no such price. */
  referencePrice: number | null;
  /** The seller whose offer was put into the cart. Null for the store's own offer. */
  offerId: string | null;
}

/** A line with its current product. */
export interface CartLine extends LineFacts {
  /** The last price that the buyer saw, in centavos. Null if unknown. */
  seenPrice: number | null;
  /** The product card. Its amounts are in quetzales, so do not calculate with them. */
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
  /**
   * ID of the owner, who sees the personal data: the customer's ID, or the cart's ID for a payment link. If null, every
   * caller with the cart's ID sees the personal data.
   */
  ownerId: string | null;
  isEmployee: boolean;
  email: string | null;
  /** Oldest first, without the donation. */
  lines: Line[];
  donation: Centavos | null;
  shippingAddress: StoredShippingAddress | null;
  deliveryType: DeliveryType | null;
  billingAddress: StoredBillingAddress | null;
  /** True for an advisor's cart if one of its links was ordered, and the cart has not changed since that link was created. */
  isSoldByLink: boolean;
  paymentMethod: StoredPaymentMethod | null;
  /** The current data of the bin of `paymentMethod`. Null if the card is not local (DEC-105). */
  card: CardBin | null;
  /** The coupon code in the cart's slot, even if no order may use it now. */
  couponCode: string | null;
  /** The coupon, if an order may use it now. Null in a priced cart if the coupon takes nothing off. */
  coupon: AppliedCoupon | null;
  /** Explains why the coupon takes nothing off, given the amount of own merchandise. Null if the cart has no coupon or is not open. */
  couponProblemOf?: ((base: Centavos) => string | null) | null;
  /** The points certificate in the cart's slot. A cart never has both a coupon and a certificate (DIF-33). */
  certificate: AppliedCertificate | null;
  /** The number of the cart's order. Null if the cart has no order. */
  orderNumber: string | null;
  /** The IVA rate of the shop itself, which invoices delivery and warranties. In basis points. */
  shopTaxRate: number;
  updatedAt: Date;
}

/** A guest's new cart. */
export const emptyCart = (id: string, now: Date): StoredCart<never> => ({
  id,
  status: 'open',
  customerId: null,
  ownerId: null,
  isEmployee: false,
  email: null,
  lines: [],
  donation: null,
  shippingAddress: null,
  deliveryType: null,
  billingAddress: null,
  isSoldByLink: false,
  paymentMethod: null,
  card: null,
  couponCode: null,
  coupon: null,
  certificate: null,
  orderNumber: null,
  // The cart is empty, so it contains nothing taxed.
  shopTaxRate: issuerRates.general,
  updatedAt: now,
});

/** A cart with its totals and taxes. */
export interface CartSnapshot<Line extends LineFacts = CartLine> extends StoredCart<Line> {
  totals: CartTotals;
  /** Charge and tax of each line, in the order of the lines. */
  amounts: LineAmounts[];
  /** IVA of the lines and the delivery, contained in the grand total. */
  tax: Centavos;
  /** Grand total without the bank's discount (DISCOUNT_BAM). This total decides which payment methods are offered (DEC-212). */
  totalBeforeBankPromotion: Centavos;
  /** Delivery fee of the address (DEC-102), even if no method is chosen. */
  tableRate: Centavos;
  /**
   * The reason why the coupon in the slot takes nothing off now. Null if the coupon takes something off, or the slot is
   * empty.
   */
  couponProblem: string | null;
  /** Number of units, without the donation (DEC-178) and without lines that must be removed. */
  totalQuantity: number;
  isThirdParty: boolean;
  isDigitalOnly: boolean;
  /** True if all lines are digital and none is a visit, so that no address is needed. */
  needsNoPlace: boolean;
}

/** A priced cart whose lines have no product cards. */
export type PricedCart = CartSnapshot<LineFacts>;

/** A priced cart with the product data that an order stores. */
export type SoldCart = CartSnapshot<SoldLine>;

/**
 * Removes a shipping method that the current lines do not allow (DEC-89, DEC-97). Since the choice, a product may have become restricted,
 * or may now be sent by its supplier. Goods that must be picked up are never delivered.
 */
export function withAllowedMethod<Line extends LineFacts>(stored: StoredCart<Line>): StoredCart<Line> {
  const { deliveryType } = stored;
  if (deliveryType === null) return stored;
  const items = stored.lines.map((line) => ({ ...line, isThirdParty: isThirdParty(line) }));
  return allowsDeliveryType(items, deliveryType) ? stored : { ...stored, deliveryType: null };
}

/**
 * Prices a stored cart by the rules of `@ceiba/domain`. The bank promotion depends on the card's current data, not on the data at the
 * time of the choice (DEC-79).
 */
export function priceCart<Line extends LineFacts>(carried: StoredCart<Line>, policy: ShopPolicy): CartSnapshot<Line> {
  const stored = withEarnedCoupon(carried);
  const { plain, paidBy } = chargesOf(stored, policy);
  const { totals, tableRate } = paidBy(stored.paymentMethod?.method ?? null, stored.card);
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

/** Prices a cart at most twice: without and with a bank's promotion. The number of cards does not matter. */
function chargesOf(stored: StoredCart<LineFacts>, policy: ShopPolicy) {
  const plain = totalsOf(stored, false, policy);
  let promoted: typeof plain | undefined;
  const promote = () => {
    promoted ??= totalsOf(stored, true, policy);
    return promoted;
  };
  const paidBy = (method: PaymentMethodCode | null, card: CardBin | null) =>
    totalsWithCard(method, installmentOffer(card, plain.totals.grandTotal, policy), plain, promote);
  return { plain, paidBy };
}

/** Prices a cart as if paid with a card, for tables of banks (DEC-225). */
export function priceWithCard<Line extends LineFacts>(cart: StoredCart<Line>, policy: ShopPolicy): PriceWithCard {
  const { paidBy } = chargesOf(withEarnedCoupon(cart), policy);
  return (method, card) => paidBy(method, card).totals;
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
  const beforeDelivery = calculateCartTotals(cart, policy);
  const delivery = {
    deliveryType: stored.deliveryType,
    regionId: stored.shippingAddress?.region.regionId ?? null,
    deliveryBase: beforeDelivery.deliveryBase,
    isDigitalOnly: isDigitalOnly(stored.lines),
  };
  const tableRate = deliveryFee(delivery, policy);
  const isFree = stored.deliveryType === null || tableRate === zero;
  return { totals: isFree ? beforeDelivery : calculateCartTotals({ ...cart, shipping: tableRate }, policy), tableRate };
}

/** Returns the input of the price rules, without shipping. */
const cartToPrice = (stored: StoredCart<LineFacts>, hasBankPromotion: boolean): CartToPrice => ({
  lines: pricedLines(stored),
  isEmployee: stored.isEmployee,
  coupon: stored.coupon,
  pointsCertificate: stored.certificate?.amount ?? null,
  hasBankPromotion,
  shipping: zero,
});

/** Returns the highest amount that a points certificate may take off this cart (DEC-113). */
export const payableByPointsOf = (cart: PricedCart, policy: ShopPolicy): Centavos =>
  payableByPoints(cartToPrice(cart, isBankDiscounted(cart.totals.discounts)), policy);

/** Returns the highest amount that gift cards may pay of this cart (DEC-199). */
export const payableByGiftCardsOf = (cart: PricedCart): Centavos => payableByGiftCards(pricedLines(cart), cart.totals);

/**
 * Returns the input of the stock rules. Lines of one product share its stock: each line gets the units that the other
 * lines leave (DEC-81). If two lines together exceed the stock, both are reported.
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

/**
 * Returns the IDs of lines that must be removed (CART-19). Empty once the cart is ordered or in placement, because its
 * order has taken the stock.
 */
const linesToRemove = (stored: StoredCart<LineFacts>): ReadonlySet<string> =>
  new Set(
    stored.status === 'open' ? stockedLines(stored).flatMap((line) => (mustBeRemoved(line) ? [line.lineId] : [])) : [],
  );

/** Returns all lines in their order. Lines that must be removed count as empty, because they may affect no total, installments or discount. */
function countedLines(stored: StoredCart<LineFacts>) {
  const toRemove = linesToRemove(stored);
  return stored.lines.map((line) =>
    toRemove.has(line.id)
      ? { ...line, salesPrice: zero, regularPrice: zero, warrantyAmount: null }
      : withWarrantyAmount(line),
  );
}

const withWarrantyAmount = (line: LineFacts) => ({ ...line, warrantyAmount: line.warranty?.amount ?? null });

/** Returns the lines for the price rules, with the donation last. */
function pricedLines(stored: StoredCart<LineFacts>): PricedLine[] {
  const lines: PricedLine[] = countedLines(stored);
  if (stored.donation === null) return lines;
  const { donation } = stored;
  return [
    ...lines,
    { kind: 'donation', sellerId: 1, quantity: 1, salesPrice: donation, regularPrice: donation, warrantyAmount: null },
  ];
}

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

export type CartStatus = 'open' | 'placing' | 'ordered' | 'closed';

/** As stored: the contract's shape without what pricing adds. */
export type StoredShippingAddress = Omit<NonNullable<Cart['shippingAddresses']>[number], 'selectedShippingMethod'>;
export type StoredBillingAddress = NonNullable<Cart['billingAddress']>;
export type StoredGiftCard = NonNullable<Cart['items'][number]['giftCard']>;

export interface StoredPaymentMethod {
  method: PaymentMethodCode;
  bin: string | null;
}

/** One line as prices, stock and readiness see it, as of now. Amounts are of one unit. */
export interface LineFacts {
  id: string;
  productId: number;
  sku: string;
  kind: 'product' | 'service' | 'giftCard';
  sellerId: number;
  /** IVA rate of that seller, in basis points (DEC-233). */
  issuerRate: number;
  quantity: number;
  /** Price of now (flash sale included), zero while the product has none: then the line must be removed. */
  salesPrice: Centavos;
  regularPrice: Centavos;
  warranty: { id: number; sku: string; label: string; amount: Centavos } | null;
  giftCard: StoredGiftCard | null;
  parentSku: string | null;
  eventUrl: string | null;
  status: StockedLine['status'];
  /** Null: no stock limit. */
  salableQuantity: number | null;
  /** DEC-80. */
  onSale: boolean;
  isRestricted: boolean;
  isDropshipping: boolean;
  /** Absent of everything but visits; null: it can be ordered as the cart is. */
  visitRefusal?: VisitRefusal | null;
}

/** One line with what its order keeps of the product, as of now. */
export interface SoldLine extends LineFacts {
  title: string;
  brand: string;
  pictureUrl: string;
  gifts: Product['freeProducts'];
  /** Whose offer was put into the cart; null of the store's own. */
  offerId: string | null;
}

/** One line with its product as of now. */
export interface CartLine extends LineFacts {
  /** What the card of the product shows; its amounts are quetzales: never calculate with them. */
  product: Product;
}

export interface AppliedCertificate {
  code: string;
  program: PointsPaymentType;
  amount: Centavos;
}

/** A cart as stored, with the products of its lines as they are now. */
export interface StoredCart<Line extends LineFacts = CartLine> {
  id: string;
  status: CartStatus;
  customerId: string | null;
  /** Who sees what is personal of it: the customer, or of a payment link's cart or copy its own id; null = whoever knows the cart. */
  ownerId: string | null;
  isEmployee: boolean;
  email: string | null;
  /** Oldest first; the donation is not among them. */
  lines: Line[];
  donation: Centavos | null;
  shippingAddress: StoredShippingAddress | null;
  shippingMethod: DeliveryType | null;
  billingAddress: StoredBillingAddress | null;
  /** An advisor's: a link of it was ordered, and it was not changed since that link was made. */
  isSoldByLink: boolean;
  paymentMethod: StoredPaymentMethod | null;
  /** What is known now of the bin of `paymentMethod`; null for a card that is not local (DEC-105). */
  card: CardBin | null;
  /** What stands in its slot, whether or not an order may use it now. */
  couponCode: string | null;
  /** What it carries, where an order may use it now; a priced cart carries it only while it takes something off. */
  coupon: AppliedCoupon | null;
  /** Why it takes nothing off, by the own merchandise of the cart; null where nothing stands in its slot. */
  couponProblemOf?: ((base: Centavos) => string | null) | null;
  /** A points certificate; never beside a coupon (DIF-33). */
  certificate: AppliedCertificate | null;
  /** Number of its order, once there is one. */
  orderNumber: string | null;
  /** IVA rate of the shop itself, which invoices delivery and warranties. Basis points. */
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
  /** Grand total as it would be without DISCOUNT_BAM: what decides which payment methods are offered (DEC-212). */
  totalBeforeBankPromotion: Centavos;
  /** Delivery fee of the address (DEC-102), also while no method is chosen. */
  tableRate: Centavos;
  /** Why the coupon in its slot takes nothing off now; null where it does, or there is none. */
  couponProblem: string | null;
  /** Units, the donation (DEC-178) and lines that must go left out. */
  totalQuantity: number;
  isThirdParty: boolean;
  isDigitalOnly: boolean;
  /** Digital lines only, and no visit among them. */
  needsNoPlace: boolean;
}

/** A priced cart that nobody shows the lines of. */
export type PricedCart = CartSnapshot<LineFacts>;

/** A priced cart that becomes an order. */
export type SoldCart = CartSnapshot<SoldLine>;

/**
 * Without a shipping method that the lines as they are now do not allow (DEC-89, DEC-97): a product may have become
 * restricted, or a supplier's, after the method was chosen. Nothing is delivered that must be picked up.
 */
export function withAllowedMethod<Line extends LineFacts>(stored: StoredCart<Line>): StoredCart<Line> {
  const { shippingMethod } = stored;
  if (shippingMethod === null) return stored;
  const items = stored.lines.map((line) => ({ ...line, isThirdParty: isThirdParty(line) }));
  return allowsDeliveryType(items, shippingMethod) ? stored : { ...stored, shippingMethod: null };
}

/**
 * Prices a stored cart; every amount comes from the rules of `@ceiba/domain`. The bank promotion holds while the card's
 * row says so, whatever it said when the method was chosen (DEC-79), and while it leaves something for that card to pay.
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

/** Without a coupon that takes nothing off the lines as they are now: no order uses it up, no shopper is told of it (DEC-78). */
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
  const cart = toPrice(stored, withBankPromotion);
  const beforeShipping = calculateCartTotals(cart, policy);
  const delivery = {
    deliveryType: stored.shippingMethod,
    regionId: stored.shippingAddress?.region.regionId ?? null,
    deliveryBase: beforeShipping.deliveryBase,
    isDigitalOnly: isDigitalOnly(stored.lines),
  };
  const tableRate = deliveryFee(delivery, policy);
  const isFree = stored.shippingMethod === null || tableRate === zero;
  return { totals: isFree ? beforeShipping : calculateCartTotals({ ...cart, shipping: tableRate }, policy), tableRate };
}

/** The cart as the price rules see it, before shipping. */
const toPrice = (stored: StoredCart<LineFacts>, hasBankPromotion: boolean): CartToPrice => ({
  lines: pricedLines(stored),
  isEmployee: stored.isEmployee,
  coupon: stored.coupon,
  pointsCertificate: stored.certificate?.amount ?? null,
  hasBankPromotion,
  shipping: zero,
});

/** The most a points certificate may take off this cart (DEC-113). */
export const payableByPointsOf = (cart: PricedCart, policy: ShopPolicy): Centavos =>
  payableByPoints(toPrice(cart, isBankDiscounted(cart.totals.discounts)), policy);

/** The most that gift cards may pay of this cart (DEC-199). */
export const payableByGiftCardsOf = (cart: PricedCart): Centavos => payableByGiftCards(pricedLines(cart), cart.totals);

/**
 * The lines as the stock rules see them. Lines of one product share its stock: each sees what the others leave
 * (DEC-81), so that two lines which only fit alone are both told.
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

/** Ids of the lines that must go (CART-19). An order that is placed, or being placed, has taken its stock itself. */
const linesToRemove = (stored: StoredCart<LineFacts>): ReadonlySet<string> =>
  new Set(
    stored.status === 'open' ? stockedLines(stored).flatMap((line) => (mustBeRemoved(line) ? [line.lineId] : [])) : [],
  );

/** The lines in their order; those that must go count for nothing: no total, plan or discount comes of what cannot be bought. */
function countedLines(stored: StoredCart<LineFacts>) {
  const toRemove = linesToRemove(stored);
  return stored.lines.map((line) =>
    toRemove.has(line.id)
      ? { ...line, salesPrice: zero, regularPrice: zero, warrantyAmount: null }
      : withWarrantyAmount(line),
  );
}

const withWarrantyAmount = (line: LineFacts) => ({ ...line, warrantyAmount: line.warranty?.amount ?? null });

/** The lines as the price rules see them, the donation last. */
function pricedLines(stored: StoredCart<LineFacts>): PricedLine[] {
  const lines: PricedLine[] = countedLines(stored);
  if (stored.donation === null) return lines;
  const { donation } = stored;
  return [
    ...lines,
    { kind: 'donation', sellerId: 1, quantity: 1, salesPrice: donation, regularPrice: donation, warrantyAmount: null },
  ];
}

import {
  add,
  type Centavos,
  formatQ,
  larger,
  percentOf,
  smaller,
  subtract,
  sum,
  times,
  toDecimalText,
  withThousands,
  zero,
} from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { firstPartySellerId, type PricedLine } from './cart-line.ts';

export type DiscountId = 'DISCOUNT_EMPLOYEE' | 'DISCOUNT_UNDEFINED' | 'DISCOUNT_POINTS' | 'DISCOUNT_BAM';

/** A discount of a cart. `amount`: the positive amount that it subtracts (DEC-178). */
export interface CartDiscount {
  id: DiscountId;
  amount: Centavos;
  label: string[];
}

export type DiscountPolicy = Pick<ShopPolicy, 'employeeDiscountBasisPoints' | 'bankDiscountBasisPoints'>;

/** The fields of a coupon that pricing needs. `domain/src/coupons` decides whether a coupon may be applied. */
export interface AppliedCoupon {
  code: string;
  /** The label in the list of discounts. */
  label: string;
  value: { kind: 'percent'; basisPoints: number } | { kind: 'fixed'; amount: Centavos };
  /** The maximum discount of the coupon. Null without a limit. */
  cap: Centavos | null;
  minimumSubtotal: Centavos;
}

export interface CartToPrice {
  lines: readonly PricedLine[];
  isEmployee: boolean;
  coupon: AppliedCoupon | null;
  /** Amount of the applied points certificate. */
  pointsCertificate: Centavos | null;
  /** True if the shopper has chosen installments with a card that has the bank promotion (DEC-79). */
  hasBankPromotion: boolean;
  /** The delivery fee. Zero until a delivery method is set (DEC-76). */
  shipping: Centavos;
}

/**
 * The amounts of a cart. `subtotal + warranties − discount + shipping = grandTotal` always holds. A discount larger than its base is
 * cut, so that no total is negative (DEC-76).
 */
export interface CartTotals {
  subtotal: Centavos;
  warranties: Centavos;
  discounts: CartDiscount[];
  discount: Centavos;
  shipping: Centavos;
  grandTotal: Centavos;
  /**
   * The amount that decides on free delivery: items and warranties minus discounts, without donation and gift cards
   * (DIF-21, DEC-198).
   */
  deliveryBase: Centavos;
  /**
   * Amount of own merchandise. Coupons, their minimum, and employee and bank discounts are calculated from this amount
   * (DEC-77..79, DEC-83, DEC-198).
   */
  firstPartyBase: Centavos;
}

/** Returns the amount of a line without its warranty. A donation counts once, whatever its quantity (DEC-76, DON-05). */
export const lineAmount = (line: PricedLine): Centavos =>
  line.kind === 'donation' ? line.regularPrice : times(line.salesPrice, line.quantity);

/** Returns the price of the warranties for all units of a line (DEC-76). */
export const lineWarranty = (line: PricedLine): Centavos => times(line.warrantyAmount ?? zero, line.quantity);

/** Returns the amount of the store's own goods, without services, gift cards, donation and other sellers' goods (DEC-77, DEC-83). */
export const firstPartyBaseOf = (lines: readonly PricedLine[]): Centavos =>
  sum(lines.filter((line) => line.kind === 'goods' && line.sellerId === firstPartySellerId).map(lineAmount));

const subtotalOf = (lines: readonly PricedLine[]): Centavos => sum(lines.map(lineAmount));

/**
 * Returns the coupon's discount. It is zero if `base` (own merchandise) is below the minimum, and never more than the cap or `base`
 * (DEC-78, DEC-198).
 */
export function couponDiscount(coupon: AppliedCoupon, base: Centavos): Centavos {
  if (base < coupon.minimumSubtotal) return zero;
  const { value } = coupon;
  const full = value.kind === 'percent' ? percentOf(base, value.basisPoints) : value.amount;
  return smaller(smaller(full, coupon.cap ?? full), base);
}

/** Returns "Certificado de Q2,000.00". Points certificates have whole quetzales (PTS-05, DEC-39). */
export const certificateLabel = (amount: Centavos): string => {
  const [whole = ''] = toDecimalText(amount).split('.');
  return `Certificado de Q${withThousands(whole)}.00`;
};

/**
 * Calculates all amounts of a cart (DEC-76..79, DIF-12, CART-30). The order of lines has no effect. A promotional
 * coupon replaces the employee discount. The bank promotion and a points certificate add to a coupon or an employee
 * discount. Discounts on merchandise never exceed the merchandise. Points may also pay warranties and services, but not
 * gift cards (DEC-83) nor the cash-only donation (DIF-17).
 */
export function calculateCartTotals(cart: CartToPrice, policy: DiscountPolicy): CartTotals {
  const subtotal = subtotalOf(cart.lines);
  const warranties = sum(cart.lines.map(lineWarranty));
  const firstPartyBase = firstPartyBaseOf(cart.lines);
  const merchandise = merchandiseDiscounts(cart, firstPartyBase, policy);
  const beforePoints = subtract(add(subtotal, warranties), sum(merchandise.map((entry) => entry.amount)));
  const payableByPoints = larger(subtract(beforePoints, noMerchandiseOf(cart.lines)), zero);
  const discounts = [...merchandise, ...pointsDiscount(cart.pointsCertificate, payableByPoints)];
  const discount = sum(discounts.map((entry) => entry.amount));
  const beforeDelivery = subtract(add(subtotal, warranties), discount);
  return {
    subtotal,
    warranties,
    discounts,
    discount,
    shipping: cart.shipping,
    grandTotal: add(beforeDelivery, cart.shipping),
    deliveryBase: deliveryBaseOf(cart.lines, beforeDelivery),
    firstPartyBase,
  };
}

function merchandiseDiscounts(cart: CartToPrice, base: Centavos, policy: DiscountPolicy): CartDiscount[] {
  const wanted: CartDiscount[] = [];
  if (cart.coupon !== null) {
    const amount = couponDiscount(cart.coupon, base);
    wanted.push({ id: 'DISCOUNT_UNDEFINED', amount, label: [cart.coupon.label] });
  } else if (cart.isEmployee) {
    const amount = percentOf(base, policy.employeeDiscountBasisPoints);
    wanted.push({ id: 'DISCOUNT_EMPLOYEE', amount, label: ['Descuento de empleado'] });
  }
  if (cart.hasBankPromotion) {
    const amount = percentOf(base, policy.bankDiscountBasisPoints);
    wanted.push({ id: 'DISCOUNT_BAM', amount, label: [bankDiscountText(policy)] });
  }
  return cutTo(base, wanted);
}

/** Returns "10% de descuento bancario", with the rate of the policy (CONST-38, DEC-79). */
export const bankDiscountText = (policy: Pick<ShopPolicy, 'bankDiscountBasisPoints'>): string =>
  `${policy.bankDiscountBasisPoints / 100}% de descuento bancario`;

/** The label of a points certificate among the costs. Its amount is on a separate line (PTS-05). */
export const appliedPointsText = 'Puntos aplicados';

function pointsDiscount(certificate: Centavos | null, limit: Centavos): CartDiscount[] {
  if (certificate === null) return [];
  return cutTo(limit, [{ id: 'DISCOUNT_POINTS', amount: certificate, label: [appliedPointsText] }]);
}

/** Returns the discounts in their order, cut to `limit` in total, without discounts that became zero. */
function cutTo(limit: Centavos, wanted: readonly CartDiscount[]): CartDiscount[] {
  let remaining = limit;
  const discounts: CartDiscount[] = [];
  for (const entry of wanted) {
    const amount = smaller(entry.amount, remaining);
    remaining = subtract(remaining, amount);
    if (amount > 0) discounts.push({ ...entry, amount });
  }
  return discounts;
}

/**
 * Returns the amount of gift cards and donation. No discount applies to them (DEC-83, DIF-17), and they count towards
 * no minimum (DEC-198).
 */
export const noMerchandiseOf = (lines: readonly PricedLine[]): Centavos =>
  sum(lines.filter((line) => line.kind === 'donation' || line.kind === 'gift_card').map(lineAmount));

/** Returns the amount that decides on free delivery: the merchandise in a total after discounts and before shipping (DIF-21, DEC-198). */
export const deliveryBaseOf = (lines: readonly PricedLine[], beforeDelivery: Centavos): Centavos =>
  subtract(beforeDelivery, noMerchandiseOf(lines));

/**
 * Returns the maximum amount of a points certificate for this cart: the cart's total without delivery, gift cards and
 * donation (DEC-83, DEC-113).
 */
export function payableByPoints(cart: CartToPrice, policy: DiscountPolicy): Centavos {
  const totals = calculateCartTotals({ ...cart, pointsCertificate: null, shipping: zero }, policy);
  return larger(subtract(totals.grandTotal, noMerchandiseOf(cart.lines)), zero);
}

/** Returns whether the bank's discount applies. It depends on the chosen payment method and ends with another choice (DEC-79). */
export const isBankDiscounted = (discounts: readonly { id: string }[]): boolean =>
  discounts.some(({ id }) => id === 'DISCOUNT_BAM');

/** Returns the discounts that the banner shows: all except points (CART-05, PTS-19). */
export const bannerDiscounts = (discounts: readonly CartDiscount[]): CartDiscount[] =>
  discounts.filter((entry) => entry.id !== 'DISCOUNT_POINTS');

/** Returns "Bienvenida: -Q50.00", as the banner and the cost lines show a discount. */
export const discountText = (entry: CartDiscount): string => `${entry.label.join(', ')}: -${formatQ(entry.amount)}`;

import { type Centavos, subtract, sum } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { PaymentMethod } from './payment-options.ts';

/** The payment types of points programs (CONST-52). */
export const pointsPaymentTypes = [
  'MaxpointsPoints',
  'VisanetPoints',
  'BiPoints',
  'BacPoints',
  'PromericaPoints',
] as const;

/** The payment types that are allowed in an order (DEC-104). */
export const paymentTypes = [
  'Card',
  'CardInstallments',
  'Cash',
  'StorePayment',
  'Coupon',
  'GiftCard',
  ...pointsPaymentTypes,
] as const;

export type PointsPaymentType = (typeof pointsPaymentTypes)[number];
export type PaymentType = (typeof paymentTypes)[number];

export const isPointsPaymentType = (type: string): type is PointsPaymentType =>
  pointsPaymentTypes.some((known) => known === type);

export interface PaymentAmount {
  paymentType: PaymentType;
  /** Number of installments: 1 for a single card payment, 0 for cash and store payment (DEC-104). */
  paymentPlan: number;
  amount: Centavos;
}

export type PaymentAmountRefusal = {
  code: 'PAY_AMOUNT_MISMATCH';
  /** Grand total minus the offered payments. Negative if the payments are too high. */
  missing: Centavos;
};

/** Sums the payments. Coupon entries do not count, because they only repeat a discount (DEC-104). */
export const paidAmount = (payments: readonly PaymentAmount[]): Centavos =>
  sum(payments.filter((payment) => payment.paymentType !== 'Coupon').map((payment) => payment.amount));

/**
 * Returns whether gift cards stay within their limit, and every other payment is above zero (DEC-199). A card or cash
 * payment of Q0.00 would bring that method's offers, although nobody pays with it.
 */
function areCardsWithin(payments: readonly PaymentAmount[], payable: Centavos): boolean {
  const paying = payments.filter(({ paymentType }) => paymentType !== 'Coupon');
  const cards = paying.filter(({ paymentType }) => paymentType === 'GiftCard').map(({ amount }) => amount);
  return cards.length === 0 || (paying.every(({ amount }) => amount > 0) && sum(cards) <= payable);
}

/** Checks that payments sum to the grand total exactly, without negative entries (DEC-104), and that gift cards stay within their limit (DEC-199). */
export function checkPaymentAmounts(
  payments: readonly PaymentAmount[],
  grandTotal: Centavos,
  payableByGiftCards: Centavos,
): Result<Centavos, PaymentAmountRefusal> {
  const missing = subtract(grandTotal, paidAmount(payments));
  const isExact =
    missing === 0 && payments.every((payment) => payment.amount >= 0) && areCardsWithin(payments, payableByGiftCards);
  return isExact ? ok(grandTotal) : refuse({ code: 'PAY_AMOUNT_MISMATCH', missing });
}

export interface PaymentContext {
  hasDonation: boolean;
  isDigitalOnly: boolean;
  /** True if cash is accepted for the cart's total. */
  isPayableInCash: boolean;
  /** True if the call is for orders to be paid at the store. */
  isStorePaymentCall: boolean;
  /** The maximum that gift cards may pay of the total (DEC-199). */
  payableByGiftCards: Centavos;
}

/** Checks that the cart accepts the payment types (DIF-17, DEC-140, DEC-174). At least one payment is not a coupon. */
export function checkPaymentTypes(
  payments: readonly { paymentType: PaymentType }[],
  context: PaymentContext,
): Result<null, { code: 'PAY_METHOD_NOT_ALLOWED' }> {
  const paying = payments.map((payment) => payment.paymentType).filter((type) => type !== 'Coupon');
  const isAllowed = paying.length > 0 && paying.every((type) => isPaymentTypeAllowed(type, context));
  return isAllowed ? ok(null) : refuse({ code: 'PAY_METHOD_NOT_ALLOWED' });
}

function isPaymentTypeAllowed(type: PaymentType, context: PaymentContext): boolean {
  if (context.isStorePaymentCall || type === 'StorePayment')
    return context.isStorePaymentCall && type === 'StorePayment';
  // Another method pays the amount that gift cards may not pay.
  if (type === 'GiftCard') return context.payableByGiftCards > 0;
  if (type === 'Cash') return !context.isDigitalOnly && context.isPayableInCash;
  return !context.hasDonation;
}

export type PlanRefusal = { code: 'PAY_PLAN_NOT_ALLOWED' };

/**
 * Checks the plan of a payment (DEC-104): 1 for Card, one of the offered plans for CardInstallments, 0 for cash and store
 * payment. Other payment types have no plan.
 */
export function checkPaymentPlan(
  payment: { paymentType: PaymentType; paymentPlan: number },
  offeredPlans: readonly number[],
): Result<null, PlanRefusal> {
  const allowed = allowedPlans(payment.paymentType, offeredPlans);
  return allowed === null || allowed.includes(payment.paymentPlan)
    ? ok(null)
    : refuse({ code: 'PAY_PLAN_NOT_ALLOWED' });
}

function allowedPlans(type: PaymentType, offeredPlans: readonly number[]): readonly number[] | null {
  if (type === 'CardInstallments') return offeredPlans;
  if (type === 'Card') return [1];
  return type === 'Cash' || type === 'StorePayment' ? [0] : null;
}

/** Returns the payment type of a method (ORD-04, DEC-104). */
export function paymentTypeOf(method: PaymentMethod): 'Card' | 'CardInstallments' | 'Cash' {
  const types = { monthlyPayments: 'CardInstallments', singlePayment: 'Card', cashPayments: 'Cash' } as const;
  return types[method];
}

import type { PaymentBody } from '@ceiba/contract/payments';
import { type Centavos, fromQuetzales, zero } from '@ceiba/domain/money/money';
import { binOf, type CardType } from '@ceiba/domain/payments/card-number';
import type { InstallmentOffer } from '@ceiba/domain/payments/installments';
import {
  checkPaymentAmounts,
  checkPaymentPlan,
  checkPaymentTypes,
  type PaymentType,
  type PointsPaymentType,
  paymentTypes,
  pointsPaymentTypes,
} from '@ceiba/domain/payments/payment-amounts';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { checkCard } from './check-card.ts';
import type { CardToCharge } from './gateway.ts';

/** A payment whose amount was read; its type may still be one nobody knows. */
export interface OfferedPayment {
  body: PaymentBody;
  amount: Centavos;
}

/** The one payment of an order, good in form: what is left is the gateway's answer. */
export interface PaymentToTake {
  /** A points pay type: its certificate pays the whole order. */
  type: 'Card' | 'CardInstallments' | 'Cash' | PointsPaymentType;
  plan: number;
  amount: Centavos;
  card: (CardToCharge & { brand: CardType; masked: string }) | null;
  /** DEC-104; null for a payment that came without one. */
  fingerprintSessionId: string | null;
}

/** What the payment rules ask of a cart. */
export interface CartToPay {
  grandTotal: Centavos;
  hasDonation: boolean;
  isDigitalOnly: boolean;
  isPayableInCash: boolean;
  /** DISCOUNT_BAM is in the grand total (DEC-79). */
  hasBankDiscount: boolean;
  /** Program of the certificate on the cart; null = none. */
  pointsProgram: PointsPaymentType | null;
}

export type PaymentRefusal = {
  code:
    | 'VALIDATION_ERROR'
    | 'PAY_METHOD_NOT_ALLOWED'
    | 'PAY_AMOUNT_MISMATCH'
    | 'PAY_PLAN_NOT_ALLOWED'
    | 'PAY_INVALID_CARD'
    | 'PAY_EXPIRED_CARD'
    | 'PAY_INVALID_CVV'
    | 'PAY_TOKEN_INVALID'
    | 'PAY_POINTS_UNAVAILABLE';
  metadata?: { fields: Record<string, string> };
};

/** What the bank of a card offers this cart, by the card's first six digits (DEC-105). */
export type FindOffer = (bin: string) => Promise<InstallmentOffer>;

/** Reads the amounts (DEC-06: at most two decimals); the first part of DEC-172's VALIDATION_ERROR. */
export function readPayments(bodies: readonly PaymentBody[]): Result<OfferedPayment[], PaymentRefusal> {
  const payments: OfferedPayment[] = [];
  const fields: Record<string, string> = {};
  for (const [index, body] of bodies.entries()) {
    const amount = fromQuetzales(body.paymentAmount);
    if (amount.ok) payments.push({ body, amount: amount.value });
    else fields[`payments.${index}.paymentAmount`] = 'El monto debe tener como máximo dos decimales.';
  }
  return Object.keys(fields).length === 0 ? ok(payments) : refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
}

const isPaymentType = (type: string): type is PaymentType => paymentTypes.some((known) => known === type);

const isPoints = (type: PaymentType): type is PointsPaymentType => pointsPaymentTypes.some((known) => known === type);

/**
 * Judges the payments of an order after its readiness, in the order of DEC-172: kinds, amounts, plan, card form, saved
 * card, points. An order is paid by one payment (Coupon entries only repeat a discount); field names carry the place of
 * the payment in the request.
 */
export async function checkPayments(
  offered: readonly OfferedPayment[],
  cart: CartToPay,
  now: Date,
  findOffer: FindOffer,
): Promise<Result<PaymentToTake, PaymentRefusal>> {
  const typed = offered.flatMap(({ body, amount }, index) => {
    const { paymentType, paymentPlan } = body;
    return isPaymentType(paymentType) ? [{ paymentType, paymentPlan, amount, body, index }] : [];
  });
  const allowed = checkPaymentTypes(typed, { ...cart, isStorePaymentCall: false });
  const [payment, second] = typed.filter(({ paymentType }) => paymentType !== 'Coupon' && !isPoints(paymentType));
  const offer = await offerFor(payment, findOffer);
  const isUnearned = cart.hasBankDiscount && offer?.hasDiscount !== true;
  if (!allowed.ok || typed.length < offered.length || second !== undefined || isUnearned) {
    return refuse({ code: 'PAY_METHOD_NOT_ALLOWED' });
  }
  const amounts = checkPaymentAmounts(typed, cart.grandTotal);
  if (!amounts.ok) return refuse({ code: amounts.error.code });
  const taken = payment === undefined ? undefined : checkPayment(payment, now, offer);
  if (taken?.ok === false) return taken;
  const points = typed.flatMap(({ paymentType }) => (isPoints(paymentType) ? [paymentType] : []));
  if (taken !== undefined && points.length === 0) return taken;
  return taken === undefined ? checkPoints(points, cart) : refuse({ code: 'PAY_POINTS_UNAVAILABLE' });
}

/**
 * The shop takes points only as a certificate on the cart, which lowers the total (PAY-01): a points pay type names the
 * program whose certificate leaves nothing to pay.
 */
function checkPoints(
  [program, second]: readonly PointsPaymentType[],
  { grandTotal, pointsProgram }: CartToPay,
): Result<PaymentToTake, PaymentRefusal> {
  const isPaid = grandTotal === 0 && program !== undefined && program === pointsProgram && second === undefined;
  if (!isPaid) return refuse({ code: 'PAY_POINTS_UNAVAILABLE' });
  return ok({ type: program, plan: 0, amount: zero, card: null, fingerprintSessionId: null });
}

interface TypedPayment {
  paymentType: PaymentType;
  paymentPlan: number;
  amount: Centavos;
  body: PaymentBody;
  index: number;
}

/**
 * What the card of a payment in installments is offered, null for any other payment and for a number without a readable
 * bin. The bank's discount belongs to installments with a card of that bank (DEC-79), not to whatever is paid with then.
 */
async function offerFor(payment: TypedPayment | undefined, findOffer: FindOffer): Promise<InstallmentOffer | null> {
  const bin = payment?.paymentType === 'CardInstallments' ? binOf(payment.body.ccNumber ?? '') : null;
  return bin === null ? null : findOffer(bin);
}

function checkPayment(
  { paymentType: type, paymentPlan: plan, amount, body, index }: TypedPayment,
  now: Date,
  offer: InstallmentOffer | null,
): Result<PaymentToTake, PaymentRefusal> {
  // Without a readable bin the plan cannot be looked up: the card form below says what is wrong.
  const offers = offer === null ? [plan] : offer.installments;
  const planned = checkPaymentPlan({ paymentType: type, paymentPlan: plan }, offers);
  if (!planned.ok) return planned;
  if (type === 'Cash') return ok({ type, plan, amount, card: null, fingerprintSessionId: null });
  if (type !== 'Card' && type !== 'CardInstallments') return refuse({ code: 'PAY_METHOD_NOT_ALLOWED' });
  // Guests have no saved cards (PAY-34).
  if (body.token !== undefined) return refuse({ code: 'PAY_TOKEN_INVALID' });
  const card = checkCard(body, `payments.${index}`, now);
  const fingerprintSessionId = body.fingerprintSessionId ?? null;
  return card.ok ? ok({ type, plan, amount, card: card.value, fingerprintSessionId }) : card;
}

import type { PaymentBody } from '@ceiba/contract/payments';
import { mostGiftCards } from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, fromQuetzales, zero } from '@ceiba/domain/money/money';
import { cardMessages, checkCardExpiry, checkCvv, formatExpiry, isExpired } from '@ceiba/domain/payments/card-form';
import { binOf, type CardType, cardTypeOf, checkCardNumber, maskCardNumber } from '@ceiba/domain/payments/card-number';
import type { InstallmentOffer } from '@ceiba/domain/payments/installments';
import {
  checkPaymentAmounts,
  checkPaymentPlan,
  checkPaymentTypes,
  isPointsPaymentType,
  type PaymentType,
  type PointsPaymentType,
  paymentTypes,
} from '@ceiba/domain/payments/payment-amounts';
import { instrumentToken } from '@ceiba/domain/payments/saved-card';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { CardToCharge, SavedCardToCharge } from './gateway.ts';
import type { ChargeableCard } from './saved-cards.store.ts';

type CardRefusal =
  | { code: 'VALIDATION_ERROR'; metadata: { fields: Record<string, string> } }
  | { code: 'PAY_INVALID_CARD' | 'PAY_EXPIRED_CARD' | 'PAY_INVALID_CVV' | 'PAY_TOKEN_INVALID' };

/** What the gateway charges, and what the order may keep of it (DEC-10). */
interface CardToPayWith<Charge extends CardToCharge | SavedCardToCharge = CardToCharge | SavedCardToCharge> {
  charge: Charge;
  brand: CardType;
  masked: string;
}

const required = {
  ccNumber: cardMessages.numberRequired,
  ccDate: cardMessages.expiryRequired,
  ccCVV: cardMessages.cvvRequired,
  ccOwner: cardMessages.holderRequired,
} as const;

/** A new card in an order, in the order of DEC-173: missing fields, number, expiry, CVV. `path` names its fields. */
function checkCard(body: PaymentBody, path: string, now: Date): Result<CardToPayWith<CardToCharge>, CardRefusal> {
  const { ccNumber = '', ccDate = '', ccCVV = '', ccOwner = '' } = body;
  const typed = { ccNumber, ccDate, ccCVV, ccOwner };
  const missing = Object.entries(required).filter(([field]) => isBlank(typed, field));
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map(([field, message]) => [`${path}.${field}`, message]));
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  }
  const number = checkCardNumber(ccNumber);
  if (!number.ok) return refuse({ code: 'PAY_INVALID_CARD' });
  const expiry = checkCardExpiry(ccDate, now);
  if (!expiry.ok) return refuse({ code: 'PAY_EXPIRED_CARD' });
  const cvv = checkCvv(ccCVV);
  if (!cvv.ok) return refuse({ code: 'PAY_INVALID_CVV' });
  const charge = {
    number: number.value.digits,
    expiry: formatExpiry(expiry.value),
    cvv: cvv.value,
    holder: ccOwner.trim(),
  };
  return ok({ charge, brand: number.value.type, masked: maskCardNumber(number.value) });
}

const isBlank = (typed: Record<string, string>, field: string): boolean => (typed[field] ?? '').trim() === '';

/**
 * A saved card in an order (DEC-104), in the order of DEC-172 and DEC-173: missing fields, CVV, whose card it is, expiry.
 * `found`: what the shopper's own cards say of the token; undefined = it is none of theirs. `path` names its fields.
 */
function checkSavedCard(
  { ccCVV = '', tokenType = '' }: PaymentBody,
  found: ChargeableCard | undefined,
  path: string,
  now: Date,
): Result<CardToPayWith, CardRefusal> {
  const fields = {
    ...(ccCVV.trim() === '' ? { [`${path}.ccCVV`]: cardMessages.cvvRequired } : {}),
    ...(tokenType === '' ? { [`${path}.tokenType`]: 'El tipo de la tarjeta guardada es obligatorio.' } : {}),
  };
  if (Object.keys(fields).length > 0) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  const cvv = checkCvv(ccCVV);
  if (!cvv.ok) return refuse({ code: 'PAY_INVALID_CVV' });
  const brand = cardTypeOf(found?.masked ?? '');
  if (tokenType !== instrumentToken || found === undefined || brand === null)
    return refuse({ code: 'PAY_TOKEN_INVALID' });
  if (isExpired(found.expiry, now)) return refuse({ code: 'PAY_EXPIRED_CARD' });
  return ok({ charge: { token: found.vaultToken, cvv: cvv.value }, brand, masked: found.masked });
}

/** A payment whose amount was read; its type may still be one nobody knows. */
export interface OfferedPayment {
  body: PaymentBody;
  amount: Centavos;
}

/** The one payment of an order, and its gift cards, good in form: what is left is the gateway's answer. */
export interface PaymentToTake {
  /** A points pay type: its certificate pays the whole order; GiftCard: gift cards do. */
  type: 'Card' | 'CardInstallments' | 'Cash' | 'StorePayment' | 'GiftCard' | PointsPaymentType;
  plan: number;
  /** What it is to pay: the total without what gift cards pay. */
  amount: Centavos;
  /** What each gift card of the order is to pay, in the order of the request (DEC-199). */
  giftCards: readonly Centavos[];
  card: CardToPayWith | null;
  /** Once it has paid, its owner wants it kept (DEC-108); never of a card that is kept already. */
  savesCard: boolean;
  /** DEC-104; null for a payment that came without one. */
  fingerprintSessionId: string | null;
}

/** What the payment rules ask of a cart. */
interface CartToPay {
  grandTotal: Centavos;
  hasDonation: boolean;
  isDigitalOnly: boolean;
  isPayableInCash: boolean;
  /** DISCOUNT_BAM is in the grand total (DEC-79). */
  hasBankDiscount: boolean;
  /** Program of the certificate on the cart; null = none. */
  pointsProgram: PointsPaymentType | null;
  /** The most that gift cards may pay of it (DEC-199). */
  payableByGiftCards: Centavos;
  /** The call is the one for orders that are paid at the store (DEC-140). */
  isStorePaymentCall: boolean;
}

type PaymentRefusal = {
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

/** What is looked up of a card. */
export interface CardLookUps {
  /** What the bank of a card offers this cart, by the card's first six digits (DEC-105). */
  offerOf(bin: string): Promise<InstallmentOffer>;
  /** The shopper's own saved card of a token, with what its bank offers; undefined for any other, and for a guest (PAY-34). */
  findSavedCard(token: string): { card: ChargeableCard; offer: InstallmentOffer } | undefined;
}

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

/** DEC-140: a store payment comes with its code, and says that it is one; the rest of DEC-172's VALIDATION_ERROR. */
export function checkStoreFields(bodies: readonly PaymentBody[]): Result<null, PaymentRefusal> {
  const fields: Record<string, string> = {};
  for (const [index, { paymentType, otp = '', isPaymentInStore }] of bodies.entries()) {
    if (paymentType !== 'StorePayment') continue;
    if (otp.trim() === '') fields[`payments.${index}.otp`] = 'Ingresa el código de un solo uso.';
    if (isPaymentInStore !== true)
      fields[`payments.${index}.isPaymentInStore`] = 'Un pedido con pago en tienda debe decir que se paga en tienda.';
  }
  return Object.keys(fields).length === 0 ? ok(null) : refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
}

const isPaymentType = (type: string): type is PaymentType => paymentTypes.some((known) => known === type);

/**
 * Judges the payments of an order after its readiness, in the order of DEC-172: kinds, amounts, plan, card form, saved
 * card, points. An order is paid by gift cards, one payment, or both (Coupon entries only repeat a discount); field names carry the
 * place of the payment in the request.
 */
export async function checkPayments(
  offered: readonly OfferedPayment[],
  cart: CartToPay,
  now: Date,
  lookUps: CardLookUps,
): Promise<Result<PaymentToTake, PaymentRefusal>> {
  const typed = offered.flatMap(({ body, amount }, index) => {
    const { paymentType, paymentPlan } = body;
    return isPaymentType(paymentType) ? [{ paymentType, paymentPlan, amount, body, index }] : [];
  });
  const allowed = checkPaymentTypes(typed, cart);
  const [payment, second] = typed.filter(
    ({ paymentType }) => paymentType !== 'Coupon' && paymentType !== 'GiftCard' && !isPointsPaymentType(paymentType),
  );
  const giftCards = typed.filter(({ paymentType }) => paymentType === 'GiftCard');
  const { offer, saved } = await lookUp(payment, lookUps);
  const isUnearned = cart.hasBankDiscount && offer?.hasDiscount !== true;
  if (
    !allowed.ok ||
    typed.length < offered.length ||
    second !== undefined ||
    giftCards.length > mostGiftCards ||
    isUnearned
  ) {
    return refuse({ code: 'PAY_METHOD_NOT_ALLOWED' });
  }
  const amounts = checkPaymentAmounts(typed, cart.grandTotal, cart.payableByGiftCards);
  if (!amounts.ok) return refuse({ code: amounts.error.code });
  const taken = payment === undefined ? undefined : checkPayment(payment, now, { offer, saved });
  if (taken?.ok === false) return taken;
  const points = typed.flatMap(({ paymentType }) => (isPointsPaymentType(paymentType) ? [paymentType] : []));
  if (taken !== undefined && points.length > 0) return refuse({ code: 'PAY_POINTS_UNAVAILABLE' });
  if (taken !== undefined) return ok({ ...taken.value, giftCards: giftCards.map(({ amount }) => amount) });
  if (giftCards.length > 0 && points.length === 0)
    return ok({ ...nothingElse, type: 'GiftCard', giftCards: giftCards.map(({ amount }) => amount) });
  return checkPoints(points, cart);
}

/** No bank, till or door has to do with it. */
const nothingElse = { plan: 0, amount: zero, giftCards: [], card: null, savesCard: false, fingerprintSessionId: null };

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
  return ok({ ...nothingElse, type: program });
}

interface TypedPayment {
  paymentType: PaymentType;
  paymentPlan: number;
  amount: Centavos;
  body: PaymentBody;
  index: number;
}

/** What is known of a payment's card. */
interface KnownCard {
  /** Null for a payment that is none in installments, and for a number without a readable bin. */
  offer: InstallmentOffer | null;
  saved: ChargeableCard | undefined;
}

/**
 * The bank's discount belongs to installments with a card of that bank (DEC-79), not to whatever is paid with then: only they
 * are offered something.
 */
async function lookUp(payment: TypedPayment | undefined, { offerOf, findSavedCard }: CardLookUps): Promise<KnownCard> {
  if (payment === undefined || !isCardPayment(payment)) return { offer: null, saved: undefined };
  const { body, paymentType } = payment;
  const isInstallments = paymentType === 'CardInstallments';
  if (body.token !== undefined) {
    const saved = findSavedCard(body.token);
    return { offer: isInstallments ? (saved?.offer ?? null) : null, saved: saved?.card };
  }
  const bin = isInstallments ? binOf(body.ccNumber ?? '') : null;
  return { offer: bin === null ? null : await offerOf(bin), saved: undefined };
}

const isCardPayment = ({ paymentType }: TypedPayment): boolean =>
  paymentType === 'Card' || paymentType === 'CardInstallments';

function checkPayment(
  { paymentType: type, paymentPlan: plan, amount, body, index }: TypedPayment,
  now: Date,
  { offer, saved }: KnownCard,
): Result<PaymentToTake, PaymentRefusal> {
  // Without a readable bin the plan cannot be looked up: the card form below says what is wrong.
  const offers = offer === null ? [plan] : offer.installments;
  const planned = checkPaymentPlan({ paymentType: type, paymentPlan: plan }, offers);
  if (!planned.ok) return planned;
  if (type === 'Cash' || type === 'StorePayment') return ok({ ...nothingElse, type, plan, amount });
  if (type !== 'Card' && type !== 'CardInstallments') return refuse({ code: 'PAY_METHOD_NOT_ALLOWED' });
  const path = `payments.${index}`;
  const isSaved = body.token !== undefined;
  const card = isSaved ? checkSavedCard(body, saved, path, now) : checkCard(body, path, now);
  if (!card.ok) return card;
  const savesCard = !isSaved && body.savePaymentInstrument === true;
  return ok({
    type,
    plan,
    amount,
    giftCards: [],
    card: card.value,
    savesCard,
    fingerprintSessionId: body.fingerprintSessionId ?? null,
  });
}

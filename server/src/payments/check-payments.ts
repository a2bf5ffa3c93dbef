import type { PaymentBody } from '@ceiba/contract/payments';
import { maxGiftCards } from '@ceiba/domain/gift-cards/gift-card-payment';
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

/** The charge for the gateway, and the card data that the order may store (DEC-10). */
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

/** Checks a new card of an order, in the order of DEC-173: missing fields, number, expiry, CVV. `path`: the prefix of the field names. */
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
 * Checks a saved card of an order (DEC-104), in the order of DEC-172 and DEC-173: missing fields, CVV, owner, expiry. `found`:
 * the shopper's own card with that token. Undefined if there is none. `path`: the prefix of the field names.
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

/** A payment with a valid amount. Its type may still be unknown. */
export interface OfferedPayment {
  body: PaymentBody;
  amount: Centavos;
}

/** The validated payment of an order, and its gift cards. Only the gateway's answer is still unknown. */
export interface PaymentToTake {
  /** A points type means that a certificate pays the whole order. `GiftCard` means that gift cards pay it. */
  type: 'Card' | 'CardInstallments' | 'Cash' | 'StorePayment' | 'GiftCard' | PointsPaymentType;
  plan: number;
  /** The amount to pay: the total without the part that gift cards pay. */
  amount: Centavos;
  /** The amount of each gift card, in the order of the request (DEC-199). */
  giftCards: readonly Centavos[];
  card: CardToPayWith | null;
  /** True if the owner wants the card to be saved after the payment (DEC-108). Never true for a saved card. */
  savesCard: boolean;
  /** The session of the device (DEC-104). Null if none was sent. */
  fingerprintSessionId: string | null;
}

/** The facts about a cart that the payment rules need. */
interface CartToPay {
  grandTotal: Centavos;
  hasDonation: boolean;
  isDigitalOnly: boolean;
  isPayableInCash: boolean;
  /** True if DISCOUNT_BAM is included in the grand total (DEC-79). */
  hasBankDiscount: boolean;
  /** The points program of the cart's certificate. Null if the cart has no certificate. */
  pointsProgram: PointsPaymentType | null;
  /** The maximum that gift cards may pay (DEC-199). */
  payableByGiftCards: Centavos;
  /** True for the call that places orders to be paid at the store (DEC-140). */
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

/** Functions that look up a card. */
export interface CardLookUps {
  /** Returns what a card's bank offers for this cart, by the card's first six digits (DEC-105). */
  offerOf(bin: string): Promise<InstallmentOffer>;
  /** Returns the shopper's saved card with this token, and its bank's offer. Undefined for any other token, and for a guest (PAY-34). */
  findSavedCard(token: string): { card: ChargeableCard; offer: InstallmentOffer } | undefined;
}

/** Parses the amounts (DEC-06: at most two decimals). This is the first part of DEC-172's VALIDATION_ERROR. */
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

/** Checks that a payment at the store has its code and is marked as such (DEC-140). This is the rest of DEC-172's VALIDATION_ERROR. */
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
 * Checks an order's payments after its readiness, in the order of DEC-172: kinds, amounts, plan, card form, saved card, points. An order is
 * paid by gift cards, by one payment, or by both; Coupon entries only repeat a discount. Field names contain the payment's position in the
 * request.
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
    giftCards.length > maxGiftCards ||
    isUnearned
  ) {
    return refuse({ code: 'PAY_METHOD_NOT_ALLOWED' });
  }
  const amounts = checkPaymentAmounts(typed, cart.grandTotal, cart.payableByGiftCards);
  if (!amounts.ok) return refuse({ code: amounts.error.code });
  const checkedPayment = payment === undefined ? undefined : checkPayment(payment, now, { offer, saved });
  if (checkedPayment?.ok === false) return checkedPayment;
  const points = typed.flatMap(({ paymentType }) => (isPointsPaymentType(paymentType) ? [paymentType] : []));
  if (checkedPayment !== undefined && points.length > 0) return refuse({ code: 'PAY_POINTS_UNAVAILABLE' });
  if (checkedPayment !== undefined)
    return ok({ ...checkedPayment.value, giftCards: giftCards.map(({ amount }) => amount) });
  if (giftCards.length > 0 && points.length === 0)
    return ok({ ...nothingElse, type: 'GiftCard', giftCards: giftCards.map(({ amount }) => amount) });
  return checkPoints(points, cart);
}

/** Fields that a payment has when it involves no bank, till or courier. */
const nothingElse = { plan: 0, amount: zero, giftCards: [], card: null, savesCard: false, fingerprintSessionId: null };

/**
 * Checks a payment in points. The shop accepts points only as a certificate on the cart, which lowers the total (PAY-01). The payment's type names
 * the program whose certificate leaves nothing to pay.
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

/** A payment's card, as found by the look-ups. */
interface KnownCard {
  /** Null if the payment is not in installments, or if the number has no readable BIN. */
  offer: InstallmentOffer | null;
  saved: ChargeableCard | undefined;
}

/**
 * Looks up the card of a payment. Only payments in installments get an offer, because the bank's discount applies only to installments with
 * a card of that bank (DEC-79).
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
  // Without a readable BIN, the plan cannot be checked. The card's form check below reports the error.
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

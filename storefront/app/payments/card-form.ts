import type { PaymentBody } from '@ceiba/contract/payments';
import {
  cardExpiryMessage,
  cardHolderMessage,
  cardNumberMessage,
  checkCardExpiry,
  cvvMessage,
  formatExpiry,
  formatTypedCvv,
  paymentPlanMessage,
} from '@ceiba/domain/payments/card-form';
import { binOf, isCompleteCardNumber, normalizeCardNumber } from '@ceiba/domain/payments/card-number';
import { paymentTypeOf } from '@ceiba/domain/payments/payment-amounts';
import type { PaymentMethod } from '@ceiba/domain/payments/payment-options';
import { instrumentToken } from '@ceiba/domain/payments/saved-card';
import type { SavedInstrument } from './saved-cards.ts';

/** The fields of a card (PAY-10). They live in the form's memory only (DEC-10). */
export interface CardForm {
  cardNumber: string;
  /** "MM / YY" as typed. */
  expirationDate: string;
  cvv: string;
  cardHolderName: string;
  /** Number of installments as the radios' value. Empty while no plan is chosen. */
  paymentPlan: string;
  /** Only customers see this choice (PAY-23). */
  isSaveCard: boolean;
}

export const emptyCard: CardForm = {
  cardNumber: '',
  expirationDate: '',
  cvv: '',
  cardHolderName: '',
  paymentPlan: '',
  isSaveCard: false,
};

export const isCardNumberValid = (card: CardForm): boolean => cardNumberMessage(card.cardNumber) === null;

/** The bin for which plans are loaded: only in the installments option, for a saved card or a complete number (PAY-21, DIF-30). */
export function installmentsBin(
  method: PaymentMethod | null,
  cardNumber: string,
  saved: SavedInstrument | null = null,
): string | null {
  if (method !== 'monthlyPayments') return null;
  if (saved !== null) return binOf(saved.maskedInstrument);
  return isCompleteCardNumber(cardNumber) ? binOf(cardNumber) : null;
}

export const planOf = (card: CardForm): number | null => (card.paymentPlan === '' ? null : Number(card.paymentPlan));

/** Returns whether the payment is complete. Cash needs nothing, a card needs all its fields, installments need an offered plan (CHK-22). */
export function isPaymentComplete(
  method: PaymentMethod | null,
  card: CardForm,
  offeredPlans: readonly number[],
  now: Date,
): boolean {
  if (method === null || method === 'cashPayments') return method !== null;
  const messages = [
    cardNumberMessage(card.cardNumber),
    cardExpiryMessage(card.expirationDate, now),
    cvvMessage(card.cvv),
    cardHolderMessage(card.cardHolderName),
  ];
  return messages.every((message) => message === null) && isPlanComplete(method, card, offeredPlans);
}

/** A saved card needs its CVV, and in installments an offered plan (PAY-36, DIF-31). */
export const isSavedCardComplete = (method: PaymentMethod, card: CardForm, offeredPlans: readonly number[]): boolean =>
  cvvMessage(card.cvv) === null && isPlanComplete(method, card, offeredPlans);

function isPlanComplete(method: PaymentMethod, card: CardForm, offeredPlans: readonly number[]): boolean {
  const plan = planOf(card);
  if (method !== 'monthlyPayments') return true;
  return paymentPlanMessage(plan) === null && plan !== null && offeredPlans.includes(plan);
}

/** The card's part of a payment (DEC-104). Throws for a card that fails `isPaymentComplete`. */
function cardFields(card: CardForm, now: Date) {
  const expiry = checkCardExpiry(card.expirationDate, now);
  if (!expiry.ok) throw new Error('the card is sent without validation');
  return {
    ccNumber: normalizeCardNumber(card.cardNumber),
    ccDate: formatExpiry(expiry.value),
    ccCVV: card.cvv.trim(),
    ccOwner: card.cardHolderName.trim(),
    ...(card.isSaveCard ? { savePaymentInstrument: true } : {}),
  };
}

/** The part of a payment for a saved card (DEC-104). */
const savedCardFields = ({ instrumentToken: token }: SavedInstrument, { cvv }: CardForm) => ({
  token,
  tokenType: instrumentToken,
  ccCVV: cvv.trim(),
});

export interface PaymentToSend {
  method: PaymentMethod;
  card: CardForm;
  /** Null for a new card or without a card. */
  savedCard: SavedInstrument | null;
  /** In quetzales with decimals, like the cart's grand total. */
  amount: number;
  /** UUID of this checkout (DEC-104). */
  fingerprintSessionId: string;
}

/** The payment to send (PAY-39, DEC-104). */
export function paymentBodyOf(
  payment: PaymentToSend,
  now: Date,
): Omit<PaymentBody, 'paymentPlan'> & { paymentPlan: number } {
  const { method, card, savedCard, amount, fingerprintSessionId } = payment;
  const sentCard = savedCard === null ? () => cardFields(card, now) : () => savedCardFields(savedCard, card);
  const paymentType = paymentTypeOf(method);
  const plans = { monthlyPayments: planOf(card) ?? 0, singlePayment: 1, cashPayments: 0 } as const;
  return {
    paymentType,
    paymentPlan: plans[method],
    paymentAmount: amount,
    fingerprintSessionId,
    ...(method === 'cashPayments' ? {} : sentCard()),
  };
}

/** Required for every card, even a saved one (PAY-36). */
export const cvvField = {
  label: 'CVV',
  required: true,
  type: 'password',
  inputMode: 'numeric',
  autoComplete: 'cc-csc',
  placeholder: '•••',
  format: formatTypedCvv,
  validate: cvvMessage,
} as const;

import type { PaymentBody } from '@ceiba/contract/payments';
import {
  cardExpiryMessage,
  cardHolderMessage,
  cardNumberMessage,
  checkCardExpiry,
  cvvMessage,
  formatExpiry,
  paymentPlanMessage,
} from '@ceiba/domain/payments/card-form';
import { binOf, isCompleteCardNumber, normalizeCardNumber } from '@ceiba/domain/payments/card-number';
import { paymentTypeOf } from '@ceiba/domain/payments/payment-amounts';
import type { PaymentMethod } from '@ceiba/domain/payments/payment-options';

/** PAY-10. Lives in the form's memory only (DEC-10). */
export interface CardForm {
  cardNumber: string;
  /** "MM / YY" as typed. */
  expirationDate: string;
  cvv: string;
  cardHolderName: string;
  /** Number of installments as the radios hold it, empty while none is chosen. */
  paymentPlan: string;
}

export const emptyCard: CardForm = { cardNumber: '', expirationDate: '', cvv: '', cardHolderName: '', paymentPlan: '' };

export const isCardNumberValid = (card: CardForm): boolean => cardNumberMessage(card.cardNumber) === null;

/** The bin to ask plans for: only in the installments option and for a complete number (PAY-21, DIF-30). */
export const installmentsBin = (method: PaymentMethod | null, cardNumber: string): string | null =>
  method === 'monthlyPayments' && isCompleteCardNumber(cardNumber) ? binOf(cardNumber) : null;

export const planOf = (card: CardForm): number | null => (card.paymentPlan === '' ? null : Number(card.paymentPlan));

/** CHK-22: cash needs nothing, a card all its fields, installments a plan that is offered. */
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
  if (messages.some((message) => message !== null)) return false;
  const plan = planOf(card);
  if (method === 'singlePayment') return true;
  return paymentPlanMessage(plan) === null && plan !== null && offeredPlans.includes(plan);
}

/** The card's part of a payment (DEC-104). Throws for a card that does not pass `isPaymentComplete`. */
function cardFields(card: CardForm, now: Date) {
  const expiry = checkCardExpiry(card.expirationDate, now);
  if (!expiry.ok) throw new Error('the card was not checked before it was sent');
  return {
    ccNumber: normalizeCardNumber(card.cardNumber),
    ccDate: formatExpiry(expiry.value),
    ccCVV: card.cvv.trim(),
    ccOwner: card.cardHolderName.trim(),
  };
}

export interface PaymentToSend {
  method: PaymentMethod;
  card: CardForm;
  /** Decimal quetzales, as the cart's grand total travels. */
  amount: number;
  /** UUID of this checkout (DEC-104). */
  fingerprintSessionId: string;
}

/** PAY-39, DEC-104. */
export function paymentBodyOf(
  payment: PaymentToSend,
  now: Date,
): Omit<PaymentBody, 'paymentPlan'> & { paymentPlan: number } {
  const { method, card, amount, fingerprintSessionId } = payment;
  const paymentType = paymentTypeOf(method);
  const plans = { monthlyPayments: planOf(card) ?? 0, singlePayment: 1, cashPayments: 0 } as const;
  return {
    paymentType,
    paymentPlan: plans[method],
    paymentAmount: amount,
    fingerprintSessionId,
    ...(method === 'cashPayments' ? {} : cardFields(card, now)),
  };
}

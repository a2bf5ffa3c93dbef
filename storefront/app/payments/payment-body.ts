import type { PaymentBody } from '@ceiba/contract/payments';
import { paymentTypeOf } from '@ceiba/domain/payments/payment-amounts';
import type { PaymentMethod } from '@ceiba/domain/payments/payment-options';
import { type CardForm, cardFields, planOf } from './card-form.ts';

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

import type { Cart } from '@ceiba/contract/carts';
import { hasDonation } from '@ceiba/domain/carts/cart-line';
import {
  noPaymentChoice,
  type PaymentChoice,
  type PaymentMethod,
  type PaymentOption,
  paymentOptions,
  togglePaymentMethod,
} from '@ceiba/domain/payments/payment-options';
import { focusManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { cartLines, cartTotals } from '../carts/cart-lines.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { type CardForm, emptyCard, installmentsBin, isPaymentComplete } from './card-form.ts';
import { coveredByPoints } from './covered-by-points.ts';
import { type Installments, useCartPaymentMethod, useInstallments } from './use-installments.ts';

export interface Payment {
  options: PaymentOption[];
  method: PaymentMethod | null;
  toggle: (method: PaymentMethod) => void;
  form: UseFormReturn<CardForm>;
  installments: Installments;
  isValid: boolean;
  isLoading: boolean;
}

/** The payment step's choice and card (PAY-01..31). Nothing of it outlives the page (DEC-10). */
export function usePayment(cart: Cart): Payment {
  const deliver = useCheckout((state) => state.userData.deliver);
  const [choice, setChoice] = useState<PaymentChoice>(noPaymentChoice);
  const form = useForm<CardForm>({ mode: 'onTouched', defaultValues: emptyCard });
  const policy = usePolicy();
  const toPay = {
    grandTotal: cartTotals(cart).grandTotal,
    hasDonation: hasDonation(cartLines(cart)),
    isDigitalOnly: cart.isDigital,
    deliveryType: deliver,
  };
  const isCovered = coveredByPoints(cart) !== null;
  const options = isCovered ? [] : paymentOptions(toPay, policy);
  const isOffered = options.some((option) => option.method === choice.method && !option.isDisabled);
  // No bank is asked then; the single payment stands for "chosen".
  const method = isCovered ? 'singlePayment' : isOffered ? choice.method : null;
  const card = form.watch();
  const installments = useInstallments(cart.id, installmentsBin(method, card.cardNumber));
  const plans = installments.offer?.installments ?? [];
  useFirstPlan(form, plans);
  const promotion = useWithdrawnPromotion(
    cart,
    method !== 'monthlyPayments' || installments.offer?.hasDiscount === false,
  );
  return {
    options,
    method,
    toggle: (chosen) => {
      // PAY-04: what was typed for another method does not count for this one.
      form.reset(emptyCard);
      setChoice(togglePaymentMethod({ ...choice, method }, chosen));
    },
    form,
    installments,
    isValid: isCovered || isPaymentComplete(method, card, plans, new Date()),
    isLoading: installments.isLoading || promotion.isPending,
  };
}

/** PAY-25: the first plan is preselected; a card without plans has none. */
function useFirstPlan(form: UseFormReturn<CardForm>, plans: readonly number[]): void {
  const first = plans[0];
  useEffect(() => {
    form.setValue('paymentPlan', first === undefined ? '' : String(first));
  }, [form, first]);
}

/**
 * A bank promotion ends with the choice that brought it (DEC-79): what is shown must be what will be charged. A tab in the
 * background leaves it to the one where the shopper is choosing.
 */
function useWithdrawnPromotion(cart: Cart, isOver: boolean) {
  const { set, isPending, isError } = useCartPaymentMethod(cart.id, () => {});
  const hasPromotion = cart.prices.discounts.some((discount) => discount.id === 'DISCOUNT_BAM');
  const isInFront = useSyncExternalStore(
    (listener) => focusManager.subscribe(listener),
    () => focusManager.isFocused(),
    () => false,
  );
  const mustWithdraw = hasPromotion && isOver && isInFront && !isError;
  useEffect(() => {
    if (mustWithdraw) set({ paymentMethod: 'kosmos_payment' });
  }, [mustWithdraw, set]);
  return { isPending };
}

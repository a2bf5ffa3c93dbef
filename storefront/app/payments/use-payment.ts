import type { Cart } from '@ceiba/contract/carts';
import { hasDonation, isDigitalOnly } from '@ceiba/domain/carts/cart-line';
import type { Centavos } from '@ceiba/domain/money/money';
import {
  noPaymentChoice,
  type PaymentChoice,
  type PaymentMethod,
  type PaymentOption,
  paymentOptions,
  togglePaymentMethod,
  toggleSavedCard,
} from '@ceiba/domain/payments/payment-options';
import { isSavedCardExpired, savedCardsFor } from '@ceiba/domain/payments/saved-card';
import { amountOf } from '@ceiba/ui/price';
import { focusManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useCustomer } from '../auth/customer-query.ts';
import { useSession } from '../auth/session-store.ts';
import { cartLines, cartTotals, hasBankDiscount } from '../carts/cart-lines.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { type GiftCards, isPaidByGiftCards } from '../gift-cards/use-gift-cards.ts';
import { useOpenLink } from '../platform/open-link.ts';
import { shopNow } from '../platform/shop-time.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { type CardForm, emptyCard, installmentsBin, isPaymentComplete, isSavedCardComplete } from './card-form.ts';
import { coveredByPoints } from './covered-by-points.ts';
import { type SavedInstrument, useSavedCards } from './saved-cards.ts';
import { type Installments, useCartPaymentMethod, useInstallments } from './use-installments.ts';

/** The saved cards for the chosen method, and the card to pay with: one of these cards, or a new card. */
interface SavedCards {
  isCustomer: boolean;
  /** The cards that the method accepts (PAY-38). */
  cards: readonly SavedInstrument[];
  isLoading: boolean;
  /** The card to pay with. Null while no card is chosen. */
  chosen: SavedInstrument | null;
  /** True if the customer chose to type a new card instead. */
  isNew: boolean;
  toggle: (token: string) => void;
  addNew: () => void;
  useSaved: () => void;
}

export interface Payment {
  /** The amount to pay: the total without the part of gift cards (DEC-199). */
  rest: Centavos;
  /** True if gift cards or points pay everything: no method is needed. */
  isCovered: boolean;
  options: PaymentOption[];
  method: PaymentMethod | null;
  toggle: (method: PaymentMethod) => void;
  form: UseFormReturn<CardForm>;
  savedCards: SavedCards;
  installments: Installments;
  isValid: boolean;
  isLoading: boolean;
}

/** True for a customer's payment. A visitor of a payment link pays as a guest, signed in or not. */
function useIsCustomer(): boolean {
  const session = useSession();
  return useOpenLink() === null && Boolean(session);
}

/** Returns whether the customer's e-mail is confirmed for the server (DEC-218). */
function useIsContactConfirmed(): boolean {
  const { customer } = useCustomer();
  return useIsCustomer() && customer?.isConfirmed === true;
}

/** The payment step's choice and card (PAY-01..31). Its state ends with the page (DEC-10). */
export function usePayment(cart: Cart, giftCards: Pick<GiftCards, 'parts' | 'rest'>): Payment {
  const deliver = useCheckout((state) => state.userData.deliver);
  const [choice, setChoice] = useState<PaymentChoice>(noPaymentChoice);
  const form = useForm<CardForm>({ mode: 'onTouched', defaultValues: emptyCard });
  const policy = usePolicy();
  const toPay = {
    grandTotal: cartTotals(cart).grandTotal,
    rest: giftCards.rest,
    totalBeforeBankPromotion: amountOf(cart.prices.totalBeforeBankPromotion.value),
    hasDonation: hasDonation(cartLines(cart)),
    isDigitalOnly: isDigitalOnly(cartLines(cart)),
    deliveryType: deliver,
    isContactConfirmed: useIsContactConfirmed(),
    units: cart.totalQuantity,
  };
  const isCovered = coveredByPoints(cart) !== null || isPaidByGiftCards(giftCards);
  const options = isCovered ? [] : paymentOptions(toPay, policy);
  const isOffered = options.some((option) => option.method === choice.method && !option.isDisabled);
  // If points or gift cards pay everything, no bank is involved. `singlePayment` then only means that the choice is made.
  const method = isCovered ? 'singlePayment' : isOffered ? choice.method : null;
  const card = form.watch();
  const savedCards = useCardChoice({ choice: { ...choice, method }, setChoice, form, isCovered });
  const saved = savedCards.chosen;
  const installments = useInstallments(cart.id, installmentsBin(method, card.cardNumber, saved));
  const plans = installments.offer?.installments ?? [];
  useFirstPlan(form, plans);
  const promotion = useWithdrawnPromotion(
    cart,
    method !== 'monthlyPayments' || installments.offer?.hasDiscount === false,
  );
  return {
    rest: giftCards.rest,
    isCovered,
    options,
    method,
    toggle: (chosen) => {
      // Values typed for another method do not count for this one (PAY-04).
      form.reset(emptyCard);
      setChoice(togglePaymentMethod({ ...choice, method }, chosen));
    },
    form,
    installments,
    savedCards,
    isValid: isCovered || isCardComplete(method, card, savedCards, plans),
    isLoading: installments.isLoading || promotion.isPending,
  };
}

/** With saved cards the payment is incomplete until a saved or new card is chosen (PAY-35). */
function isCardComplete(
  method: PaymentMethod | null,
  card: CardForm,
  { cards, chosen, isNew }: SavedCards,
  plans: readonly number[],
): boolean {
  if (method !== null && method !== 'cashPayments') {
    if (chosen !== null) return isSavedCardComplete(method, card, plans);
    if (cards.length > 0 && !isNew) return false;
  }
  return isPaymentComplete(method, card, plans, shopNow());
}

interface CardChoice {
  choice: PaymentChoice;
  setChoice: (choice: PaymentChoice) => void;
  form: UseFormReturn<CardForm>;
  isCovered: boolean;
}

/** The choice of a saved card (PAY-33 to PAY-38). Values typed for one card do not count for another. */
function useCardChoice({ choice, setChoice, form, isCovered }: CardChoice): SavedCards {
  // A payment link cannot use or save an account's cards (DEC-108).
  const isCustomer = useIsCustomer();
  const isCardMethod = choice.method === 'monthlyPayments' || choice.method === 'singlePayment';
  const hasSaved = isCustomer && isCardMethod && !isCovered;
  const query = useSavedCards(hasSaved);
  const [newFor, setNewFor] = useState<PaymentMethod | null>(null);
  const cards = hasSaved ? savedCardsFor(choice.method, query.cards ?? []) : [];
  const isNew = choice.method !== null && newFor === choice.method;
  const now = shopNow();
  const chosen = cards.find((one) => one.instrumentToken === choice.savedCard && !isSavedCardExpired(one, now)) ?? null;
  const choose = (next: PaymentChoice, isNextNew: boolean): void => {
    form.reset(emptyCard);
    setChoice(next);
    setNewFor(isNextNew ? choice.method : null);
  };
  const withoutSaved = { ...choice, savedCard: null, isFormValid: false };
  return {
    isCustomer,
    cards,
    isLoading: query.isLoading,
    chosen,
    isNew,
    toggle: (token) => choose(toggleSavedCard(choice, token), false),
    addNew: () => choose(withoutSaved, !isNew),
    useSaved: () => choose(withoutSaved, false),
  };
}

/**
 * Preselects the first plan (PAY-25), also after the form was cleared for another card. A card without plans gets no plan. If the next card
 * lacks the chosen plan, the plan stays selected, and must be chosen again (PAY-19).
 */
function useFirstPlan(form: UseFormReturn<CardForm>, plans: readonly number[]): void {
  const first = plans[0] === undefined ? '' : String(plans[0]);
  const isEmpty = form.watch('paymentPlan') === '';
  useEffect(() => form.setValue('paymentPlan', first), [form, first]);
  useEffect(() => {
    if (isEmpty) form.setValue('paymentPlan', first);
  }, [form, first, isEmpty]);
}

/**
 * Withdraws a bank promotion when its payment choice ends (DEC-79), because the shown amount must be the charged amount. A background tab leaves this
 * to the tab in use.
 */
function useWithdrawnPromotion(cart: Cart, isOver: boolean) {
  const { set, isPending, isError } = useCartPaymentMethod(cart.id, () => {});
  const isInFront = useSyncExternalStore(
    (listener) => focusManager.subscribe(listener),
    () => focusManager.isFocused(),
    () => false,
  );
  const mustWithdraw = hasBankDiscount(cart) && isOver && isInFront && !isError;
  useEffect(() => {
    if (mustWithdraw) set({ paymentMethod: 'kosmos_payment' });
  }, [mustWithdraw, set]);
  return { isPending };
}

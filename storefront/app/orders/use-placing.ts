import type { Cart } from '@ceiba/contract/carts';
import { unsupportedMethodError } from '@ceiba/domain/payments/payment-alerts';
import { useRef, useState } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { readSession } from '../auth/session-store.ts';
import type { Billing } from '../billing/use-billing.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import type { Payment } from '../payments/use-payment.ts';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { fetchPageAhead } from '../platform/page-at-hand.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { createAttemptKeys } from './attempt-keys.ts';
import { confirmationPath } from './finish-order.ts';
import { dropAttempt, keepAttempt, sentAttempt } from './kept-attempt.ts';
import { type OrderForms, openedLink, orderToPlace, paidBy, pictureOf } from './order-forms.ts';
import { placeOrder } from './placement.ts';
import { type PlacingNotice, useAskingAgain } from './placing-notices.ts';
import { useRefusals } from './refused-order.ts';
import { useAlone } from './use-alone.ts';
import { type Tries, useConclusion } from './use-conclusion.ts';
import { usePress } from './use-press.ts';

export interface Placing {
  place: () => void;
  isPlacing: boolean;
  notice: PlacingNotice | null;
  /** Asks again what became of an attempt that is still uncertain. */
  checkAgain: () => void;
  /** An order that waits for the line is not sent any more. */
  takeBack: () => void;
}

/** "Realizar pedido": the sequence of calls, and the truth about every way it can end (ORD-04..08, DEC-133). */
export function usePlacing(cart: Cart, payment: Payment, billing: Billing): Placing {
  const [keys] = useState(createAttemptKeys);
  const [fingerprintSessionId] = useState(newUuid);
  const [notice, setNotice] = useState<PlacingNotice | null>(null);
  const refusals = useRefusals();
  const [tries] = useState<Tries>(() => ({ sent: new Set(sentAttempt(cart.id)?.keys), isUndecided: false }));
  const { conclude, concludeUnanswered, ask } = useConclusion(setNotice, refusals, tries);
  const { isRunning, alone } = useAlone();
  const policy = usePolicy();
  const formsNow = (): OrderForms | null => readForms(cart, payment, billing, fingerprintSessionId);
  const press = usePress(formsNow, notice === 'awaitingLine');
  /** With what the last order was sent: while nobody knows what became of it, what is typed is of another one. */
  const sentForms = useRef<OrderForms | null>(null);
  const run = (forms: OrderForms | null, work: (forms: OrderForms) => Promise<void>): void => {
    if (forms === null) showAlert(unsupportedMethodError, 'checkout');
    else {
      alone(() => {
        setNotice(null);
        refusals.cancelReload();
        return work(forms);
      });
    }
  };
  const place = async (forms: OrderForms): Promise<void> => {
    const prove = (): Promise<string | null> => {
      setNotice('proving');
      return solveCaptcha().finally(() => setNotice(null));
    };
    const link = openedLink();
    const order = orderToPlace(forms, new Date());
    const idempotencyKey = keys.keyFor(order.order);
    // Sent before, and not answered with a refusal: this answer says nothing of that one.
    const isRepeated = tries.sent.has(idempotencyKey);
    let isSent = false;
    const placement = await placeOrder(
      api,
      {
        ...order,
        idempotencyKey,
        policy,
        isLinkCart: link !== null,
        press: press.begin(forms, (isWaiting) => setNotice(isWaiting ? 'awaitingLine' : null)),
        onSend: () => {
          tries.sent.add(idempotencyKey);
          tries.isUndecided = true;
          isSent = true;
          sentForms.current = forms;
          const order = pictureOf(forms, { orderNumber: '' }, true);
          keepAttempt({ keys: [...tries.sent], link, paidBy: paidBy(forms), order });
          // While the bank is asked: the line may drop with its answer.
          fetchPageAhead(confirmationPath);
        },
      },
      prove,
    );
    // What is refused before the order is sent says nothing of one that was sent earlier.
    if (isSent && (placement.kind === 'refused' || placement.kind === 'totalChanged')) {
      keys.settle();
      // Nor does the refusal of one that was sent: an earlier one may wait before its cart is taken, and be placed yet.
      if (!isRepeated) tries.sent.delete(idempotencyKey);
      if (tries.sent.size > 0) return concludeUnanswered(placement, forms);
      dropAttempt();
      tries.isUndecided = false;
    }
    await conclude(placement, forms);
  };
  const checkAgain = (): void =>
    run((tries.isUndecided ? sentForms.current : null) ?? formsNow(), (forms) => ask(forms, false));
  useAskingAgain(isRunning ? null : notice, checkAgain);
  return { place: () => run(formsNow(), place), isPlacing: isRunning, notice, checkAgain, takeBack: press.takeBack };
}

/** Everything typed, at the moment of the press; null where no method is chosen (PAY-05). */
function readForms(cart: Cart, payment: Payment, billing: Billing, fingerprintSessionId: string): OrderForms | null {
  const checkout = useCheckout.getState();
  const { contact } = checkout;
  if (contact === null || payment.method === null) return null;
  return {
    cart,
    checkout,
    contact,
    isGuest: readSession() === null,
    billing: billing.form.getValues(),
    method: payment.method,
    card: payment.form.getValues(),
    savedCard: payment.savedCards.chosen,
    offer: payment.installments.offer,
    fingerprintSessionId,
  };
}

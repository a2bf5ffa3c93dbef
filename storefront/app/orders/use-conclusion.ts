import type { PaymentErrorAlert } from '@ceiba/domain/payments/payment-alerts';
import { noResponseError } from '@ceiba/domain/payments/payment-alerts';
import { payErrors } from '@ceiba/domain/payments/payment-errors';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { measureFailedPurchase } from '../analytics/order-events.ts';
import { missingCart } from '../carts/cart-call.ts';
import { forgetCartId } from '../carts/cart-store.ts';
import { refreshCart } from '../carts/use-cart.ts';
import { savedCardsKey } from '../payments/saved-cards.ts';
import { readOpenLink } from '../platform/open-link.ts';
import { finishOrder } from './finish-order.ts';
import { dropAttempt, sentAttempt } from './kept-attempt.ts';
import { type OrderForms, openedLink, paidBy, pictureOf } from './order-forms.ts';
import { paymentFormId } from './payment-form-id.ts';
import type { PlacedAs, Placement } from './placement.ts';
import { notSent, type PlacingNotice, tellOutcome } from './placing-notices.ts';
import type { Refusals } from './refused-order.ts';

/** The keys of what this page has sent and nobody has refused, and whether the outcome of the last is still unknown. */
export interface Tries {
  sent: Set<string>;
  isUndecided: boolean;
}

type Refusal = Extract<Placement, { kind: 'refused' | 'totalChanged' }>;

interface Conclusion {
  conclude: (placement: Placement, forms: OrderForms) => Promise<void>;
  /** Of a refusal, while an order that was sent before it may still be placed: that one is asked for. */
  concludeUnanswered: (refusal: Refusal, forms: OrderForms) => Promise<void>;
  /**
   * Asks until it is known what became of an attempt; `isOwn`: it was made with these forms. `refusal`: why a press after it was
   * refused, told where there is no order; `isTaken`: what refused it was the payment of another copy of its link, where there is none.
   */
  ask: (
    forms: OrderForms,
    isOwn: boolean,
    otherwise?: { refusal?: PaymentErrorAlert; isTaken?: boolean },
  ) => Promise<void>;
}

/** What follows each way an attempt can end. */
export function useConclusion(
  setNotice: (notice: PlacingNotice | null) => void,
  refusals: Refusals,
  tries: Tries,
): Conclusion {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const finish = (placed: PlacedAs, forms: OrderForms, isOwn: boolean): Promise<void> =>
    finishOrder(
      pictureOf(forms, placed, isOwn),
      { cart: forms.cart, paidBy: paidBy(forms), link: openedLink() },
      navigate,
      () => setNotice('placed'),
    );
  const ask: Conclusion['ask'] = async (forms, isOwn, { refusal, isTaken = false } = {}) => {
    const isLink = readOpenLink() !== null;
    const token = sentAttempt(forms.cart.id)?.link?.token ?? openedLink()?.token ?? null;
    const asked = { cartId: forms.cart.id, keys: [...tries.sent], token };
    const outcome = await tellOutcome(asked, isLink, setNotice);
    if (outcome.kind === 'placed') return finish(outcome, forms, isOwn && outcome.isOwn);
    if (outcome.kind === 'open') {
      tries.isUndecided = false;
      dropAttempt();
      if (isTaken) return setNotice('beingPaid');
      setNotice('notPlaced');
      if (refusal) return refusals.tell(refusal, forms.cart);
      measureFailedPurchase(forms.cart);
    }
  };
  const concludeUnanswered: Conclusion['concludeUnanswered'] = async ({ alert }, forms) => {
    showAlert(alert, 'checkout');
    await ask(forms, false, { refusal: alert });
    // What refused it is not what the page knows; after an order there is no cart to read.
    if (!tries.isUndecided) await refreshCart(queryClient, forms.cart.id);
  };
  const conclude: Conclusion['conclude'] = async (placement, forms) => {
    switch (placement.kind) {
      case 'placed':
        return finish(placement, forms, !placement.isFound);
      case 'refused':
        // Where the server answers, it can be asked for the earlier one, too.
        if (tries.isUndecided && placement.alert !== noResponseError) return concludeUnanswered(placement, forms);
        if (tries.isUndecided) {
          showAlert(placement.alert, 'checkout');
          return setNotice('unreachable');
        }
        setNotice(placement.alert.action === 'none' ? 'notCharged' : null);
        refusals.tell(placement.alert, forms.cart);
        // What refused it (stock, a price, a card that is deleted) is not what the page knows.
        void queryClient.invalidateQueries({ queryKey: savedCardsKey });
        return refreshCart(queryClient, forms.cart.id);
      case 'notSent':
        if (tries.isUndecided) return setNotice('unreachable');
        // Of a page that was left, or a step that is closed, the corner alone is seen.
        if (document.getElementById(paymentFormId) === null) showAlert(notSent, 'general');
        return setNotice('notSent');
      case 'totalChanged':
        showAlert(placement.alert, 'checkout');
        return refreshCart(queryClient, forms.cart.id);
      case 'cartGone':
        // The page of a link says how that stands.
        if (readOpenLink() === null) showAlert({ id: 'cart-alerts', type: 'Error', ...missingCart });
        return forgetCartId(forms.cart.id);
      case 'unknown':
        if (placement.alert !== null && !isLineDown(placement.alert)) {
          showAlert(withoutHistory(placement.alert, forms), 'checkout');
        }
        // Without an alert it is another attempt's outcome that is awaited; of a link that may be another copy's.
        return ask(forms, placement.alert !== null, {
          isTaken: placement.alert === null && readOpenLink() !== null && tries.sent.size <= 1,
        });
    }
  };
  return { conclude, concludeUnanswered, ask };
}

const silentBank = payErrors.PAY_TIMEOUT;

/** DEC-131 sends to the purchase history, which a guest has not, nor who pays a link: this page asks for them. */
const withoutHistory = (alert: PaymentErrorAlert, { isGuest }: OrderForms): PaymentErrorAlert =>
  alert.title === silentBank.title && (isGuest || readOpenLink() !== null)
    ? { ...alert, message: 'El banco no respondió. Consultamos qué pasó con tu pedido.' }
    : alert;

/**
 * The browser has no line: the bar of the page says so, and that it goes on by itself, which is true while the outcome is
 * asked for. "Try later" beside it would say the contrary.
 */
const isLineDown = (alert: PaymentErrorAlert): boolean => alert === noResponseError && !navigator.onLine;

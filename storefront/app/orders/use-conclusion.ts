import { alertDurationMs } from '@ceiba/domain/alerts/alert';
import { paymentTypeOf } from '@ceiba/domain/payments/payment-amounts';
import type { PaymentErrorAlert } from '@ceiba/domain/payments/payment-errors';
import { useQueryClient } from '@tanstack/react-query';
import { type NavigateFunction, useNavigate } from 'react-router';
import { hideAlert, showAlert } from '../alerts/alert-store.ts';
import { measureFailedPurchase, measurePurchase } from '../analytics/checkout-events.ts';
import { refreshCart } from '../carts/cart-cache.ts';
import { forgetCartId } from '../carts/cart-id.ts';
import { missingCart } from '../carts/missing-cart.ts';
import { planOf } from '../payments/card-form.ts';
import { api } from '../platform/api.ts';
import { setFlag } from '../platform/session-flags.ts';
import { findOutcome, type Outcome } from './find-outcome.ts';
import { keepSnapshot } from './order-snapshot.ts';
import type { OrderForms } from './order-to-place.ts';
import type { Placement } from './place-order.ts';
import { snapshotOf } from './snapshot-of-order.ts';

/** What the shopper is told while, and after, an attempt is uncertain; `notCharged` follows a refusal. */
export type PlacingNotice = 'checking' | 'running' | 'unreachable' | 'notPlaced' | 'notCharged';

const noticeOf: Record<Exclude<Outcome['kind'], 'placed'>, PlacingNotice> = {
  open: 'notPlaced',
  running: 'running',
  unreachable: 'unreachable',
};

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface Conclusion {
  conclude: (placement: Placement, forms: OrderForms) => Promise<void>;
  /** Asks until it is known what became of an attempt; `isOwn`: it was made with these forms. */
  ask: (forms: OrderForms, isOwn: boolean) => Promise<void>;
}

/** What follows each way an attempt can end. */
export function useConclusion(setNotice: (notice: PlacingNotice | null) => void): Conclusion {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const ask: Conclusion['ask'] = async (forms, isOwn) => {
    setNotice('checking');
    const outcome = await findOutcome(api, { cartId: forms.cart.id, email: forms.contact.email }, wait);
    if (outcome.kind === 'placed') return finish(outcome.orderNumber, forms, isOwn, navigate);
    setNotice(noticeOf[outcome.kind]);
  };
  const conclude: Conclusion['conclude'] = async (placement, forms) => {
    switch (placement.kind) {
      case 'placed':
        return finish(placement.orderNumber, forms, !placement.isFound, navigate);
      case 'refused':
        setNotice(placement.alert.action === 'none' ? 'notCharged' : null);
        refuse(placement.alert, forms, navigate);
        // What refused it (stock, a price) is not what the page knows.
        return refreshCart(queryClient, forms.cart.id);
      case 'totalChanged':
        showAlert(placement.alert, 'checkout');
        return refreshCart(queryClient, forms.cart.id);
      case 'cartGone':
        showAlert({ id: 'cart-alerts', type: 'Error', ...missingCart });
        return forgetCartId(forms.cart.id);
      case 'unknown':
        if (placement.alert !== null) showAlert(placement.alert, 'checkout');
        // Without an alert it is another attempt's outcome that is awaited.
        return ask(forms, placement.alert !== null);
    }
  };
  return { conclude, ask };
}

/** ORD-06. Cart and checkout are forgotten by the confirmation: this page still draws them until the other stands. */
function finish(orderNumber: string, forms: OrderForms, isOwn: boolean, navigate: NavigateFunction): void {
  const paid = isOwn ? { method: forms.method, plan: planOf(forms.card) ?? 0 } : null;
  keepSnapshot(snapshotOf({ ...forms, orderNumber, billingOption: forms.billing.selectedOption, paid }));
  setFlag('confirmationFromCheckout');
  measurePurchase(forms.cart, orderNumber, paymentTypeOf(forms.method));
  for (const id of ['PaymentError', 'InstallmentsError', 'NitFailure'] as const) hideAlert(id);
  void navigate('/confirmation', { replace: true });
}

/** ORD-08, DEC-48: the alert, and where it leads. An alert that leads to the cart has its longer time there (DEC-188). */
function refuse(alert: PaymentErrorAlert, forms: OrderForms, navigate: NavigateFunction): void {
  measureFailedPurchase(forms.cart);
  showAlert(alert, alert.action === 'goToCart' ? 'general' : 'checkout');
  if (alert.action === 'goToCart') void navigate('/cart');
  if (alert.action === 'reload') setTimeout(() => location.reload(), alertDurationMs(alert.id, 'checkout') ?? 0);
}

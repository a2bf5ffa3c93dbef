import type { Cart } from '@ceiba/contract/carts';
import { alertDurationMs } from '@ceiba/domain/alerts/alert';
import { paymentTypeOf } from '@ceiba/domain/payments/payment-amounts';
import { type PaymentErrorAlert, unsupportedMethodError } from '@ceiba/domain/payments/payment-errors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { hideAlert, showAlert } from '../alerts/alert-store.ts';
import { measureFailedPurchase, measurePurchase } from '../analytics/checkout-events.ts';
import type { Billing } from '../billing/use-billing.ts';
import { refreshCart } from '../carts/cart-cache.ts';
import { forgetCartId } from '../carts/cart-id.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { planOf } from '../payments/card-form.ts';
import type { Payment } from '../payments/use-payment.ts';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { setFlag } from '../platform/session-flags.ts';
import { createAttemptKeys } from './attempt-key.ts';
import { findOutcome, type Outcome } from './find-outcome.ts';
import { keepSnapshot } from './order-snapshot.ts';
import { type OrderForms, orderToPlace } from './order-to-place.ts';
import { type Placement, placeOrder } from './place-order.ts';
import { snapshotOf } from './snapshot-of-order.ts';

/** What the shopper is told while, and after, an attempt is uncertain; `notCharged` follows a refusal. */
export type PlacingNotice = 'checking' | 'running' | 'unreachable' | 'notPlaced' | 'notCharged';

export interface Placing {
  place: () => void;
  isPlacing: boolean;
  notice: PlacingNotice | null;
  /** Asks again what became of an attempt that is still uncertain. */
  checkAgain: () => void;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const noticeOf: Record<Exclude<Outcome['kind'], 'placed'>, PlacingNotice> = {
  open: 'notPlaced',
  running: 'running',
  unreachable: 'unreachable',
};

/** "Realizar pedido": the sequence of calls, and the truth about every way it can end (ORD-04..08, DEC-133). */
export function usePlaceOrder(cart: Cart, payment: Payment, billing: Billing): Placing {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [keys] = useState(createAttemptKeys);
  const [fingerprintSessionId] = useState(newUuid);
  const [isPlacing, setPlacing] = useState(false);
  const [notice, setNotice] = useState<PlacingNotice | null>(null);
  const isBusy = useRef(false);
  useWarnOnLeave(isPlacing);

  const finish = (orderNumber: string, forms: OrderForms, isOwn: boolean): void => {
    const plan = planOf(forms.card) ?? 0;
    const paid = isOwn ? { method: forms.method, plan } : null;
    keepSnapshot(snapshotOf({ ...forms, orderNumber, billingOption: forms.billing.selectedOption, paid }));
    setFlag('confirmationFromCheckout');
    measurePurchase(forms.cart, orderNumber, paymentTypeOf(forms.method));
    hideAlert('PaymentError');
    hideAlert('InstallmentsError');
    hideAlert('NitFailure');
    // Cart and checkout are forgotten there: this page still draws them until the other has arrived.
    void navigate('/confirmation', { replace: true });
  };

  const refuse = (alert: PaymentErrorAlert, forms: OrderForms): void => {
    measureFailedPurchase(forms.cart);
    if (alert.action === 'goToCart') {
      showAlert(alert, 'general');
      // What the refusal is about stands in the cart as it is now, not as this page read it.
      void refreshCart(queryClient, forms.cart.id);
      void navigate('/cart');
      return;
    }
    showAlert(alert, 'checkout');
    setNotice(alert.action === 'none' ? 'notCharged' : null);
    if (alert.action === 'reload') setTimeout(() => location.reload(), alertDurationMs(alert.id, 'checkout') ?? 0);
  };

  const ask = async (forms: OrderForms, isOwn: boolean): Promise<void> => {
    setNotice('checking');
    const outcome = await findOutcome(api, { cartId: forms.cart.id, email: forms.contact.email }, wait);
    if (outcome.kind === 'placed') return finish(outcome.orderNumber, forms, isOwn);
    setNotice(noticeOf[outcome.kind]);
  };

  const conclude = async (placement: Placement, forms: OrderForms): Promise<void> => {
    switch (placement.kind) {
      case 'placed':
        return finish(placement.orderNumber, forms, !placement.isFound);
      case 'refused':
        keys.settle();
        return refuse(placement.alert, forms);
      case 'totalChanged':
        showAlert(placement.alert, 'checkout');
        return refreshCart(queryClient, forms.cart.id);
      case 'cartGone':
        showAlert({ id: 'cart-alerts', type: 'Error', ...missingCart });
        forgetCartId(forms.cart.id);
        return;
      case 'unknown':
        if (placement.alert !== null) showAlert(placement.alert, 'checkout');
        // Without an alert it is another attempt's outcome that is awaited.
        return ask(forms, placement.alert !== null);
    }
  };

  const formsNow = (): OrderForms | null => {
    const checkout = useCheckout.getState();
    const { contact } = checkout;
    if (contact === null || payment.method === null) return null;
    return {
      cart,
      checkout,
      contact,
      billing: billing.form.getValues(),
      method: payment.method,
      card: payment.form.getValues(),
      offer: payment.installments.offer,
      fingerprintSessionId,
    };
  };

  /** One at a time: a second press during an attempt does nothing. */
  const alone = async (work: (forms: OrderForms) => Promise<void>): Promise<void> => {
    const forms = formsNow();
    if (isBusy.current) return;
    if (forms === null) return showAlert(unsupportedMethodError, 'checkout');
    isBusy.current = true;
    setPlacing(true);
    setNotice(null);
    try {
      await work(forms);
    } finally {
      isBusy.current = false;
      setPlacing(false);
    }
  };

  const place = (forms: OrderForms): Promise<void> => {
    const order = orderToPlace(forms, new Date());
    const idempotencyKey = keys.keyFor(order.order);
    return placeOrder(api, { ...order, idempotencyKey }).then((placement) => conclude(placement, forms));
  };

  return {
    place: () => void alone(place),
    isPlacing,
    notice,
    checkAgain: () => void alone((forms) => ask(forms, false)),
  };
}

/** CART-26. */
const missingCart = {
  title: 'Error de Carrito',
  message: 'No se ha podido identificar el carrito de compras.',
} as const;

/** A reload during an attempt would lose its answer: the browser asks first. */
function useWarnOnLeave(isPlacing: boolean): void {
  useEffect(() => {
    if (!isPlacing) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isPlacing]);
}

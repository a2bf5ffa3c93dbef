import type { Cart } from '@ceiba/contract/carts';
import { unsupportedMethodError } from '@ceiba/domain/payments/payment-errors';
import { useEffect, useRef, useState } from 'react';
import { showAlert } from '../alerts/alert-store.ts';
import type { Billing } from '../billing/use-billing.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import type { Payment } from '../payments/use-payment.ts';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { createAttemptKeys } from './attempt-key.ts';
import { type OrderForms, orderToPlace } from './order-to-place.ts';
import { placeOrder } from './place-order.ts';
import { type PlacingNotice, useConclusion } from './use-conclusion.ts';

export interface Placing {
  place: () => void;
  isPlacing: boolean;
  notice: PlacingNotice | null;
  /** Asks again what became of an attempt that is still uncertain. */
  checkAgain: () => void;
}

/** "Realizar pedido": the sequence of calls, and the truth about every way it can end (ORD-04..08, DEC-133). */
export function usePlaceOrder(cart: Cart, payment: Payment, billing: Billing): Placing {
  const [keys] = useState(createAttemptKeys);
  const [fingerprintSessionId] = useState(newUuid);
  const [notice, setNotice] = useState<PlacingNotice | null>(null);
  const { conclude, ask } = useConclusion(setNotice);
  const { isRunning, alone } = useAlone();
  const run = (work: (forms: OrderForms) => Promise<void>): void => {
    const forms = formsNow(cart, payment, billing, fingerprintSessionId);
    if (forms === null) showAlert(unsupportedMethodError, 'checkout');
    else {
      alone(() => {
        setNotice(null);
        return work(forms);
      });
    }
  };
  const place = async (forms: OrderForms): Promise<void> => {
    const order = orderToPlace(forms, new Date());
    const placement = await placeOrder(api, { ...order, idempotencyKey: keys.keyFor(order.order) });
    if (placement.kind === 'refused') keys.settle();
    await conclude(placement, forms);
  };
  return {
    place: () => run(place),
    isPlacing: isRunning,
    notice,
    checkAgain: () => run((forms) => ask(forms, false)),
  };
}

/** Everything typed, at the moment of the press; null where no method is chosen (PAY-05). */
function formsNow(cart: Cart, payment: Payment, billing: Billing, fingerprintSessionId: string): OrderForms | null {
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
}

/** One attempt at a time: a second press does nothing. A reload during it would lose its answer: the browser asks first. */
function useAlone(): { isRunning: boolean; alone: (work: () => Promise<void>) => void } {
  const [isRunning, setRunning] = useState(false);
  const isBusy = useRef(false);
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
  const alone = (work: () => Promise<void>): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    setRunning(true);
    void work().finally(() => {
      isBusy.current = false;
      setRunning(false);
    });
  };
  return { isRunning, alone };
}

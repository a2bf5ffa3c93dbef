import type { Cart } from '@ceiba/contract/carts';
import type { ApiError } from '@ceiba/contract/client';
import { linkOrigin } from '@ceiba/domain/advisors/advisor';
import { noResponseError, type PaymentErrorAlert, unsupportedMethodError } from '@ceiba/domain/payments/payment-alerts';
import { type PaymentType, paymentTypeOf } from '@ceiba/domain/payments/payment-amounts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { clearAlerts, showAlert } from '../alerts/notices.ts';
import { measureFailedPurchase } from '../analytics/order-events.ts';
import { readSession } from '../auth/session-store.ts';
import type { Billing } from '../billing/use-billing.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { missingCart } from '../carts/cart-call.ts';
import { forgetCartId } from '../carts/cart-store.ts';
import { refreshCart } from '../carts/use-cart.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { planOf } from '../payments/card-form.ts';
import { coveredByPoints } from '../payments/covered-by-points.ts';
import { savedCardsKey } from '../payments/saved-cards.ts';
import type { Payment } from '../payments/use-payment.ts';
import { api } from '../platform/api.ts';
import { tryToLoad } from '../platform/load-part.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { readOpenLink } from '../platform/open-link.ts';
import { setFlag } from '../platform/session-flags.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { keepSnapshot, snapshotOf } from './confirmed-order.ts';
import { measureOrder } from './measure-order.ts';
import { type OrderForms, orderToPlace, shownHandover } from './order-forms.ts';
import {
  type Attempt,
  createAttemptKeys,
  findOutcome,
  isOwnOrder,
  type Outcome,
  type Placement,
  placeOrder,
} from './placement.ts';
import { type Refusals, useRefusals } from './refused-order.ts';

export interface Placing {
  place: () => void;
  isPlacing: boolean;
  notice: PlacingNotice | null;
  /** Asks again what became of an attempt that is still uncertain. */
  checkAgain: () => void;
}

/** What this page has sent, by its key, and whether the outcome of the last is still unknown. */
interface Tries {
  sent: Map<string, Attempt>;
  isUndecided: boolean;
}

/** "Realizar pedido": the sequence of calls, and the truth about every way it can end (ORD-04..08, DEC-133). */
export function usePlacing(cart: Cart, payment: Payment, billing: Billing): Placing {
  const [keys] = useState(createAttemptKeys);
  const [fingerprintSessionId] = useState(newUuid);
  const [notice, setNotice] = useState<PlacingNotice | null>(null);
  const refusals = useRefusals();
  const [tries] = useState<Tries>(() => ({ sent: new Map(), isUndecided: false }));
  const { conclude, ask } = useConclusion(setNotice, refusals, tries);
  const { isRunning, alone } = useAlone();
  const policy = usePolicy();
  const run = (work: (forms: OrderForms) => Promise<void>): void => {
    const forms = formsNow(cart, payment, billing, fingerprintSessionId);
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
    const isLinkCart = readOpenLink() !== null;
    const placed = orderToPlace(forms, new Date());
    const order = isLinkCart ? { ...placed, order: { ...placed.order, ...shownHandover(forms) } } : placed;
    let isSent = false;
    const placement = await placeOrder(
      api,
      {
        ...order,
        idempotencyKey: keys.keyFor(order.order),
        policy,
        isLinkCart,
        ...(isLinkCart && !forms.cart.isDigital ? { restoreDelivery: () => restoreDelivery(forms) } : {}),
        onSend: (attempt) => {
          tries.sent.set(attempt.idempotencyKey, attempt);
          tries.isUndecided = true;
          isSent = true;
        },
      },
      prove,
    );
    // What is refused before the order is sent says nothing of one that was sent earlier.
    if (placement.kind === 'refused' && (isSent || !tries.isUndecided)) {
      keys.settle();
      tries.sent.clear();
      tries.isUndecided = false;
    }
    await conclude(placement, forms);
  };
  const checkAgain = (): void => run((forms) => ask(forms, false));
  useAskingAgain(isRunning ? null : notice, checkAgain);
  return { place: () => run(place), isPlacing: isRunning, notice, checkAgain };
}

/** Milliseconds until a page that stays open asks again what the bank has decided. */
const askAgainMs = 15_000;

/** The truth comes to the page by itself (DEC-131): while the bank is silent now and then, and when the line is back. */
function useAskingAgain(notice: PlacingNotice | null, checkAgain: () => void): void {
  const latest = useRef(checkAgain);
  useEffect(() => {
    latest.current = checkAgain;
  });
  useEffect(() => {
    if (notice === null || !isOpenNotice(notice)) return;
    const again = (): void => latest.current();
    const timer = notice === 'unreachable' ? undefined : setTimeout(again, askAgainMs);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [notice]);
}

/** Its file is there where this page has sent a delivery itself. */
async function restoreDelivery({ cart, contact }: OrderForms): Promise<ApiError | null> {
  const sending = await tryToLoad(() => import('../delivery/send-delivery.ts')).catch(() => null);
  return sending === null ? notFetched : sending.restoreDelivery(cart.id, contact);
}

/** As of a call that nobody answers. */
const notFetched: ApiError = { code: 'NETWORK', status: 0, message: 'network', metadata: { mgtoCode: 'NETWORK' } };

/** Everything typed, at the moment of the press; null where no method is chosen (PAY-05). */
function formsNow(cart: Cart, payment: Payment, billing: Billing, fingerprintSessionId: string): OrderForms | null {
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

/** What the shopper is told while, and after, an attempt is uncertain; `notCharged` follows a refusal. */
export type PlacingNotice =
  | 'proving'
  | 'checking'
  | 'running'
  | 'unreachable'
  | 'notPlaced'
  | 'notCharged'
  | 'checkingOther'
  | 'runningOther';

/** Whether the outcome can be asked for again. */
export const isOpenNotice = (notice: PlacingNotice): boolean =>
  ['running', 'runningOther', 'unreachable'].includes(notice);

const noticeOf: Record<Exclude<Outcome['kind'], 'placed'>, PlacingNotice> = {
  open: 'notPlaced',
  running: 'running',
  unreachable: 'unreachable',
};

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Conclusion {
  conclude: (placement: Placement, forms: OrderForms) => Promise<void>;
  /** Asks until it is known what became of an attempt; `isOwn`: it was made with these forms. */
  ask: (forms: OrderForms, isOwn: boolean) => Promise<void>;
}

/**
 * A payment link may be open in several browsers; its page then says that it is over. Who paid it here, and loaded the page anew
 * before the answer, reads it too: that this attempt cost nothing is all that is sure.
 */
const paidByOther = {
  id: 'PaymentError',
  type: 'Info',
  title: 'Este pedido ya se hizo',
  message:
    'Con este intento no se te cobró nada. Si lo pagaste tú, te enviamos un correo; si no, lo pagó otra persona.',
} as const;

/** What follows each way an attempt can end. */
function useConclusion(
  setNotice: (notice: PlacingNotice | null) => void,
  refusals: Refusals,
  tries: Tries,
): Conclusion {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const found = async (orderNumber: string, forms: OrderForms, isOwn: boolean): Promise<void> => {
    const isOurs = readOpenLink() === null || (await isOwnOrder(api, tries.sent.values()));
    if (isOurs === null) return setNotice('unreachable');
    if (isOurs) return finish(orderNumber, forms, isOwn, navigate);
    // The longer time: the page behind it says that the link is over, and nothing of money.
    showAlert(paidByOther, 'general');
    forgetCartId(forms.cart.id);
  };
  const ask: Conclusion['ask'] = async (forms, isOwn) => {
    // What runs for a link while this page has sent nothing is another payer's.
    const isOthers = readOpenLink() !== null && tries.sent.size === 0;
    setNotice(isOthers ? 'checkingOther' : 'checking');
    const outcome = await findOutcome(api, { cartId: forms.cart.id, email: forms.contact.email }, wait);
    if (outcome.kind === 'placed') return found(outcome.orderNumber, forms, isOwn);
    if (outcome.kind === 'open') {
      tries.isUndecided = false;
      if (!isOthers) measureFailedPurchase(forms.cart);
    }
    setNotice(isOthers && outcome.kind === 'running' ? 'runningOther' : noticeOf[outcome.kind]);
  };
  const conclude: Conclusion['conclude'] = async (placement, forms) => {
    switch (placement.kind) {
      case 'placed':
        return placement.isFound
          ? found(placement.orderNumber, forms, false)
          : finish(placement.orderNumber, forms, true, navigate);
      case 'refused':
        if (tries.isUndecided) {
          showAlert(placement.alert, 'checkout');
          return setNotice('unreachable');
        }
        setNotice(placement.alert.action === 'none' ? 'notCharged' : null);
        refusals.tell(placement.alert, forms.cart);
        // What refused it (stock, a price, a card that is deleted) is not what the page knows.
        void queryClient.invalidateQueries({ queryKey: savedCardsKey });
        return refreshCart(queryClient, forms.cart.id);
      case 'totalChanged':
        showAlert(placement.alert, 'checkout');
        return refreshCart(queryClient, forms.cart.id);
      case 'cartGone':
        showAlert({ id: 'cart-alerts', type: 'Error', ...missingCart });
        return forgetCartId(forms.cart.id);
      case 'unknown':
        if (placement.alert !== null && !isLineDown(placement.alert)) showAlert(placement.alert, 'checkout');
        // Without an alert it is another attempt's outcome that is awaited.
        return ask(forms, placement.alert !== null);
    }
  };
  return { conclude, ask };
}

/**
 * The browser has no line: the bar of the page says so, and that it goes on by itself, which is true while the outcome is
 * asked for. "Try later" beside it would say the contrary.
 */
const isLineDown = (alert: PaymentErrorAlert): boolean => alert === noResponseError && !navigator.onLine;

/** ORD-06. Cart and checkout are forgotten by the confirmation: this page still draws them until the other stands. */
function finish(orderNumber: string, forms: OrderForms, isOwn: boolean, navigate: NavigateFunction): void {
  const program = coveredByPoints(forms.cart);
  const paid = isOwn && program === null ? { method: forms.method, plan: planOf(forms.card) ?? 0 } : null;
  keepSnapshot(snapshotOf({ ...forms, orderNumber, billingOption: forms.billing.selectedOption, paid }));
  setFlag('confirmationFromCheckout');
  // Events come last (DEC-133).
  measureOrder(forms.cart, orderNumber, paidBy(forms));
  clearAlerts();
  const isLink = readOpenLink() !== null;
  if (isLink) setFlag('confirmationFromWaLink');
  void navigate(isLink ? `/confirmation?from=${linkOrigin}` : '/confirmation', { replace: true });
}

/** What pays the order: the points of its certificate, or the chosen method. */
const paidBy = ({ cart, method }: OrderForms): PaymentType => coveredByPoints(cart) ?? paymentTypeOf(method);

import { orderedCartWords } from '@ceiba/client/failure-words';
import { writeStored } from '@ceiba/client/storage';
import type { Cart } from '@ceiba/contract/carts';
import { linkOrigin } from '@ceiba/domain/advisors/advisor';
import { alertDurationMs } from '@ceiba/domain/alerts/alert';
import { noResponseError, type PaymentErrorAlert, unsupportedMethodError } from '@ceiba/domain/payments/payment-alerts';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import { payErrors } from '@ceiba/domain/payments/payment-errors';
import { tryToLoad } from '@ceiba/ui/try-to-load';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { clearAlerts, showAlert } from '../alerts/notices.ts';
import { measureFailedPurchase, measurePurchase } from '../analytics/order-events.ts';
import { measureCheckoutPayment, reportToSponsors } from '../analytics/payment-events.ts';
import { readSession } from '../auth/session-store.ts';
import type { Billing } from '../billing/use-billing.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { missingCart } from '../carts/cart-failure.ts';
import { forgetCartId, isStoredCart, readCartId } from '../carts/cart-store.ts';
import { refreshCart } from '../carts/use-cart.ts';
import type { GiftCards } from '../gift-cards/use-gift-cards.ts';
import { savedCardsKey } from '../payments/saved-cards.ts';
import type { Payment } from '../payments/use-payment.ts';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { readOpenLink } from '../platform/open-link.ts';
import { usePendingNavigation } from '../platform/pending-navigation.ts';
import { fetchPageAhead, preloadRoute } from '../platform/preload-route.ts';
import { setFlag } from '../platform/session-flags.ts';
import { shopNow } from '../platform/shop-time.ts';
import { lastCartStorageKey } from '../platform/storage-keys.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import {
  type Attempt,
  type AttemptEvent,
  attemptToStore,
  isAtWork,
  keyFor,
  noticeTexts,
  questionOf,
  reduceAttempt,
  type ShownDraft,
  startOf,
} from './attempt.ts';
import {
  dropAttempt,
  readAttempt,
  readSnapshot,
  type StoredAttempt,
  saveAttempt,
  saveSnapshot,
} from './attempt-storage.ts';
import { draftOf, orderToPlace, readForms } from './order-forms.ts';
import { bearerOf, findOutcome, type OrderToPlace, type Outcome, type Placement, placeOrder } from './place-order.ts';
import type { showRefusedFields as LeadToFields } from './refused-fields.ts';

/** Milliseconds after the press in which an order may be sent. Each call before it takes 20 s at most. */
const longestPress = 180_000;

/** Milliseconds after which a confirmation that still fails to load is mentioned. */
const quietMs = 1_500;

/** The path of the page that shows the placed order. */
const confirmationPath = '/confirmation';

/**
 * "Realizar pedido" of the payment step. `place` sends the order, `ask` polls the outcome again. `isShown`: the step's form is visible. If
 * the shopper returns to an earlier step or opens another page, an order that was not sent yet is not sent.
 */
export function useAttempt(
  cart: Cart,
  { payment, giftCards, billing }: { payment: Payment; giftCards: Pick<GiftCards, 'parts'>; billing: Billing },
  isShown: boolean,
): { attempt: Attempt; place: () => void; ask: () => void; understand: () => void } {
  const queryClient = useQueryClient();
  const policy = usePolicy();
  const [fingerprintSessionId] = useState(newUuid);
  const { attempt, send } = useEvents(() => leftOnPage(cart));
  const { report, cancelReload } = useRefusals();
  const finish = useFinish(send);
  const beginPress = usePressBegin(isShown);

  const follow = async (next: Attempt | null, isLeft = false): Promise<void> => {
    if (next?.step.name === 'placed') return finish(next);
    if (next?.step.name !== 'idle') return;
    const { end, refusal } = next.step;
    if (refusal !== null) {
      // The notice beside the button shows the reason, so no alert in the corner repeats the reason.
      const isNoted = end === 'notCharged' && !isLeft && refusal.fields === undefined;
      report(refusal, cart, { isLeft, isNoted });
      if (refusal.fields !== undefined && !isLeft) void showRefusedFields(refusal.fields, { billing, payment });
      // The page does not know the reason of the refusal (stock, a price, a deleted card).
      void queryClient.invalidateQueries({ queryKey: savedCardsKey });
      await refreshCart(queryClient, cart.id);
      send({ type: 'cartRead' });
    } else if (end === 'notPlaced') measureFailedPurchase(cart);
  };

  const order = useMutation({
    // Fails immediately without a connection, because an order is never sent later by itself.
    networkMode: 'always',
    // The variables hold the card: they are dropped as soon as the page and its call no longer need them.
    gcTime: 1_000,
    throwOnError: true,
    mutationFn: ({ orderRequest, newPress }: { orderRequest: OrderToPlace; newPress: RecordedPress }) =>
      placeOrder(api, orderRequest, {
        // Compares the clock, because timers stop while a phone sleeps.
        isOver: () => newPress.isLeft || Date.now() - newPress.at > longestPress,
        onSend: () => {
          send({ type: 'sent' });
          // Runs while the bank is asked. The connection may drop together with the answer.
          fetchPageAhead(confirmationPath);
        },
        prove: async () => {
          send({ type: 'proving', isProving: true });
          const captcha = await solveCaptcha();
          send({ type: 'proving', isProving: false });
          return captcha;
        },
      }),
    onSuccess: (placement, { newPress }) => {
      const next = send({ type: 'answered', placement });
      if (next?.step.name !== 'idle') tellUndecided(placement);
      else if (placement.kind === 'cartGone') dropMissingCart(cart.id);
      // If the page was left or the step is closed, only the alert in the corner shows.
      else if (placement.kind === 'notSent' && newPress.isLeft) showAlert(leftUnsent, 'general');
      return follow(next, newPress.isLeft);
    },
  });

  usePoll(attempt, (outcome) => void follow(send({ type: 'outcomeKnown', outcome })));
  useWarning(isAtWork(attempt));
  useForgottenCart(cart.id, async () => {
    const question = questionOf(attempt);
    const next = question && send({ type: 'outcomeKnown', outcome: await findOutcome(api, question.about) });
    // The shopper who waits here for another tab's order sees that order.
    return next?.step.name === 'placed' ? finish(next) : tellIfOrdered(cart.id);
  });

  const place = (): void => {
    const forms = readForms(cart, { payment, giftCards, billing }, fingerprintSessionId);
    if (forms === null) {
      showAlert(unsupportedMethodError, 'checkout');
      return;
    }
    const typed = orderToPlace(forms, shopNow());
    const text = JSON.stringify(typed.order);
    const idempotencyKey = keyFor(attempt, text, newUuid);
    // Only one attempt runs at a time: a second press is ignored.
    if (send({ type: 'pressed', press: { text, key: idempotencyKey, draft: draftOf(forms) } }) === null) return;
    cancelReload();
    const orderRequest = { ...typed, idempotencyKey, policy, isLinkCart: readOpenLink() !== null };
    order.mutate({ orderRequest, newPress: beginPress() });
  };
  const ask = (): void => {
    cancelReload();
    send({ type: 'asked' });
  };
  return { attempt, place, ask, understand: () => void send({ type: 'understood' }) };
}

/** Fetched when a refusal names a field. */
const showRefusedFields = async (...refused: Parameters<typeof LeadToFields>) =>
  (await tryToLoad(() => import('./refused-fields.ts'))).showRefusedFields(...refused);

/**
 * The attempt of the page before its reload. Null if the attempt belongs to another page. Polls the outcome immediately. Calls `onOver` when there is
 * nothing left to wait for. `linkId`: on a payment link's page the ID of the link; null on the page of the browser's own cart.
 */
export function useLeftAttempt(
  linkId: string | null,
  onOver: () => void,
): { attempt: Attempt | null; ask: () => void } {
  const [stored] = useState(() => keptOfPage(linkId));
  const { attempt, send } = useEvents(() => startOf(stored, null));
  const finish = useFinish(send);
  const hear = async (outcome: Outcome): Promise<void> => {
    const next = send({ type: 'outcomeKnown', outcome });
    if (next?.step.name === 'placed') return finish(next);
    if (next?.step.name !== 'idle' || next.draft === null) return;
    const { title, text } = noticeTexts.notPlaced;
    showAlert({ id: 'PaymentError', type: 'Info', title, message: text(next.draft.order.email) }, 'checkout');
    onOver();
    // Events are sent last (DEC-133).
    const cart = await cartOf(next.draft);
    if (cart !== null) measureFailedPurchase(cart);
  };
  usePoll(attempt, (outcome) => void hear(outcome));
  const begin = useEffectEvent(() => {
    // The page before has measured the order.
    if (attempt.step.name === 'placed') return void finish(attempt, true);
    if (stored !== null) return;
    // The browser has another cart by now, so the attempt is deleted. A link's attempt stays for the link's page.
    if (linkId === null && readAttempt()?.link === null) dropAttempt();
    onOver();
  });
  useEffect(() => begin(), []);
  return { attempt: stored && attempt, ask: () => void send({ type: 'asked' }) };
}

/** The stored attempt, if it belongs to this page's cart. */
function keptOfPage(linkId: string | null): StoredAttempt | null {
  const stored = readAttempt();
  const isOfPage = linkId === null ? stored?.order.cartId === readCartId() : stored?.link?.id === linkId;
  return isOfPage ? stored : null;
}

/** A shopper who returns to the payment of a cart with an unknown outcome continues to wait for it. */
function leftOnPage(cart: Cart): Attempt {
  const stored = readAttempt();
  const attempt = startOf(stored?.order.cartId === cart.id ? stored : null, cart);
  // The previous visit opens the confirmation.
  return reduceAttempt(attempt, { type: 'late' });
}

/**
 * The attempt and its reducer. An event does not wait for a render: an event that comes before the next render, or after the page was left,
 * sees the latest state. The data for a reloaded page is stored with each change.
 */
function useEvents(start: () => Attempt): {
  attempt: Attempt;
  /** Returns the new attempt, or null if the event changes nothing. */
  send: (event: AttemptEvent) => Attempt | null;
} {
  const [attempt, setAttempt] = useState(start);
  const latest = useRef(attempt);
  const [send] = useState(() => (event: AttemptEvent): Attempt | null => {
    const before = latest.current;
    const next = reduceAttempt(before, event);
    if (next === before) return null;
    const [stored, known] = [attemptToStore(next), attemptToStore(before)];
    // Written only on a change, so that data which a sign-out has cleared does not come back.
    if (stored !== null && JSON.stringify(stored) !== JSON.stringify(known)) saveAttempt(stored);
    else if (stored === null && known !== null) dropAttempt();
    latest.current = next;
    setAttempt(next);
    return next;
  });
  return { attempt, send };
}

/** Polls the outcome while it is unknown, also in a background tab and when the connection returns (DEC-131). */
function usePoll(attempt: Attempt, onOutcome: (outcome: Outcome) => void): void {
  const question = questionOf(attempt);
  const { data } = useQuery({
    queryKey: ['placement', question?.about.cartId, attempt.round],
    queryFn: question === null ? skipToken : () => findOutcome(api, question.about),
    refetchInterval: question?.every ?? false,
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
    networkMode: 'always',
    // Every answer counts, even if it repeats the last one.
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
  });
  const reportOutcome = useEffectEvent(onOutcome);
  useEffect(() => {
    if (data !== undefined) reportOutcome(data);
  }, [data]);
}

/**
 * Opens the confirmation (ORD-06). The confirmation clears cart and checkout, because this page shows them until the confirmation opens.
 * Until then the attempt stays stored with its number, in case of a reload.
 */
function useFinish(send: (event: AttemptEvent) => void): (attempt: Attempt, wasMeasured?: boolean) => Promise<void> {
  const navigate = useNavigate();
  return async ({ draft }, wasMeasured = false) => {
    if (draft === null) return;
    const { order, link, paidBy } = draft;
    // Two visits of the page may have waited for the same order.
    const isMeasured = wasMeasured || readSnapshot()?.orderNumber === order.orderNumber;
    const announce = (): void => {
      saveSnapshot(order);
      setFlag('confirmationFromCheckout');
      if (link !== null) setFlag('confirmationFromWaLink');
    };
    announce();
    const timer = setTimeout(() => send({ type: 'late' }), quietMs);
    // The last seen cart no longer exists, so the offline page must not show it.
    if (link === null) writeStored('local', lastCartStorageKey, null);
    // Events are sent last (DEC-133).
    const cart = isMeasured ? null : await cartOf(draft);
    if (cart !== null) measureOrder(cart, order.orderNumber, paidBy);
    clearAlerts();
    await preloadRoute(confirmationPath);
    clearTimeout(timer);
    // The shopper may have visited other pages since then, and opening a checkout clears the flag.
    announce();
    await navigate(link === null ? confirmationPath : `${confirmationPath}?from=${linkOrigin}`, { replace: true });
  };
}

/** Reports a placed order to analytics and to advertisers of sponsored products, as the last step (DEC-133). */
export function measureOrder(cart: Cart, orderNumber: string, paidBy: PaymentType): void {
  measureCheckoutPayment(cart, paidBy);
  measurePurchase(cart, orderNumber, paidBy);
  reportToSponsors(cart);
}

/** The cart to measure. Null if the cart cannot be read. */
async function cartOf({ cart, link, order }: ShownDraft): Promise<Cart | null> {
  if (cart !== null) return cart;
  const headers = bearerOf(link?.token ?? null);
  const answer = await api('getCart', { params: { id: order.cartId } }, { headers });
  return answer.ok ? answer.value : null;
}

/** The alert for a shopper who has left the payment before its order was sent. */
const leftUnsent = {
  id: 'PaymentError',
  type: 'Info',
  title: noticeTexts.notSent.title,
  message: 'Saliste del pago antes de que se enviara. No se te cobró nada.',
} as const;

/** Shows in an alert why the outcome is being polled. */
function tellUndecided(placement: Placement): void {
  if (!('alert' in placement) || placement.alert === null) return;
  const { alert, kind } = placement;
  // The page's bar says that there is no connection, and that the page continues by itself. "Try later" would contradict it.
  if (kind === 'unknown' && alert === noResponseError && !navigator.onLine) return;
  const hasHistory = readSession() !== null && readOpenLink() === null;
  const isSilentBank = kind === 'unknown' && alert.title === payErrors.PAY_TIMEOUT.title;
  // The text of DEC-131 refers to the purchase history. Guests and payers of a link have no history, so this page polls
  // for them.
  const message = 'El banco no respondió. Consultamos qué pasó con tu pedido.';
  showAlert(isSilentBank && !hasHistory ? { ...alert, message } : alert, 'checkout');
}

/** The cart no longer exists. The page of a link reports this itself. */
export function dropMissingCart(cartId: string): void {
  if (readOpenLink() === null) showAlert({ id: 'cart-alerts', type: 'Error', ...missingCart });
  forgetCartId(cartId);
}

interface RefusalPlace {
  /** True if the shopper has left the payment. */
  isLeft?: boolean;
  /** True if the page itself shows the refusal. */
  isNoted?: boolean;
}

/**
 * Handles a refused order. `report` measures the refusal, shows the reason, and navigates where the alert says (ORD-08, DEC-48). A reload comes only
 * after the alert could be read. It is canceled if the shopper goes on (types, presses the button again, opens another page) or has left the payment.
 */
export function useRefusals(): {
  report: (alert: PaymentErrorAlert, cart: Cart, where?: RefusalPlace) => void;
  cancelReload: () => void;
} {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [cancelReload] = useState(() => () => clearTimeout(timer.current));
  useEffect(() => {
    window.addEventListener('input', cancelReload);
    return () => {
      window.removeEventListener('input', cancelReload);
      cancelReload();
    };
  }, [cancelReload]);
  const report = (
    alert: PaymentErrorAlert,
    cart: Cart,
    { isLeft = false, isNoted = false }: RefusalPlace = {},
  ): void => {
    const isToCart = alert.action === 'goToCart';
    measureFailedPurchase(cart);
    // An alert with a link to the cart shows for the longer time on the cart page (DEC-188).
    if (!isNoted) showAlert(alert, isToCart || isLeft ? 'general' : 'checkout');
    if (isLeft) return;
    if (isToCart) void navigate('/cart');
    const read = alertDurationMs(alert.id, 'checkout') ?? 0;
    if (alert.action === 'reload') timer.current = setTimeout(() => location.reload(), read);
  };
  return { report, cancelReload };
}

/** `isLeft`: the page or step of the attempt is no longer shown, or another page is loading. `at`: milliseconds since 1970. */
interface RecordedPress {
  isLeft: boolean;
  at: number;
}

function usePressBegin(isShown: boolean): () => RecordedPress {
  const { pathname } = useLocation();
  const next = usePendingNavigation()?.location.pathname ?? pathname;
  const isLeft = !isShown || next !== pathname;
  const press = useRef<RecordedPress>(undefined);
  const [leave] = useState(() => () => {
    if (press.current) press.current.isLeft = true;
  });
  useEffect(() => {
    if (isLeft) leave();
  }, [isLeft, leave]);
  // A layout effect, so that it runs together with the page's removal.
  useLayoutEffect(() => leave, [leave]);
  return () => {
    const newPress = { isLeft: false, at: Date.now() };
    press.current = newPress;
    return newPress;
  };
}

/** Makes the browser ask before the page is reloaded or closed. */
function useWarning(isAtWork: boolean): void {
  useEffect(() => {
    if (!isAtWork) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isAtWork]);
}

/**
 * If another tab places the order, it clears the cart of both tabs (DEC-192), and the payment disappears here. The page of a link reports
 * this itself.
 */
function useForgottenCart(cartId: string, onForgotten: () => Promise<void>): void {
  const reportForgotten = useEffectEvent(onForgotten);
  useEffect(() => {
    if (readOpenLink() !== null) return;
    return () => {
      if (!isStoredCart(cartId)) void reportForgotten();
    };
  }, [cartId]);
}

/** The alert explains why the card form has disappeared (DEC-72). */
async function tellIfOrdered(id: string): Promise<void> {
  const answer = await api('getCart', { params: { id } });
  if (answer.ok && answer.value.ended === 'ordered') {
    showAlert({ id: 'cart-alerts', type: 'Info', ...orderedCartWords });
  }
}

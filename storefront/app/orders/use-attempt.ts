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
import { measureCheckoutPayment, tellSponsors } from '../analytics/payment-events.ts';
import { readSession } from '../auth/session-store.ts';
import type { Billing } from '../billing/use-billing.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { missingCart } from '../carts/cart-call.ts';
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
  isAtWork,
  keptOf,
  keyFor,
  noticeTexts,
  questionOf,
  reduceAttempt,
  type ShownDraft,
  startOf,
} from './attempt.ts';
import {
  dropAttempt,
  keepAttempt,
  keepSnapshot,
  readAttempt,
  readSnapshot,
  type StoredAttempt,
} from './attempt-storage.ts';
import { draftOf, orderToPlace, readForms } from './order-forms.ts';
import { bearerOf, findOutcome, type OrderToPlace, type Outcome, type Placement, placeOrder } from './place-order.ts';
import type { leadToFields as LeadToFields } from './refused-fields.ts';

/** Milliseconds from the press until an order is sent at the latest; the calls before it take 20 s each at most. */
const longestPress = 180_000;

/** Milliseconds after which a confirmation that cannot be had yet is spoken of. */
const quietMs = 1_500;

/** The page that shows what was ordered. */
const confirmationPath = '/confirmation';

/**
 * "Realizar pedido" of the payment step: `place` sends the order, `ask` asks anew what became of one. `isShown`: its form stands; who
 * goes back to a step before, or to another page, orders nothing that is not sent yet.
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
  const { tell, cancelReload } = useRefusals();
  const finish = useFinish(send);
  const beginPress = usePressBegin(isShown);

  const follow = async (next: Attempt | null, isLeft = false): Promise<void> => {
    if (next?.step.name === 'placed') return finish(next);
    if (next?.step.name !== 'idle') return;
    const { end, refusal } = next.step;
    if (refusal !== null) {
      // The notice beside the button says why nothing was charged, and stays: no corner says it once more.
      const isNoted = end === 'notCharged' && !isLeft && refusal.fields === undefined;
      tell(refusal, cart, { isLeft, isNoted });
      if (refusal.fields !== undefined && !isLeft) void leadToFields(refusal.fields, { billing, payment });
      // The page does not know the cause of the refusal (stock, a price, a deleted card).
      void queryClient.invalidateQueries({ queryKey: savedCardsKey });
      await refreshCart(queryClient, cart.id);
      send({ type: 'cartRead' });
    } else if (end === 'notPlaced') measureFailedPurchase(cart);
  };

  const order = useMutation({
    // Without a line it fails at once: an order is never sent later by itself.
    networkMode: 'always',
    // The variables hold the card: they are dropped as soon as the page and its call need them no longer.
    gcTime: 1_000,
    throwOnError: true,
    mutationFn: ({ toPlace, begun }: { toPlace: OrderToPlace; begun: RecordedPress }) =>
      placeOrder(api, toPlace, {
        // By the clock: the timers of a phone that sleeps stand still.
        isOver: () => begun.isLeft || Date.now() - begun.at > longestPress,
        onSend: () => {
          send({ type: 'sent' });
          // While the bank is asked: the line may drop with its answer.
          fetchPageAhead(confirmationPath);
        },
        prove: async () => {
          send({ type: 'proving', isProving: true });
          const captcha = await solveCaptcha();
          send({ type: 'proving', isProving: false });
          return captcha;
        },
      }),
    onSuccess: (placement, { begun }) => {
      const next = send({ type: 'answered', placement });
      if (next?.step.name !== 'idle') tellUndecided(placement);
      else if (placement.kind === 'cartGone') letGoOf(cart.id);
      // A page that was left, and a closed step, show the alert in the corner alone.
      else if (placement.kind === 'notSent' && begun.isLeft) showAlert(leftUnsent, 'general');
      return follow(next, begun.isLeft);
    },
  });

  usePoll(attempt, (outcome) => void follow(send({ type: 'told', outcome })));
  useWarning(isAtWork(attempt));
  useForgottenCart(cart.id, async () => {
    const question = questionOf(attempt);
    const next = question && send({ type: 'told', outcome: await findOutcome(api, question.about) });
    // Who waits here for the order of the other tab is shown it.
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
    // One attempt at a time: a second press is none.
    if (send({ type: 'pressed', press: { text, key: idempotencyKey, draft: draftOf(forms) } }) === null) return;
    cancelReload();
    const toPlace = { ...typed, idempotencyKey, policy, isLinkCart: readOpenLink() !== null };
    order.mutate({ toPlace, begun: beginPress() });
  };
  const ask = (): void => {
    cancelReload();
    send({ type: 'asked' });
  };
  return { attempt, place, ask, understand: () => void send({ type: 'understood' }) };
}

/** Fetched when a refusal names a field. */
const leadToFields = async (...refused: Parameters<typeof LeadToFields>) =>
  (await tryToLoad(() => import('./refused-fields.ts'))).leadToFields(...refused);

/**
 * The attempt that a page which was loaded anew has left; null of another page's. It is asked for at once; `onOver`: nothing is to be
 * waited for any more. `linkId`: of a payment link's page; null on that of the browser's own cart.
 */
export function useLeftAttempt(
  linkId: string | null,
  onOver: () => void,
): { attempt: Attempt | null; ask: () => void } {
  const [kept] = useState(() => keptOfPage(linkId));
  const { attempt, send } = useEvents(() => startOf(kept, null));
  const finish = useFinish(send);
  const hear = async (outcome: Outcome): Promise<void> => {
    const next = send({ type: 'told', outcome });
    if (next?.step.name === 'placed') return finish(next);
    if (next?.step.name !== 'idle' || next.draft === null) return;
    const { title, text } = noticeTexts.notPlaced;
    showAlert({ id: 'PaymentError', type: 'Info', title, message: text(next.draft.order.email) }, 'checkout');
    onOver();
    // Events come last (DEC-133).
    const cart = await cartOf(next.draft);
    if (cart !== null) measureFailedPurchase(cart);
  };
  usePoll(attempt, (outcome) => void hear(outcome));
  const begin = useEffectEvent(() => {
    // The page before has measured it.
    if (attempt.step.name === 'placed') return void finish(attempt, true);
    if (kept !== null) return;
    // The browser's own cart is another one by now: nobody will ask for that attempt again. A link's waits for its page.
    if (linkId === null && readAttempt()?.link === null) dropAttempt();
    onOver();
  });
  useEffect(() => begin(), []);
  return { attempt: kept && attempt, ask: () => void send({ type: 'asked' }) };
}

/** The attempt that this page's own cart left. */
function keptOfPage(linkId: string | null): StoredAttempt | null {
  const kept = readAttempt();
  const isOfPage = linkId === null ? kept?.order.cartId === readCartId() : kept?.link?.id === linkId;
  return isOfPage ? kept : null;
}

/** Who comes back to the payment of a cart, of which something was sent and nobody knows what became of it, goes on waiting. */
function leftOnPage(cart: Cart): Attempt {
  const kept = readAttempt();
  const attempt = startOf(kept?.order.cartId === cart.id ? kept : null, cart);
  // The visit before leads to the confirmation.
  return reduceAttempt(attempt, { type: 'late' });
}

/**
 * The attempt and what changes it, at once: an event that comes before the page is drawn again, or after it was left, meets what the
 * one before has made of it. What a page that is loaded anew must know is kept with each.
 */
function useEvents(start: () => Attempt): {
  attempt: Attempt;
  /** Gives what it has become; null where the event changes nothing. */
  send: (event: AttemptEvent) => Attempt | null;
} {
  const [attempt, setAttempt] = useState(start);
  const latest = useRef(attempt);
  const [send] = useState(() => (event: AttemptEvent): Attempt | null => {
    const before = latest.current;
    const next = reduceAttempt(before, event);
    if (next === before) return null;
    const [kept, known] = [keptOf(next), keptOf(before)];
    // Written where it changes: what a sign-out has cleared meanwhile does not come back.
    if (kept !== null && JSON.stringify(kept) !== JSON.stringify(known)) keepAttempt(kept);
    else if (kept === null && known !== null) dropAttempt();
    latest.current = next;
    setAttempt(next);
    return next;
  });
  return { attempt, send };
}

/** Asks what became of the attempt while that is not known, also in a tab that is not looked at, and when the line is back (DEC-131). */
function usePoll(attempt: Attempt, onTold: (outcome: Outcome) => void): void {
  const question = questionOf(attempt);
  const { data } = useQuery({
    queryKey: ['placement', question?.about.cartId, attempt.round],
    queryFn: question === null ? skipToken : () => findOutcome(api, question.about),
    refetchInterval: question?.every ?? false,
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
    networkMode: 'always',
    // Each answer is one, also where it says the same again.
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
  });
  const tell = useEffectEvent(onTold);
  useEffect(() => {
    if (data !== undefined) tell(data);
  }, [data]);
}

/**
 * ORD-06. Cart and checkout are forgotten by the confirmation: this page still draws them until the other stands, and the
 * attempt is kept until then with its number, for a page that is loaded anew meanwhile.
 */
function useFinish(send: (event: AttemptEvent) => void): (attempt: Attempt, wasMeasured?: boolean) => Promise<void> {
  const navigate = useNavigate();
  return async ({ draft }, wasMeasured = false) => {
    if (draft === null) return;
    const { order, link, paidBy } = draft;
    // Two visits of the page may have waited for the same order.
    const isMeasured = wasMeasured || readSnapshot()?.orderNumber === order.orderNumber;
    const announce = (): void => {
      keepSnapshot(order);
      setFlag('confirmationFromCheckout');
      if (link !== null) setFlag('confirmationFromWaLink');
    };
    announce();
    const timer = setTimeout(() => send({ type: 'late' }), quietMs);
    // The copy that was seen last is no cart any more, also for a page without a line.
    if (link === null) writeStored('local', lastCartStorageKey, null);
    // Events come last (DEC-133).
    const cart = isMeasured ? null : await cartOf(draft);
    if (cart !== null) measureOrder(cart, order.orderNumber, paidBy);
    clearAlerts();
    await preloadRoute(confirmationPath);
    clearTimeout(timer);
    // The shopper may have been to other pages meanwhile, and a checkout that is opened forgets what was announced.
    announce();
    await navigate(link === null ? confirmationPath : `${confirmationPath}?from=${linkOrigin}`, { replace: true });
  };
}

/** Reports a placed order to analytics and to advertisers of product places; after all else (DEC-133). */
export function measureOrder(cart: Cart, orderNumber: string, paidBy: PaymentType): void {
  measureCheckoutPayment(cart, paidBy);
  measurePurchase(cart, orderNumber, paidBy);
  tellSponsors(cart);
}

/** For what is measured; null where it cannot be read. */
async function cartOf({ cart, link, order }: ShownDraft): Promise<Cart | null> {
  if (cart !== null) return cart;
  const headers = bearerOf(link?.token ?? null);
  const answer = await api('getCart', { params: { id: order.cartId } }, { headers });
  return answer.ok ? answer.value : null;
}

/** Warns a shopper who has left the payment before its order was sent. */
const leftUnsent = {
  id: 'PaymentError',
  type: 'Info',
  title: noticeTexts.notSent.title,
  message: 'Saliste del pago antes de que se enviara. No se te cobró nada.',
} as const;

/** Why it is asked what became of an order. */
function tellUndecided(placement: Placement): void {
  if (!('alert' in placement) || placement.alert === null) return;
  const { alert, kind } = placement;
  // The page's bar says that there is no line, and that it goes on by itself, which is true: "try later" would say the contrary.
  if (kind === 'unknown' && alert === noResponseError && !navigator.onLine) return;
  const hasHistory = readSession() !== null && readOpenLink() === null;
  const isSilentBank = kind === 'unknown' && alert.title === payErrors.PAY_TIMEOUT.title;
  // DEC-131 sends to the purchase history, which a guest has not, nor who pays a link: this page asks for them.
  const message = 'El banco no respondió. Consultamos qué pasó con tu pedido.';
  showAlert(isSilentBank && !hasHistory ? { ...alert, message } : alert, 'checkout');
}

/** The cart is no more; the page of a link says how that stands. */
export function letGoOf(cartId: string): void {
  if (readOpenLink() === null) showAlert({ id: 'cart-alerts', type: 'Error', ...missingCart });
  forgetCartId(cartId);
}

interface RefusalPlace {
  /** The shopper has left the payment. */
  isLeft?: boolean;
  /** The page itself shows the refusal. */
  isNoted?: boolean;
}

/**
 * What a refused order has for consequences: `tell` measures it and shows why, then leads where its alert leads (ORD-08, DEC-48). The
 * page is loaded anew when its alert can have been read; a shopper who goes on (types, presses the button again, opens another page)
 * is not interrupted by that; nor is one who has left the payment.
 */
export function useRefusals(): {
  tell: (alert: PaymentErrorAlert, cart: Cart, where?: RefusalPlace) => void;
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
  const tell = (alert: PaymentErrorAlert, cart: Cart, { isLeft = false, isNoted = false }: RefusalPlace = {}): void => {
    const isToCart = alert.action === 'goToCart';
    measureFailedPurchase(cart);
    // An alert that leads to the cart has its longer time there (DEC-188).
    if (!isNoted) showAlert(alert, isToCart || isLeft ? 'general' : 'checkout');
    if (isLeft) return;
    if (isToCart) void navigate('/cart');
    const read = alertDurationMs(alert.id, 'checkout') ?? 0;
    if (alert.action === 'reload') timer.current = setTimeout(() => location.reload(), read);
  };
  return { tell, cancelReload };
}

/** `isLeft`: its page or its step is no longer there, or another page is under way. `at`: milliseconds since 1970. */
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
  // With the page, not some time after it.
  useLayoutEffect(() => leave, [leave]);
  return () => {
    const begun = { isLeft: false, at: Date.now() };
    press.current = begun;
    return begun;
  };
}

/** The browser asks before the page is loaded anew, or closed. */
function useWarning(isAtWork: boolean): void {
  useEffect(() => {
    if (!isAtWork) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isAtWork]);
}

/**
 * Another tab that placed the order has forgotten the cart of both (DEC-192), and the payment goes with it. The page of a link
 * speaks for itself.
 */
function useForgottenCart(cartId: string, onForgotten: () => Promise<void>): void {
  const tell = useEffectEvent(onForgotten);
  useEffect(() => {
    if (readOpenLink() !== null) return;
    return () => {
      if (!isStoredCart(cartId)) void tell();
    };
  }, [cartId]);
}

/** The alert says why the form of a card is gone (DEC-72). */
async function tellIfOrdered(id: string): Promise<void> {
  const answer = await api('getCart', { params: { id } });
  if (answer.ok && answer.value.ended === 'ordered') {
    showAlert({ id: 'cart-alerts', type: 'Info', ...orderedCartWords });
  }
}

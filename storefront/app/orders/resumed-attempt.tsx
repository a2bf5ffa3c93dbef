import type { Cart } from '@ceiba/contract/carts';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { measureFailedPurchase } from '../analytics/order-events.ts';
import { readCartId } from '../carts/cart-store.ts';
import { api } from '../platform/api.ts';
import type { OrderSnapshot } from './confirmed-order.ts';
import { finishOrder } from './finish-order.ts';
import { dropAttempt, type KeptAttempt, readAttempt } from './kept-attempt.ts';
import { bearerOf } from './placement-outcome.ts';
import { noticeTexts, PlacingNoticeBox } from './placing-notice.tsx';
import { type PlacingNotice, tellOutcome, useAskingAgain } from './placing-notices.ts';

export interface ResumedAttemptProps {
  /** Of a payment link's page; null on that of the browser's own cart. */
  linkId: string | null;
  frame: (content: ReactNode) => ReactNode;
  /** Nothing is to be waited for any more: the checkout may stand. */
  onOver: () => void;
}

/**
 * A page that was loaded anew while its own payment ran: asks what became of it and shows its confirmation, as the page before
 * would have. Nothing else of the checkout stands meanwhile, so that nobody pays twice.
 */
export default function ResumedAttempt({ linkId, frame, onOver }: ResumedAttemptProps) {
  const [attempt] = useState(() => attemptOf(linkId));
  const { notice, isAsking, ask } = useOutcome(attempt, onOver);
  useEffect(() => {
    if (attempt === null) dropForeign(linkId);
  }, [attempt, linkId]);
  const heading = useRef<HTMLHeadingElement>(null);
  // It may take the place of a checkout that was scrolled, and of what had the focus.
  useLayoutEffect(() => {
    if (attempt === null) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [attempt]);
  const placing = { notice, isPlacing: isAsking, checkAgain: ask };
  return frame(
    <div className="wrap min-h-[70dvh] max-w-checkout pt-2">
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        Finalizar compra
      </h1>
      {attempt && <PlacingNoticeBox placing={placing} email={attempt.order.email} />}
    </div>,
  );
}

/** What was left of this page's own cart; null of another one. */
function attemptOf(linkId: string | null): KeptAttempt | null {
  const attempt = readAttempt();
  const isOfPage = linkId === null ? attempt?.order.cartId === readCartId() : attempt?.link?.id === linkId;
  return isOfPage ? attempt : null;
}

/** The browser's own cart is another one by now: nobody will ask for that attempt again. A link's waits for its page. */
function dropForeign(linkId: string | null): void {
  if (linkId === null && readAttempt()?.link === null) dropAttempt();
}

/** Asks at once, and again by itself while nothing is decided. */
function useOutcome(attempt: KeptAttempt | null, onOver: () => void) {
  const navigate = useNavigate();
  const [notice, setNotice] = useState<PlacingNotice | null>(null);
  const [isAsking, setAsking] = useState(false);
  const isBusy = useRef(false);
  const run = async ({ keys, link, paidBy, order }: KeptAttempt): Promise<void> => {
    const token = link?.token ?? null;
    const showOrder = (placed: OrderSnapshot, cart: Cart | null): Promise<void> =>
      finishOrder(placed, { cart, paidBy, link }, navigate, () => setNotice('placed'));
    // Its answer had come, but its confirmation not: the page before has measured it.
    if (order.orderNumber !== '') return showOrder(order, null);
    const outcome = await tellOutcome({ cartId: order.cartId, keys, token }, link !== null, setNotice);
    if (['running', 'unreachable', 'barred'].includes(outcome.kind)) return;
    const cart = await readCart(order.cartId, token);
    if (outcome.kind === 'placed') {
      const payment = outcome.isOwn && keys.length === 1 ? order.payment : null;
      const { orderNumber, confirmBefore } = outcome;
      return showOrder({ ...order, payment, orderNumber, confirmBefore }, cart);
    }
    dropAttempt();
    if (cart !== null) measureFailedPurchase(cart);
    const { title, text } = noticeTexts.notPlaced;
    showAlert({ id: 'PaymentError', type: 'Info', title, message: text(order.email) }, 'checkout');
    onOver();
  };
  const ask = (): void => {
    if (isBusy.current || attempt === null) return;
    isBusy.current = true;
    setAsking(true);
    void run(attempt).finally(() => {
      isBusy.current = false;
      setAsking(false);
    });
  };
  const begin = useRef(attempt === null ? onOver : ask);
  useEffect(() => begin.current(), []);
  useAskingAgain(isAsking ? null : notice, ask);
  return { notice, isAsking, ask };
}

/** For what is measured; null where it cannot be read. */
async function readCart(id: string, token: string | null): Promise<Cart | null> {
  const answer = await api('getCart', { params: { id } }, { headers: bearerOf(token) });
  return answer.ok ? answer.value : null;
}

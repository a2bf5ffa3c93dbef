import { priceChangeTexts } from '@ceiba/domain/carts/price-changes';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { Spinner } from '@ceiba/ui/loading';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Attempt, isOtherTotal, mayAsk, type Notice, noticeOf, noticeTexts } from './attempt.ts';
import { noticeActionClass } from './price-changes.tsx';
import { useLeftAttempt } from './use-attempt.ts';

/** A notice takes at most 45 % of the window's height. A longer notice scrolls. */
const boxClass = 'mb-2 max-h-[45dvh] overflow-y-auto in-[.pay-bar]:min-h-20';

/**
 * Shows what is known about the last attempt until the next attempt. The reason of a refusal is shown only here, not in the alert at the
 * corner.
 */
export function AttemptNotice({
  attempt,
  email,
  onAsk,
  onReview,
  changes,
}: {
  attempt: Attempt;
  email: string;
  onAsk: () => void;
  /** A link to the refused form, if there is one: on a phone the form is out of view. */
  onReview?: () => void;
  /** Changed prices, with the button that accepts them. Null if no price has changed. */
  changes?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const notice = noticeOf(attempt);
  // The live region is rendered before its text.
  if (notice === null)
    return (
      <div role="status" ref={box} tabIndex={-1} className={changes ? boxClass : undefined}>
        {changes && (
          <AlertBox type="Warning" title={priceChangeTexts.title}>
            {changes}
          </AlertBox>
        )}
      </div>
    );
  // If the attempt ended in another way, an alert in the corner shows the reason.
  const reason = notice === 'notCharged' ? attempt.reason : null;
  const { title, text } = noticeTexts[notice];
  const isOpen = mayAsk(attempt);
  const ask = (): void => {
    onAsk();
    // The text that replaces the button takes the focus.
    box.current?.focus();
  };
  return (
    <div role="status" ref={box} tabIndex={-1} className={boxClass}>
      <AlertBox type={reason?.type ?? (isOpen ? 'Warning' : 'Info')} title={title} data-alert-id={reason?.id}>
        {reason && (
          <p>
            <b className="font-semibold">{reason.title}</b>
            {reason.title && reason.message && ': '}
            <span>{isOtherTotal(reason) && changes ? priceChangeTexts.intro : reason.message}</span>
          </p>
        )}
        {!isOtherTotal(reason) && <p>{text(email)}</p>}
        {changes}
        {notice === 'notCharged' && onReview && !isOtherTotal(reason) && (
          <Button variant="outline" size="sm" onClick={onReview} className={noticeActionClass}>
            Revisar mi pago
          </Button>
        )}
        {['proving', 'checking', 'placed'].includes(notice) && <Spinner className="mt-2.5" />}
        {isOpen && (
          <Button variant="outline" size="sm" onClick={ask} className={noticeActionClass}>
            Consultar mi pedido
          </Button>
        )}
      </AlertBox>
    </div>
  );
}

/** The style sheet's `lg`. From there the button is in the summary; below, in the bar at the foot of the window. */
const wide = '(min-width: 1024px)';

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(wide);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

const ends: readonly (Notice | null)[] = ['notPlaced', 'beingPaid', 'notCharged', 'notSent'];

/**
 * The position of a notice: beside the pressed button, which is in view. The bar covers part of the form. So a notice about the end of an
 * attempt moves from the bar to the form's foot once the shopper types or calls `leaveBar`.
 */
export function useNoticePlace(notice: Notice | null): { place: 'button' | 'bar' | 'forms'; leaveBar: () => void } {
  const isWide = useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    setPast(false);
    if (!ends.includes(notice)) return;
    const pass = (): void => setPast(true);
    window.addEventListener('input', pass, { once: true });
    return () => window.removeEventListener('input', pass);
  }, [notice]);
  return { place: isWide ? 'button' : isPast ? 'forms' : 'bar', leaveBar: () => setPast(true) };
}

export interface ResumedAttemptProps {
  /** ID of the link on a payment link's page. Null for the browser's own cart. */
  linkId: string | null;
  frame: (content: ReactNode) => ReactNode;
  /** Called when there is nothing left to wait for. The checkout can then render. */
  onOver: () => void;
}

/**
 * Shown if the page was reloaded while its own payment was running. Polls the outcome and opens the confirmation, as
 * the page would have done without the reload. The checkout is not rendered until then, so that no shopper pays twice.
 */
export default function ResumedAttempt({ linkId, frame, onOver }: ResumedAttemptProps) {
  const { attempt, ask } = useLeftAttempt(linkId, onOver);
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = attempt !== null;
  // The notice may replace a checkout that was scrolled, or that had the focus.
  useLayoutEffect(() => {
    if (!isShown) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [isShown]);
  return frame(
    <div className="wrap min-h-[70dvh] max-w-checkout pt-2">
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        Finalizar compra
      </h1>
      {attempt && <AttemptNotice attempt={attempt} email={attempt.draft?.order.email ?? ''} onAsk={ask} />}
    </div>,
  );
}

import { advisorTexts } from '@ceiba/domain/advisors/advisor-texts';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CheckoutSkeleton } from '../checkout/checkout-skeleton.tsx';
import { connectCheckout, updateCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { readAttempt } from '../orders/attempt-storage.ts';
import { ResumedAttempt } from '../orders/payment-places.tsx';
import { keepOpenLink, useOpenLink } from '../platform/open-link.ts';
import { LinkIntro } from './link-intro.tsx';
import { openPaymentLink } from './open-payment-link.ts';
import { prefilledCheckout, storeOf } from './prefilled-checkout.ts';

/**
 * Opens a payment link (ADV-18 to ADV-23): its children draw the checkout of this browser's copy of its cart under what says who prepared it,
 * while the browser's own cart and checkout stay as they are. `frame` puts what is shown instead into the page.
 */
export default function LinkGate({
  linkId,
  frame,
  children,
}: {
  linkId: string;
  frame: (content: ReactNode) => ReactNode;
  children: (intro: ReactNode) => ReactNode;
}) {
  const [isDecided, setDecided] = useState(false);
  const { opening, isShut, mustAsk } = useOpening(linkId, isDecided);
  const storeName = useStoreName(opening.data && 'cart' in opening.data ? opening.data.cart.employeeInfo?.store : null);
  const link = useOpenLink();
  const isOpen = link?.linkId === linkId && !isShut;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (mustAsk) return <ResumedAttempt linkId={linkId} frame={frame} onOver={() => setDecided(true)} />;
  if (opening.data && 'closed' in opening.data)
    return frame(<LinkGone isUsed={opening.data.closed === 'used'} wasOpen={wasOpen} />);
  if (isOpen)
    return children(opening.data && 'cart' in opening.data && <LinkIntro {...opening.data} storeName={storeName} />);
  return frame(
    <CheckoutSkeleton onRetry={opening.isError && !opening.isFetching ? () => void opening.refetch() : null} />,
  );
}

/** Of the store that prepared a link; null until it is known, which nothing waits for. */
function useStoreName(storeCode: string | null | undefined): string | null {
  const { data } = useQuery({
    queryKey: ['store', storeCode],
    queryFn: () => storeOf(storeCode ?? null),
    enabled: Boolean(storeCode),
  });
  return data?.name ?? null;
}

/**
 * While the page stands, the copy that the link was opened for is the page's cart. `isShut`: that copy is over, by its own order, by
 * another's, or because nobody touched it for long; the link is asked which. `mustAsk`: before that, what became of an order that this
 * page has sent, unless that `isDecided`.
 */
function useOpening(linkId: string, isDecided: boolean) {
  const opening = useQuery({
    queryKey: ['payment-link', linkId],
    // Another visit asks anew: it may have been paid meanwhile.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const opened = await openPaymentLink(linkId, signal);
      return 'closed' in opened ? opened : { ...opened, filled: await prefilledCheckout(opened.cart) };
    },
  });
  const { data, dataUpdatedAt, refetch } = opening;
  useEffect(() => {
    if (dataUpdatedAt === 0 || data === undefined || 'closed' in data) return;
    const { cart, token, filled } = data;
    keepOpenLink({ linkId, cartId: cart.id, token });
    connectCheckout('link');
    if (useCheckout.getState().cartId !== cart.id) updateCheckout(filled);
  }, [data, dataUpdatedAt, linkId]);
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      keepOpenLink(null);
      // At once: a page that has asked for an order of its own meanwhile opens the link anew.
      queryClient.removeQueries({ queryKey: ['payment-link', linkId] });
    },
    [linkId, queryClient],
  );
  const link = useOpenLink();
  const isShut = link?.linkId === linkId && link.cartId === null;
  const mustAsk = isShut && !isDecided && readAttempt()?.link?.id === linkId;
  useEffect(() => {
    if (isShut && !mustAsk) void refetch();
  }, [isShut, mustAsk, refetch]);
  return { opening, isShut, mustAsk };
}

/** ADV-23. Who has paid with it reads so, and how to go on, in any browser; of the order itself the link tells nothing. */
function LinkGone({ isUsed, wasOpen }: { isUsed: boolean; wasOpen: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // It takes the place of a checkout that was scrolled, and of what had the focus: whoever was typing begins at its top.
  useLayoutEffect(() => {
    if (!wasOpen) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [wasOpen]);
  return (
    // Where the focus goes to its heading that is what is read: an alert would say it twice.
    <div className="wrap max-w-checkout pt-8" role={wasOpen ? undefined : 'alert'}>
      <EmptyState
        heading="h1"
        headingRef={heading}
        title={advisorTexts.linkGone}
        text={isUsed ? advisorTexts.linkUsed : 'Pide a tu asesor un enlace nuevo, o sigue comprando en la tienda.'}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {isUsed && <ButtonLink to="/track-order">Seguir mi pedido</ButtonLink>}
            <ButtonLink to="/" variant={isUsed ? 'outline' : 'primary'}>
              Ir al inicio
            </ButtonLink>
          </div>
        }
      />
    </div>
  );
}

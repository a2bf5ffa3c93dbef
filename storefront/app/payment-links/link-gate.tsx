import { advisorTexts } from '@ceiba/domain/advisors/advisor-texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CheckoutSkeleton } from '../checkout/checkout-skeleton.tsx';
import { connectCheckout, updateCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { keepOpenLink, readOpenLink, useOpenLink } from '../platform/open-link.ts';
import { AlertBox } from '../ui/alert.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/loading.tsx';
import { forgetLink } from './kept-link.ts';
import { LinkIntro } from './link-intro.tsx';
import { openPaymentLink } from './open-payment-link.ts';
import { beingPaid, waitWhilePaid, watchOtherPayers } from './other-payers.ts';
import { prefilledCheckout, storeOf } from './prefilled-checkout.ts';

/**
 * Opens a payment link (ADV-18 to ADV-23): its children draw the checkout of the link's cart under what says who prepared it,
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
  const { opening, isPaid } = useOpening(linkId);
  const storeName = useStoreName(opening.data && 'cart' in opening.data ? opening.data.cart.employeeInfo?.store : null);
  const link = useOpenLink();
  const closed = opening.data && 'closed' in opening.data ? opening.data.closed : null;
  const ended = link?.linkId === linkId && link.cartId === null ? link : null;
  const isGone = closed !== null || ended !== null;
  useEffect(() => {
    if (isGone && readOpenLink()?.cartId === null) forgetLink();
  }, [isGone]);
  if (isGone) return frame(<LinkGone isUsed={closed === 'used' || ended?.isUsed === true} wasOpen={ended !== null} />);
  if (link?.linkId === linkId)
    return children(opening.data && 'cart' in opening.data && <LinkIntro {...opening.data} storeName={storeName} />);
  if (isPaid) return frame(<BeingPaid />);
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

/** While the page stands, the link's cart is the page's cart. `isPaid`: another payer is before it, whose end is waited for. */
function useOpening(linkId: string) {
  const queryClient = useQueryClient();
  const [isPaid, setPaid] = useState(false);
  const opening = useQuery({
    queryKey: ['payment-link', linkId],
    // Another visit asks anew: it may have been paid meanwhile.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      for (;;) {
        // Left while another payer was waited for.
        signal.throwIfAborted();
        const opened = await openPaymentLink(linkId, signal);
        if ('closed' in opened) return opened;
        const { cart, token } = opened;
        const [filled, wasPaid] = await Promise.all([
          prefilledCheckout(cart),
          waitWhilePaid(cart.id, token, { signal, onPaid: () => setPaid(true) }),
        ]);
        if (!wasPaid) return { ...opened, filled };
      }
    },
  });
  const { data } = opening;
  useEffect(() => {
    if (data === undefined || 'closed' in data) return;
    const { cart, token, filled } = data;
    const { hold, look, leave } = watchOtherPayers(cart.id, queryClient.getMutationCache());
    keepOpenLink({ linkId, cartId: cart.id, token, hold });
    connectCheckout('link');
    if (useCheckout.getState().cartId !== cart.id) updateCheckout(filled);
    // Whoever comes back to the page, or goes on with it, learns how the link stands.
    const leaveSteps = useCheckout.subscribe(({ steps }, before) => {
      if (steps.currentStep > before.steps.currentStep) look();
    });
    window.addEventListener('focus', look);
    return () => {
      window.removeEventListener('focus', look);
      leaveSteps();
      leave();
      keepOpenLink(null);
      // At once: a page that has asked for an order of its own meanwhile opens the link anew.
      queryClient.removeQueries({ queryKey: ['payment-link', linkId] });
    };
  }, [data, linkId, queryClient]);
  return { opening, isPaid };
}

function BeingPaid() {
  return (
    <div className="wrap min-h-[70dvh] max-w-checkout pt-8" role="status">
      <h1 className="sr-only">Finalizar compra</h1>
      <AlertBox type="Info" title={beingPaid.title}>
        <p>{beingPaid.message}</p>
        <Spinner className="mt-2.5" />
      </AlertBox>
    </div>
  );
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

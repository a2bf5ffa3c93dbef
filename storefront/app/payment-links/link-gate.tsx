import { advisorTexts } from '@ceiba/domain/advisors/advisor-texts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { CheckoutSkeleton } from '../checkout/checkout-skeleton.tsx';
import { connectCheckout, updateCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { keepOpenLink, readOpenLink, useOpenLink } from '../platform/open-link.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { forgetLink } from './kept-link.ts';
import { openPaymentLink } from './open-payment-link.ts';
import { prefilledCheckout } from './prefilled-checkout.ts';

/**
 * Opens a payment link (ADV-18 to ADV-23): its children are the checkout of the link's cart, while the browser's own cart
 * and checkout stay as they are. `frame` puts what is shown instead into the page.
 */
export default function LinkGate({
  linkId,
  frame,
  children,
}: {
  linkId: string;
  frame: (content: ReactNode) => ReactNode;
  children: ReactNode;
}) {
  const opening = useOpening(linkId);
  const link = useOpenLink();
  const isGone = opening.data === null || (link?.linkId === linkId && link.cartId === null);
  useEffect(() => {
    if (isGone && readOpenLink()?.cartId === null) forgetLink();
  }, [isGone]);
  if (isGone) return frame(<LinkGone />);
  if (link?.linkId === linkId) return children;
  return frame(
    <CheckoutSkeleton onRetry={opening.isError && !opening.isFetching ? () => void opening.refetch() : null} />,
  );
}

/** While the page stands, the link's cart is the page's cart. */
function useOpening(linkId: string) {
  const opening = useQuery({
    queryKey: ['payment-link', linkId],
    // Another visit asks anew: it may have been paid meanwhile.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const opened = await openPaymentLink(linkId, signal);
      return opened && { ...opened, filled: await prefilledCheckout(opened.cart) };
    },
  });
  const { data } = opening;
  useEffect(() => {
    if (!data) return;
    keepOpenLink({ linkId, cartId: data.cart.id, token: data.token });
    connectCheckout('link');
    if (useCheckout.getState().cartId !== data.cart.id) updateCheckout(data.filled);
    return () => keepOpenLink(null);
  }, [data, linkId]);
  return opening;
}

/** ADV-23. */
function LinkGone() {
  return (
    <div className="wrap max-w-checkout pt-8" role="alert">
      <EmptyState
        heading="h1"
        title={advisorTexts.linkGone}
        text="Pide a tu asesor un enlace nuevo, o sigue comprando en la tienda."
        action={<ButtonLink to="/">Ir al inicio</ButtonLink>}
      />
    </div>
  );
}

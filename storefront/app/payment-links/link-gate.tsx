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
  const closed = opening.data && 'closed' in opening.data ? opening.data.closed : null;
  const isGone = closed !== null || (link?.linkId === linkId && link.cartId === null);
  useEffect(() => {
    if (isGone && readOpenLink()?.cartId === null) forgetLink();
  }, [isGone]);
  if (isGone) return frame(<LinkGone isUsed={closed === 'used'} />);
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
      return 'closed' in opened ? opened : { ...opened, filled: await prefilledCheckout(opened.cart) };
    },
  });
  const { data } = opening;
  useEffect(() => {
    if (data === undefined || 'closed' in data) return;
    keepOpenLink({ linkId, cartId: data.cart.id, token: data.token });
    connectCheckout('link');
    if (useCheckout.getState().cartId !== data.cart.id) updateCheckout(data.filled);
    return () => keepOpenLink(null);
  }, [data, linkId]);
  return opening;
}

/** ADV-23. Who has paid with it reads so, and how to go on, in any browser; of the order itself the link tells nothing. */
function LinkGone({ isUsed }: { isUsed: boolean }) {
  return (
    <div className="wrap max-w-checkout pt-8" role="alert">
      <EmptyState
        heading="h1"
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

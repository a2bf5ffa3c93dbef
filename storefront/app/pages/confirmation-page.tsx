import { linkOrigin } from '@ceiba/domain/advisors/advisor';
import { Skeleton } from '@ceiba/ui/loading';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../auth/session-store.ts';
import { forgetCartId } from '../carts/cart-store.ts';
import { cartKey } from '../carts/use-cart.ts';
import { connectCheckout, resetCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { dropAttempt, dropSnapshot, type OrderSnapshot, readSnapshot } from '../orders/attempt-storage.ts';
import { Confirmation } from '../orders/confirmation.tsx';
import { forgetLink } from '../payment-links/stored-link.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { isReload } from '../platform/page-load.ts';
import { clearFlag, hasFlag } from '../platform/session-flags.ts';
import { personalMeta } from '../policies/personal-meta.ts';

/** Shown only to shoppers who have left products for another order. */
const SecondOrder = lazyPart(async () => ({ default: (await import('../carts/second-order.tsx')).SecondOrder }), {
  fallback: null,
});

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Compra confirmada');

/** The confirmation of an order (DEC-43, DEC-44, DEC-195). */
export default function ConfirmationPage() {
  const [search] = useSearchParams();
  const isOfLink = search.get('from') === linkOrigin;
  const order = useConfirmedOrder(isOfLink);
  const navigate = useNavigate();
  // An order of a payment link belongs to no account, even if a signed-in customer pays (record 0025).
  const isOwn = Boolean(useSession()) && !isOfLink;
  return (
    <main id="contenido" className="wrap max-w-[1120px] pb-10">
      {order === null ? <ConfirmationSkeleton /> : <Confirmation order={order} isOwn={isOwn} />}
      {order !== null && (
        <Suspense>
          <SecondOrder onAdded={() => void navigate('/cart')} />
        </Suspense>
      )}
    </main>
  );
}

/**
 * Returns the order to show. The first showing after a placed order clears the flag of this order. A reload of the page shows the same order again. A
 * later visit shows no order (DEC-195).
 */
function takeOrder(isOfLink: boolean): OrderSnapshot | null {
  // A link's confirmation needs both flags (DEC-44).
  const isFirstShowing = hasFlag('confirmationFromCheckout') && (!isOfLink || hasFlag('confirmationFromWaLink'));
  for (const flag of ['confirmationFromCheckout', 'confirmationFromWaLink', 'checkoutFromCart'] as const)
    clearFlag(flag);
  const order = isFirstShowing || isReload() ? readSnapshot() : null;
  if (order === null) dropSnapshot();
  return order;
}

/** The order of this tab. Without an order, redirects to the home page (ORD-12). Leaving the page removes the order. */
function useConfirmedOrder(isOfLink: boolean): OrderSnapshot | null {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [order, setOrder] = useState<OrderSnapshot | null>(null);
  // Development mounts twice: the second mount reuses what the first one took.
  const firstRead = useRef<{ order: OrderSnapshot | null }>(null);
  useEffect(() => {
    firstRead.current ??= { order: takeOrder(isOfLink) };
    const snapshot = firstRead.current.order;
    if (snapshot === null) {
      void navigate('/', { replace: true });
      return;
    }
    setOrder(snapshot);
    dropAttempt();
    connectCheckout(isOfLink ? 'link' : 'own');
    forgetCartId(snapshot.cartId);
    queryClient.removeQueries({ queryKey: cartKey(snapshot.cartId) });
    if (useCheckout.getState().cartId === snapshot.cartId) resetCheckout();
    if (isOfLink) forgetLink();
    return () => {
      if (location.pathname !== '/confirmation') dropSnapshot();
    };
  }, [navigate, queryClient, isOfLink]);
  return order;
}

function ConfirmationSkeleton() {
  return (
    <div role="status" aria-label="Cargando tu confirmación" className="grid justify-items-center gap-4 py-10">
      <Skeleton className="size-[104px] rounded-full" />
      <Skeleton className="h-10 w-72" />
      <Skeleton className="h-5 w-56" />
      <Skeleton className="h-12 w-48 rounded-full" />
      <Skeleton className="mt-4 h-48 w-full rounded-lg" />
    </div>
  );
}

import type { Cart } from '@ceiba/contract/carts';
import { productCount } from '@ceiba/domain/carts/cost-lines';
import { hasLineToRemove, removalTexts } from '@ceiba/domain/carts/readiness';
import { emptyCartTexts } from '@ceiba/domain/content/fallback-texts';
import { useEffect } from 'react';
import { hideAlert, showAlert } from '../alerts/notices.ts';
import { cartLines, cartTotals } from '../carts/cart-lines.ts';
import { CartSkeleton } from '../carts/cart-skeleton.tsx';
import { CartSummary, PayBar } from '../carts/cart-summary.tsx';
import { FreeDeliveryBar } from '../carts/free-delivery-bar.tsx';
import { SellerGroups } from '../carts/seller-groups.tsx';
import { useCart } from '../carts/use-cart.ts';
import { useChangeLine } from '../carts/use-change-line.ts';
import { CartAvailability } from '../catalog/cart-availability.tsx';
import { useLineDates } from '../delivery/delivery-queries.ts';
import { DonationCard, DonationRow } from '../donations/donation-card.tsx';
import { PointsBanner } from '../points/points-banner.tsx';
import { CartSuggestions } from '../recommendations/cart-suggestions.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export { shellHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Carrito | Ceiba' }, { name: 'robots', content: 'noindex' }];

export default function CartPage() {
  const { cart, isLoading, isFailed, reload } = useCart();
  const isEmpty = !isLoading && (cart === null || cart.items.length === 0);
  return (
    <main id="contenido" className="pb-10">
      <div className="wrap">
        <div className="flex flex-wrap items-center justify-between gap-2 pt-5 pb-3 lg:pt-8 lg:pb-5">
          <h1 id="titulo-carrito" tabIndex={-1} className="text-3xl leading-tight outline-none lg:text-4xl">
            Carrito
          </h1>
          {cart !== null && !isEmpty && <p className="text-ink-soft">{productCount(cart.totalQuantity)}</p>}
        </div>
        {isLoading && <CartSkeleton />}
        {isFailed && <CartUnavailable onRetry={reload} />}
        {!isFailed && isEmpty && <EmptyCart />}
        {cart !== null && !isEmpty && <FilledCart cart={cart} />}
        {!isLoading && !isFailed && <CartSuggestions cart={cart} />}
      </div>
      {!isFailed && <PayBar cart={cart} isLoading={isLoading} />}
    </main>
  );
}

function FilledCart({ cart }: { cart: Cart }) {
  const changes = useChangeLine();
  const dateOf = useLineDates(cart);
  const totals = cartTotals(cart);
  useRemovalAlert(hasLineToRemove(cartLines(cart)));
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_352px] lg:items-start lg:gap-6 xl:grid-cols-[minmax(0,1fr)_392px] xl:gap-8">
      <div className="grid gap-4">
        {!cart.isDigital && <FreeDeliveryBar deliveryBase={totals.deliveryBase} className="lg:hidden" />}
        <SellerGroups cart={cart} changes={changes} dateOf={dateOf} />
        <CartAvailability cart={cart} />
      </div>
      <aside aria-label="Resumen" className="grid gap-4 lg:sticky lg:top-4">
        {!cart.isDigital && <FreeDeliveryBar deliveryBase={totals.deliveryBase} className="max-lg:hidden" />}
        <CartSummary cart={cart}>
          <DonationRow cart={cart} />
        </CartSummary>
        <PointsBanner cart={cart} />
        <DonationCard cart={cart} />
      </aside>
    </div>
  );
}

/** CART-17; the banner of each line stays, the alert has its time. */
function useRemovalAlert(mustRemove: boolean): void {
  useEffect(() => {
    if (!mustRemove) return;
    showAlert({
      id: 'invalid-cart-alerts',
      type: 'Warning',
      title: removalTexts.title,
      message: removalTexts.message,
    });
    return () => hideAlert('invalid-cart-alerts');
  }, [mustRemove]);
}

/** DEC-31. */
function EmptyCart() {
  return (
    <div className="panel">
      <EmptyState
        title={emptyCartTexts.title}
        text="Explora las ofertas y guarda aquí lo que te guste."
        art="/art/carrito-vacio.svg"
        action={<ButtonLink to="/">{emptyCartTexts.link}</ButtonLink>}
      />
    </div>
  );
}

function CartUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="panel" role="alert">
      <EmptyState
        title="No pudimos cargar tu carrito"
        text="Tus productos están a salvo. Vuelve a intentarlo en un momento."
        art="/art/fallo.svg"
        action={
          <Button variant="outline" onClick={onRetry}>
            Reintentar
          </Button>
        }
      />
    </div>
  );
}

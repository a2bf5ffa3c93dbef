import { Button } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Skeleton } from '@ceiba/ui/loading';
import { SummarySkeleton } from '../carts/cart-skeleton.tsx';

/** Grid of steps and summary: one column up to 1023 px; from 1024 px the summary is at the right. */
export const checkoutGridClass =
  'wrap grid max-w-checkout gap-4 pt-4 lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start lg:gap-8 lg:pt-8';

/** A placeholder with the layout of the three steps while the cart loads, or the error with a button that tries again. */
export function CheckoutSkeleton({ onRetry }: { onRetry: (() => void) | null }) {
  if (onRetry !== null) {
    return (
      <div className="wrap max-w-checkout pt-8" role="alert">
        <EmptyState
          title="No pudimos cargar tu compra"
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
  return (
    // The placeholder is high enough to restore the scroll position of a reloaded page. So the footer does not appear and disappear,
    // either.
    <div
      role="status"
      aria-label="Cargando tu compra"
      className={`needs-script ${checkoutGridClass} min-h-[250dvh] content-start`}
    >
      <div className="grid gap-4">
        <div className="panel grid gap-4 p-5 shadow-[0_0_0_1px_var(--color-border),var(--shadow-md)]">
          <Skeleton className="h-7 w-48" />
          <Skeleton className="h-11 w-72" />
          <Skeleton className="h-[74px]" />
          <div className="grid gap-4 sm:grid-cols-2">
            <Skeleton className="h-[74px]" />
            <Skeleton className="h-[74px]" />
          </div>
          <Skeleton className="h-[74px]" />
          <Skeleton className="h-14 rounded-full" />
        </div>
        <Skeleton className="h-[84px] rounded-lg" />
        <Skeleton className="h-[84px] rounded-lg" />
      </div>
      <SummarySkeleton />
    </div>
  );
}

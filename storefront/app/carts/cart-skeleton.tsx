import { Skeleton } from '@ceiba/ui/loading';

const rows = ['uno', 'dos'];
const texts = ['h-3 w-1/3', 'h-3.5 w-11/12', 'h-3.5 w-3/5', 'mt-2 h-11 w-20 rounded-md'];
const costs = [
  ['h-3.5 w-1/3', 'h-3.5 w-1/4'],
  ['h-3.5 w-1/4', 'h-3.5 w-1/5'],
] as const;

/** A placeholder with the cart's layout while the cart loads. */
export function CartSkeleton() {
  return (
    <div
      role="status"
      aria-label="Cargando carrito"
      className="needs-script grid gap-4 lg:grid-cols-[minmax(0,1fr)_352px] lg:items-start lg:gap-6 xl:grid-cols-[minmax(0,1fr)_392px] xl:gap-8"
    >
      <div className="rounded-lg bg-surface shadow-[0_0_0_1px_var(--color-border)]">
        <div className="border-b border-border px-4 py-5 sm:px-5">
          <Skeleton className="h-3.5 w-44" />
        </div>
        {rows.map((row) => (
          <div key={row} className="cart-line-to-come">
            <Skeleton className="aspect-square w-full rounded-[14px]" />
            <div className="grid content-start gap-2.5">
              {texts.map((text) => (
                <Skeleton key={text} className={text} />
              ))}
            </div>
            <Skeleton className="h-6 w-24 max-sm:col-start-2" />
          </div>
        ))}
      </div>
      <SummarySkeleton />
    </div>
  );
}

export function SummarySkeleton() {
  return (
    <div className="panel grid gap-3">
      <Skeleton className="h-5 w-1/2" />
      {costs.map(([name, amount]) => (
        <div key={name} className="flex justify-between">
          <Skeleton className={name} />
          <Skeleton className={amount} />
        </div>
      ))}
      <hr className="border-border" />
      <div className="flex items-center justify-between">
        <Skeleton className="h-4.5 w-1/4" />
        <Skeleton className="h-7 w-1/3" />
      </div>
      <Skeleton className="h-12 w-full rounded-full" />
    </div>
  );
}

import { Skeleton } from '@ceiba/ui/loading';

/** A placeholder with the layout of the delivery step's choice and first fields. As high as the form, so that nothing below moves. */
export function DeliverySkeleton() {
  return (
    <div
      role="status"
      aria-label="Cargando opciones de entrega"
      className="grid min-h-[max(100dvh,68rem)] content-start lg:min-h-[max(100dvh,56rem)] gap-4"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Skeleton className="h-[76px] rounded-lg" />
        <Skeleton className="h-[76px] rounded-lg" />
      </div>
      <Skeleton className="h-[74px]" />
      <Skeleton className="h-[74px]" />
    </div>
  );
}

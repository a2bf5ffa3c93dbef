import { Skeleton } from '../ui/loading.tsx';

/** The geometry of the delivery step's choice and first fields. */
export function DeliverySkeleton() {
  return (
    <div role="status" aria-label="Cargando opciones de entrega" className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Skeleton className="h-[76px] rounded-lg" />
        <Skeleton className="h-[76px] rounded-lg" />
      </div>
      <Skeleton className="h-[74px]" />
      <Skeleton className="h-[74px]" />
    </div>
  );
}

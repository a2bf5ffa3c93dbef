import { Skeleton } from '../ui/loading.tsx';

/** A card that is being fetched, of the size it will have. */
export function CardSkeleton() {
  return (
    <div className="rounded-lg bg-surface p-2 pb-3 shadow-[0_0_0_1px_var(--color-border)]">
      <Skeleton className="aspect-square rounded-[10px]" />
      <div className="grid gap-2.5 px-1 pt-3">
        <Skeleton className="h-3 w-1/3" />
        <Skeleton className="h-3.5 w-11/12" />
        <Skeleton className="h-3.5 w-2/3" />
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="mt-3 h-11 w-full rounded-full" />
      </div>
    </div>
  );
}

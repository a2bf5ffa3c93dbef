import { Skeleton } from '@ceiba/ui/loading';

/** A placeholder for a card that is loading. It has the rows, and so the height, of a card (product-card.css). */
export function CardSkeleton() {
  return (
    <div className="card">
      <Skeleton className="aspect-square rounded-[10px]" />
      <div className="card-body">
        <Skeleton className="my-1 h-3 w-1/3" />
        <div className="card-title grid content-evenly">
          <Skeleton className="h-3.5 w-11/12" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
        <div className="card-cut" />
        <Skeleton className="h-7 w-3/5" />
        <div className="card-plan" />
        <div className="card-notes" />
        <Skeleton className="mt-auto h-11 rounded-full" />
      </div>
    </div>
  );
}

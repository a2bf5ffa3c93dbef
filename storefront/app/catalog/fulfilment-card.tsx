import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/loading.tsx';
import type { FulfilmentText } from './availability-cards.ts';

/** One way to get a product. Same height while loading and after, so that nothing under it moves. */
export function FulfilmentCard({ card, isLoading = false }: { card: FulfilmentText; isLoading?: boolean }) {
  return (
    <div
      aria-busy={isLoading}
      className="grid min-h-[108px] grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1 rounded-lg bg-surface p-4 text-sm shadow-[0_0_0_1px_var(--color-border)] sm:min-h-[128px]"
    >
      <Icon name={card.icon} size="lg" className="row-span-3 text-primary" />
      <b className="text-base font-semibold">{card.title}</b>
      {isLoading ? (
        <>
          <Skeleton className="my-0.5 h-4 w-11/12" />
          <Skeleton className="my-0.5 h-4 w-2/3" />
        </>
      ) : (
        <>
          <span className={card.isOff ? 'text-ink-muted' : 'font-semibold text-success'}>{card.text}</span>
          <span className="text-ink-soft">{card.place}</span>
        </>
      )}
    </div>
  );
}

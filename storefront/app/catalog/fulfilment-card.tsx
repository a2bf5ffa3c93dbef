import { Icon } from '@ceiba/ui/icon';
import { Skeleton } from '@ceiba/ui/loading';
import type { FulfilmentText } from './availability-cards.ts';

/** One way to get a product. The height is the same while loading and after, so that nothing below moves. */
export function FulfilmentCard({
  card,
  isLoading = false,
  onRetry = null,
}: {
  card: FulfilmentText;
  isLoading?: boolean;
  /** Tries again. Set only if the call failed and nothing is known. */
  onRetry?: (() => void) | null;
}) {
  return (
    <div
      aria-busy={isLoading}
      className="grid min-h-[108px] grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-1 rounded-lg bg-surface p-4 text-sm shadow-[0_0_0_1px_var(--color-border)] sm:min-h-[128px]"
    >
      <Icon name={card.icon} size="lg" className="row-span-3 text-primary" />
      <b className="text-base font-semibold">{card.title}</b>
      {isLoading ? (
        <>
          <Skeleton className="my-0.5 h-4 w-11/12" />
          <Skeleton className="my-0.5 h-4 w-2/3" />
        </>
      ) : onRetry !== null ? (
        <>
          <span className="text-ink-soft">No pudimos consultarlo</span>
          <button
            type="button"
            onClick={onRetry}
            className="-my-2 inline-flex min-h-touch items-center justify-self-start font-semibold text-link underline-offset-3 hover:underline"
          >
            Reintentar<span className="sr-only">: {card.title}</span>
          </button>
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

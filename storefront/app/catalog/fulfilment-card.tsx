import { Icon } from '@ceiba/ui/icon';
import { Skeleton } from '@ceiba/ui/loading';
import type { ReactNode } from 'react';
import type { FulfilmentText } from './availability-cards.ts';

/** One way to get a product, as a row of `.ways`. The height is the same while loading and after, so that nothing below moves. */
export function FulfilmentCard({
  card,
  isLoading = false,
  onRetry = null,
  action,
}: {
  card: FulfilmentText;
  isLoading?: boolean;
  /** Tries again. Set only if the call failed and nothing is known. */
  onRetry?: (() => void) | null;
  /** A link or button beside the place. */
  action?: ReactNode;
}) {
  return (
    <div aria-busy={isLoading} className="way">
      <Icon name={card.icon} size="lg" className="row-span-3 text-primary" />
      <b className="text-base font-semibold">{card.title}</b>
      {isLoading ? (
        <Skeleton className="my-0.5 h-4 w-11/12" />
      ) : onRetry !== null ? (
        <span className="text-ink-soft">No pudimos consultarlo</span>
      ) : (
        <span className={card.isOff ? 'text-ink-muted' : 'font-semibold text-success'}>{card.text}</span>
      )}
      <span className="way-place">
        {isLoading ? (
          <Skeleton className="h-4 w-2/5" />
        ) : onRetry !== null ? (
          <button type="button" onClick={onRetry} className="place-button">
            Reintentar<span className="sr-only">: {card.title}</span>
          </button>
        ) : (
          card.place
        )}
        {action}
      </span>
    </div>
  );
}

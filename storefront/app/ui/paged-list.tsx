import type { ReactNode } from 'react';
import type { Paged } from '../platform/use-pages.ts';
import { Button } from './button.tsx';
import { LoadFailure } from './load-failure.tsx';
import { LoadingLine } from './loading-line.tsx';

/** What the list says of itself, in words for the shopper. */
interface ListTexts {
  loading: string;
  failed: { title: string; text?: string | null };
  more: string;
}

/** A list read page by page: on its way, not to be had, empty, or shown as far as it was asked for with a way to more. */
export function PagedList<T>({
  list: { items, isFailed, hasMore, isLoading, more, retry },
  texts,
  empty,
  children,
}: {
  list: Paged<T>;
  texts: ListTexts;
  empty: ReactNode;
  /** An `li` for an item. */
  children: (item: T) => ReactNode;
}) {
  const failure = <LoadFailure heading="h3" {...texts.failed} onRetry={retry} />;
  if (items === null) return isFailed ? failure : <LoadingLine>{texts.loading}</LoadingLine>;
  if (items.length === 0) return empty;
  return (
    <>
      <ul className="grid gap-3">{items.map(children)}</ul>
      {isFailed
        ? failure
        : hasMore && (
            <Button variant="outline" loading={isLoading} onClick={more} className="justify-self-center">
              {texts.more}
            </Button>
          )}
    </>
  );
}

import { Button } from '@ceiba/ui/button';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { LoadingLine } from '@ceiba/ui/loading-line';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** A list that a call answers page by page. */
export interface Paged<T> {
  /** As far as they were asked for; null while they are not known. */
  items: readonly T[] | null;
  /** The last call failed; what was read before stays. */
  isFailed: boolean;
  hasMore: boolean;
  isLoading: boolean;
  /** The next page. */
  more: () => void;
  retry: () => void;
}

/**
 * Reads a list a page at a time. `read` gets the query of the call: `after` is the `next` of the page before, absent for
 * the first. `staleTime` in ms: how long what was read is shown without asking again.
 */
export function usePages<T>(
  queryKey: QueryKey,
  read: (page: { after?: string }, signal: AbortSignal) => Promise<{ items: T[]; next: string | null }>,
  { staleTime }: { staleTime?: number } = {},
): Paged<T> {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => read(pageParam === '' ? {} : { after: pageParam }, signal),
    getNextPageParam: ({ next }) => next,
    ...(staleTime !== undefined && { staleTime }),
  });
  const more = (): void => void query.fetchNextPage();
  return {
    items: query.data?.pages.flatMap(({ items }) => items) ?? null,
    isFailed: query.isError,
    hasMore: query.hasNextPage,
    isLoading: query.isFetching,
    more,
    retry: query.isFetchNextPageError ? more : () => void query.refetch(),
  };
}

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

import { Button } from '@ceiba/ui/button';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { LoadingLine } from '@ceiba/ui/loading-line';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** A list that a call returns page by page. */
export interface Paged<T> {
  /** The items loaded so far. Null until the first page is loaded. */
  items: readonly T[] | null;
  /** True if the last call failed. Earlier items stay. */
  isFailed: boolean;
  hasMore: boolean;
  isLoading: boolean;
  /** Loads the next page. */
  more: () => void;
  retry: () => void;
}

/**
 * Reads a list page by page. `read` gets the query of the call: `after` is the `next` of the previous page, missing for
 * the first. `staleTime`: the milliseconds for which loaded items show without another read.
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

/** The list's texts for the shopper. */
interface ListTexts {
  loading: string;
  failed: { title: string; text?: string | null };
  more: string;
}

/** A list read page by page: loading, failed, empty, or the items loaded so far with a button for more. */
export function PagedList<T>({
  list: { items, isFailed, hasMore, isLoading, more, retry },
  texts,
  empty,
  children,
}: {
  list: Paged<T>;
  texts: ListTexts;
  empty: ReactNode;
  /** Renders the `li` of an item. */
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

import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

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

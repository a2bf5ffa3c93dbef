import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => {};

/**
 * The query of the address, for rendering. The server caches one page for all queries and renders it without (`search/page-queries.ts`). The browser
 * does the same until hydration is complete.
 */
export function useBrowserQuery(): URLSearchParams {
  const { search } = useLocation();
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return new URLSearchParams(isHydrated ? search : '');
}

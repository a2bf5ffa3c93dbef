import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => {};

/**
 * The query of the address, for what a page draws by it. The server keeps one such page for all and draws it without (`search/page-queries.ts`):
 * so does the browser until React has recognised what the server drew.
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

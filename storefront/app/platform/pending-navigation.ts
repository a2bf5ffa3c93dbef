import { use, useSyncExternalStore } from 'react';
import { type Location, type NavigationType, UNSAFE_DataRouterContext, useLocation } from 'react-router';

const never = (): (() => void) => () => {};

interface PendingNavigation {
  location: Location;
  historyAction: NavigationType | `${NavigationType}` | undefined;
}

/**
 * The target of a pending navigation: from the press until its page is shown. The router's own `useNavigation` updates in a transition, which waits
 * for every unhydrated island. It also ignores the islands that the new page still waits for (record 0043).
 */
export function usePendingNavigation(): PendingNavigation | undefined {
  const router = use(UNSAFE_DataRouterContext)?.router;
  const { key } = useLocation();
  const state = useSyncExternalStore(
    router?.subscribe ?? never,
    () => router?.state,
    () => undefined,
  );
  if (state === undefined) return;
  const { navigation } = state;
  const next = navigation.location === undefined ? state : navigation;
  return next.location.key === key ? undefined : next;
}

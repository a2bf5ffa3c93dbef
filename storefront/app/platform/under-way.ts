import { use, useSyncExternalStore } from 'react';
import { type Navigation, UNSAFE_DataRouterContext } from 'react-router';

const never = (): (() => void) => () => {};

/**
 * The navigation that is under way, as soon as it is. The router's own `useNavigation` tells it in a transition, which
 * waits for the scripts of every island that sleeps (record 0068). To be used where none lies below.
 */
export function useUnderWay(): Navigation | undefined {
  const router = use(UNSAFE_DataRouterContext)?.router;
  return useSyncExternalStore(
    router?.subscribe ?? never,
    () => router?.state.navigation,
    () => undefined,
  );
}

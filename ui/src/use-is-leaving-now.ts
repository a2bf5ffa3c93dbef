import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext, useLocation } from 'react-router';

/**
 * Returns a function that returns whether the router has left the rendered page, or is about to leave it, at the moment of the call.
 *
 * A page calls it before it writes into its own address. That write is a navigation, and would cancel one that a person has
 * just started. The state of `useNavigation` is not enough, because React may still render the previous page and run its effects.
 */
export const useIsLeavingNow = (): (() => boolean) => {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const { key } = useLocation();
  return useCallback(
    () => router !== undefined && (router.state.navigation.state !== 'idle' || router.state.location.key !== key),
    [router, key],
  );
};

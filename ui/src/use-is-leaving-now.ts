import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router';

/**
 * Gives a function that says whether the router is on its way to another page at the moment of the call.
 *
 * A page that writes into its own address by itself asks it first: its writing is a navigation, and would cancel the one that a person has
 * just begun. The state of `useNavigation` is not enough, as React may still draw the page before and run its effects.
 */
export const useIsLeavingNow = (): (() => boolean) => {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  return useCallback(() => router !== undefined && router.state.navigation.state !== 'idle', [router]);
};

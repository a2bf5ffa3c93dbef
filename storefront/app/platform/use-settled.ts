import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Whether what comes last may come: once the rest `isShown`, nothing is asked for any more and the browser has drawn it. Stays
 * so: what is asked for later is a change of what is shown.
 */
export function useSettled(isShown: boolean): boolean {
  const queryClient = useQueryClient();
  const asked = useIsFetching();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    // Of the client, not of the rendering: what is shown only now has asked since.
    if (isSettled || !isShown || asked > 0 || queryClient.isFetching() > 0) return;
    return whenIdle(() => setSettled(true));
  }, [isSettled, isShown, asked, queryClient]);
  return isSettled;
}

import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Returns whether the last part of a page may render: the rest `isShown`, nothing is loading, and the browser has painted it.
 * The result stays true, because later loads only change what is already shown.
 */
export function useSettled(isShown: boolean): boolean {
  const queryClient = useQueryClient();
  const fetchingCount = useIsFetching();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    // Read from the client, not from the rendering: parts that have just rendered may have started a load since.
    if (isSettled || !isShown || fetchingCount > 0 || queryClient.isFetching() > 0) return;
    return whenIdle(() => setSettled(true));
  }, [isSettled, isShown, fetchingCount, queryClient]);
  return isSettled;
}

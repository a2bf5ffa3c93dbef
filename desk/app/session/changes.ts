import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allDeskKeys } from './cache-keys.ts';

const listeners = new Set<() => void>();

/** Announces that this tab has made a change. */
export const noteChange = (): void => {
  for (const listener of listeners) listener();
};

/** `meta` of a query that is read again after any change, such as a list or its counts. */
export const followsChanges = { followsChanges: true } as const;

/** After any change of this tab, reads shown lists again immediately, and all other answers when they are next shown. */
export function useChangesFollowed(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const follow = (): void => {
      void queries.invalidateQueries({ queryKey: allDeskKeys, refetchType: 'none' });
      void queries.refetchQueries({ type: 'active', predicate: ({ meta }) => meta?.followsChanges === true });
    };
    listeners.add(follow);
    return () => {
      listeners.delete(follow);
    };
  }, [queries]);
}

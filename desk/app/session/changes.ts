import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { everything } from './cache-keys.ts';

const listeners = new Set<() => void>();

/** A change was made from here. */
export const noteChange = (): void => {
  for (const listener of listeners) listener();
};

/** `meta` of a query that is read again at once after any change: a list, and what counts one. */
export const followsChanges = { followsChanges: true } as const;

/**
 * After a change nothing that was read before is believed any more, whatever page made it: lists that are shown are read again, all else when
 * somebody comes back to it.
 */
export function useChangesFollowed(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const follow = (): void => {
      void queries.invalidateQueries({ queryKey: everything, refetchType: 'none' });
      void queries.refetchQueries({ type: 'active', predicate: ({ meta }) => meta?.followsChanges === true });
    };
    listeners.add(follow);
    return () => {
      listeners.delete(follow);
    };
  }, [queries]);
}

import { useEffect, useRef } from 'react';

/**
 * Focuses the entry that takes the place of a removed list entry, or else `otherwise`. Without this call, the focus would move to the page's
 * start. `targetOf` returns the element of an entry that takes the focus. Call the returned function with the entry that is being removed.
 */
export function useFocusAfterRemoval(
  ids: readonly string[],
  targetOf: (id: string) => string,
  otherwise: string,
): (id: string) => void {
  const leaving = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const removed = leaving.current;
    if (removed === null || ids.includes(removed.id)) return;
    leaving.current = null;
    const next = ids[Math.min(removed.index, ids.length - 1)];
    document.getElementById(next === undefined ? otherwise : targetOf(next))?.focus();
  }, [ids, targetOf, otherwise]);
  // The last entry may unmount the whole list.
  useEffect(
    () => () => {
      if (leaving.current !== null) document.getElementById(otherwise)?.focus();
    },
    [otherwise],
  );
  return (id) => {
    leaving.current = { id, index: ids.indexOf(id) };
  };
}

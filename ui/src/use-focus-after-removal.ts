import { useEffect, useRef } from 'react';

/**
 * Where an entry of a list goes, the focus goes to the entry that takes its place, else to `otherwise`: never to the page's
 * start. `targetOf` names the element of an entry that takes it. Call what is returned with the entry that was told to go.
 */
export function useFocusAfterRemoval(
  ids: readonly string[],
  targetOf: (id: string) => string,
  otherwise: string,
): (id: string) => void {
  const leaving = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const gone = leaving.current;
    if (gone === null || ids.includes(gone.id)) return;
    leaving.current = null;
    const next = ids[Math.min(gone.index, ids.length - 1)];
    document.getElementById(next === undefined ? otherwise : targetOf(next))?.focus();
  }, [ids, targetOf, otherwise]);
  // The last entry takes the whole list with it.
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

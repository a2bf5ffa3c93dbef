import { useEffect, useState } from 'react';

type Find = () => HTMLElement | null | undefined;

/** Returns a function that focuses an element after the next render, when the page already shows the change. */
export function useFocusNext(): (find: Find) => void {
  const [wanted, setWanted] = useState<Find>();
  useEffect(() => wanted?.()?.focus(), [wanted]);
  // Each call creates a new function, so that the same element can be focused again.
  return (find) => setWanted(() => () => find());
}

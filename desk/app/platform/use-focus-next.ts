import { useEffect, useState } from 'react';

type Find = () => HTMLElement | null | undefined;

/** Returns a function that focuses an element once the page shows what was changed together with the call, however slow the device is. */
export function useFocusNext(): (find: Find) => void {
  const [wanted, setWanted] = useState<Find>();
  useEffect(() => wanted?.()?.focus(), [wanted]);
  // A new function for each call, so that the same element is focused again.
  return (find) => setWanted(() => () => find());
}

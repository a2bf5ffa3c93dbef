import { useRef } from 'react';

/** Returns a function to call when a search starts. It returns another function, which says whether that search is still the latest. */
export const useLatest = (): (() => () => boolean) => {
  const last = useRef(0);
  return () => {
    last.current += 1;
    const number = last.current;
    return () => number === last.current;
  };
};

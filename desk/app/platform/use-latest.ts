import { useRef } from 'react';

/** Of searches that run at once only the last counts: each is begun, and asks when it is answered whether it still is the last. */
export const useLatest = (): (() => () => boolean) => {
  const last = useRef(0);
  return () => {
    last.current += 1;
    const own = last.current;
    return () => own === last.current;
  };
};

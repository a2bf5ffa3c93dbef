import { useRef } from 'react';

/** Makes only the last of several running searches count. Each is started here, and checks after its answer whether it is still the last. */
export const useLatest = (): (() => () => boolean) => {
  const last = useRef(0);
  return () => {
    last.current += 1;
    const own = last.current;
    return () => own === last.current;
  };
};

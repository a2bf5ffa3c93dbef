import { useEffect, useRef, useState } from 'react';

/** One attempt at a time: a second press does nothing. A reload during it would lose its answer: the browser asks first. */
export function useAlone(): { isRunning: boolean; alone: (work: () => Promise<void>) => void } {
  const [isRunning, setRunning] = useState(false);
  const isBusy = useRef(false);
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
  const alone = (work: () => Promise<void>): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    setRunning(true);
    void work().finally(() => {
      isBusy.current = false;
      setRunning(false);
    });
  };
  return { isRunning, alone };
}

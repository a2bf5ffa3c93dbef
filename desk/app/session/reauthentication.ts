import { useSyncExternalStore } from 'react';

/** Calls that wait for a code of the second factor. They all share one dialog (OFF-07). */
let waiting: ((isEntered: boolean) => void)[] = [];
const listeners = new Set<() => void>();

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Resolves with true when a code was entered, with false when the person cancels. */
export const askForCode = (): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting = [...waiting, resolve];
  changed();
  return promise;
};

export const answerCode = (isEntered: boolean): void => {
  const listeners = waiting;
  waiting = [];
  changed();
  for (const notify of listeners) notify(isEntered);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsCodeWanted = (): boolean => useSyncExternalStore(subscribe, () => waiting.length > 0);

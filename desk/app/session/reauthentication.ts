import { useSyncExternalStore } from 'react';

/** A code of the second factor that a call waits for (OFF-07): one dialog for all that wait at once. */
let waiting: ((isEntered: boolean) => void)[] = [];
const listeners = new Set<() => void>();

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Resolves when a code was entered; false: the person would rather not. */
export const askForCode = (): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting = [...waiting, resolve];
  changed();
  return promise;
};

export const answerCode = (isEntered: boolean): void => {
  const told = waiting;
  waiting = [];
  changed();
  for (const tell of told) tell(isEntered);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsCodeWanted = (): boolean => useSyncExternalStore(subscribe, () => waiting.length > 0);

import { useSyncExternalStore } from 'react';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const tick = (): void => {
  now = Date.now();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, 1_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
};

/** Milliseconds, once a second, from one timer for the whole page; null on the server and until the page woke up. */
export const useNow = (): number | null =>
  useSyncExternalStore<number | null>(
    subscribe,
    () => now,
    () => null,
  );

const never = (): (() => void) => () => {};

/** Whether a moment (milliseconds) has come, for the shopper's clock; false until the page woke up. Renders only when it changes. */
export const useHasCome = (moment: number | null): boolean =>
  useSyncExternalStore(
    moment === null ? never : subscribe,
    () => moment !== null && now >= moment,
    () => false,
  );

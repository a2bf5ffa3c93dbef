import { useSyncExternalStore } from 'react';
import { shopTime } from './shop-time.ts';

let now = shopTime();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const tick = (): void => {
  now = shopTime();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    now = shopTime();
    timer = setInterval(tick, 1_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
};

/** Milliseconds, updated once a second by one timer for the whole page. Null on the server and until hydration. */
export const useNow = (): number | null =>
  useSyncExternalStore<number | null>(
    subscribe,
    () => now,
    () => null,
  );

const never = (): (() => void) => () => {};

/** True after a moment (milliseconds) has passed. False until hydration. Re-renders only when it changes. */
export const useHasCome = (moment: number | null): boolean =>
  useSyncExternalStore(
    moment === null ? never : subscribe,
    () => moment !== null && now >= moment,
    () => false,
  );

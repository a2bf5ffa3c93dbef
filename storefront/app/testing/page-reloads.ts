import { vi } from 'vitest';

/** Runs the timers that were set for exactly this many milliseconds. */
export const watchTimers = () => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  return async (milliseconds: number): Promise<void> => {
    const due = set.mock.calls.filter(([, delay]) => delay === milliseconds);
    for (const [work] of due) if (typeof work === 'function') work();
  };
};

/** Returns how often the page was reloaded. No reload happens until the test ends. */
export const watchReloads = (): (() => number) => {
  let reloads = 0;
  const count = (): void => {
    reloads += 1;
  };
  const page = window.location;
  vi.stubGlobal(
    'location',
    new Proxy(Object.create(null), {
      get: (_, key) => {
        if (key === 'reload') return count;
        const value: unknown = Reflect.get(page, key);
        return typeof value === 'function' ? value.bind(page) : value;
      },
    }),
  );
  return () => reloads;
};

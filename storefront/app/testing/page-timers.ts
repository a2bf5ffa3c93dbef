import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { type TimeoutProvider, timeoutManager } from '@tanstack/react-query';
import { vi } from 'vitest';

/**
 * Display times of notices in milliseconds (APP-24, APP-25). They pass only if a test moves the clock: on a busy machine a notice could disappear
 * before the test looks for it.
 */
const noticeTimes: readonly unknown[] = [4_000, 8_000];

/**
 * Ends the timers of a page together with it, as in a browser. A page that polls every two seconds would otherwise
 * continue in the next test, with its network. Notices stay. Returns a function that clears the timers and restores the
 * real clock, which the test may have replaced. Faked timers end automatically.
 */
export function holdTimers(): () => void {
  const restore = (): void => void Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval });
  if (vi.isFakeTimers()) return restore;
  const set: NodeJS.Timeout[] = [];
  const { setTimeout: wait, setInterval: repeat } = globalThis;
  const recording =
    (begin: typeof wait | typeof repeat) =>
    (...asked: Parameters<typeof wait>): NodeJS.Timeout => {
      const timer = begin(...asked);
      if (noticeTimes.includes(asked[1])) clearTimeout(timer);
      else set.push(timer);
      return timer;
    };
  globalThis.setTimeout = Object.assign(recording(wait), wait);
  globalThis.setInterval = Object.assign(recording(repeat), repeat);
  return () => {
    for (const timer of set) clearTimeout(timer);
    restore();
  };
}

/**
 * Closes the channels of a page that has ended, so that the ended page gets no cart changes of the next page. Returns a
 * function that does this.
 */
export function holdChannels(): () => void {
  const opened: BroadcastChannel[] = [];
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        opened.push(this);
      }
    },
  );
  return () => {
    for (const channel of opened) channel.close();
  };
}

/** Removes the listeners of a page that has ended, which would otherwise answer the next page's events. Returns a function that does this. */
export function holdListeners(): () => void {
  const ended = new AbortController();
  const { addEventListener: listen } = window;
  const addTracked: typeof listen = (type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
    const own = typeof options === 'object' && options !== null ? options : { capture: options === true };
    const signals = 'signal' in own && own.signal instanceof AbortSignal ? [own.signal, ended.signal] : [ended.signal];
    listen.call(window, type, listener, { ...own, signal: AbortSignal.any(signals) });
  };
  window.addEventListener = addTracked;
  return () => {
    ended.abort();
    window.addEventListener = listen;
  };
}

/** Milliseconds. A longer wait is not a retry of a call. */
const longestRetryPause = 3_000;

/** The query client's wait before a retry ends immediately, unless the test uses fake timers. */
const retriesAtOnce: TimeoutProvider<number> = {
  setTimeout: (callback, ms) => window.setTimeout(callback, ms <= longestRetryPause && !vi.isFakeTimers() ? 0 : ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
  setInterval: (callback, ms) => window.setInterval(callback, ms),
  clearInterval: (timer) => window.clearInterval(timer),
};

// Patched once per worker: this file is evaluated again for each test file, the query client is not.
const isSet = 'retriesAtOnce' in globalThis;
if (!isSet) {
  Object.assign(globalThis, { retriesAtOnce });
  timeoutManager.setTimeoutProvider(retriesAtOnce);
}

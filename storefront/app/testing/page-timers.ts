import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { type TimeoutProvider, timeoutManager } from '@tanstack/react-query';
import { vi } from 'vitest';

/**
 * Milliseconds that a notice of the page stands (APP-24, APP-25). They pass only where a test moves the clock: on a busy machine
 * one that came and went would have been looked for too late.
 */
const noticeTimes: readonly unknown[] = [4_000, 8_000];

/**
 * What the page sets from now on ends with it, as in a browser: one that asks every two seconds would go on in the next
 * test, by that test's network. Notices stay. Answers what closes them and leaves the machine's own clocks, whatever the test has
 * laid over them: one that was left by a file of tests would ring in none of the next. Faked timers end by themselves.
 */
export function holdTimers(): () => void {
  const restore = (): void => void Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval });
  if (vi.isFakeTimers()) return restore;
  const set: NodeJS.Timeout[] = [];
  const { setTimeout: wait, setInterval: repeat } = globalThis;
  const kept =
    (begin: typeof wait | typeof repeat) =>
    (...asked: Parameters<typeof wait>): NodeJS.Timeout => {
      const timer = begin(...asked);
      if (noticeTimes.includes(asked[1])) clearTimeout(timer);
      else set.push(timer);
      return timer;
    };
  globalThis.setTimeout = Object.assign(kept(wait), wait);
  globalThis.setInterval = Object.assign(kept(repeat), repeat);
  return () => {
    for (const timer of set) clearTimeout(timer);
    restore();
  };
}

/** A page that has ended hears of no cart that the next one changes, as a closed tab would not. Answers what closes its channels. */
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

/** A page that has ended hears nothing of its window any more: else it would answer the events of the next one. Answers what closes its ears. */
export function holdListeners(): () => void {
  const ended = new AbortController();
  const { addEventListener: listen } = window;
  const held: typeof listen = (type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
    const own = typeof options === 'object' && options !== null ? options : { capture: options === true };
    const signals = 'signal' in own && own.signal instanceof AbortSignal ? [own.signal, ended.signal] : [ended.signal];
    listen.call(window, type, listener, { ...own, signal: AbortSignal.any(signals) });
  };
  window.addEventListener = held;
  return () => {
    ended.abort();
    window.addEventListener = listen;
  };
}

/** Milliseconds; whoever waits longer before a call is sent again waits for something else. */
const longestRetryPause = 3_000;

/** What the query client waits before it sends a call again is over at once, unless the test's own clock decides. */
const retriesAtOnce: TimeoutProvider<number> = {
  setTimeout: (callback, ms) => window.setTimeout(callback, ms <= longestRetryPause && !vi.isFakeTimers() ? 0 : ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
  setInterval: (callback, ms) => window.setInterval(callback, ms),
  clearInterval: (timer) => window.clearInterval(timer),
};

// Once for a worker: this file is read anew for each file of tests, the query client is not.
const isTold = 'retriesAtOnce' in globalThis;
if (!isTold) {
  Object.assign(globalThis, { retriesAtOnce });
  timeoutManager.setTimeoutProvider(retriesAtOnce);
}

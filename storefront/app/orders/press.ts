import { wait } from '../platform/wait.ts';

/** Milliseconds; what was pressed longer ago, nobody expects to happen any more. */
const longestWait = 60_000;

/** Milliseconds until an order is sent at the latest: that minute, and the calls before it, 20 s each at most. */
const longestPress = 180_000;

/** A press of "Realizar pedido". Its age is the clock's: the timers of a phone that sleeps stand still. */
export interface Press {
  /** It was taken back, or is too old: nothing is sent any more. */
  isOver: () => boolean;
  /** Waits for a line where the browser says that it has none: whether it was `there`, came `back`, or the press is `over`. */
  untilLine: () => Promise<'there' | 'back' | 'over'>;
  takeBack: () => void;
}

export function beginPress(onWait: (isWaiting: boolean) => void): Press {
  const pressedAt = Date.now();
  const taken = new AbortController();
  const isOver = (): boolean => taken.signal.aborted || Date.now() - pressedAt > longestPress;
  return {
    isOver,
    takeBack: () => taken.abort(),
    untilLine: async () => {
      if (isOver()) return 'over';
      if (navigator.onLine !== false) return 'there';
      onWait(true);
      const isBack = await isLineBack(taken.signal);
      onWait(false);
      return isBack && !isOver() ? 'back' : 'over';
    },
  };
}

/** Within the minute. */
async function isLineBack(taken: AbortSignal): Promise<boolean> {
  const begun = Date.now();
  const over = new AbortController();
  await Promise.race([
    new Promise((resolve) => window.addEventListener('online', resolve, { signal: over.signal })),
    new Promise((resolve) => taken.addEventListener('abort', resolve, { signal: over.signal })),
    wait(longestWait),
  ]);
  over.abort();
  return navigator.onLine && Date.now() - begun <= longestWait;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';

/** What is used of graphile-worker's runner: `promise` settles when it has ended, by `stop` or by itself. */
type Queue = Pick<Runner, 'promise' | 'stop'>;

/**
 * Keeps a queue open until it is closed: one that ends by itself is opened anew, however often, so that a bad hour of the database
 * needs nobody who starts the shop again. Rejects when it cannot be opened the first time. `onEnd` is told why it ended; it is opened
 * anew after `pauseMs`.
 */
export const keepOpen = async (
  open: () => Promise<Queue>,
  onEnd: (error: Error) => void,
  pauseMs = 5_000,
): Promise<{ close(): Promise<void> }> => {
  const closing = new AbortController();
  let queue = await open();
  const watch = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const end = await queue.promise.then(
        () => new Error('it ended by itself'),
        (error: Error) => error,
      );
      if (closing.signal.aborted) return;
      onEnd(end);
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
      if (!closing.signal.aborted)
        queue = await open().catch((error: Error) => {
          const ended = Promise.reject(error);
          // Heard in the next turn, unless it is closed meanwhile.
          ended.catch(() => {});
          return { ...queue, promise: ended };
        });
    }
    await stop();
  };
  // One that has ended already says so, and is what was wanted.
  const stop = (): Promise<void> => queue.stop().catch(() => {});
  const watching = watch();
  return {
    close: async () => {
      closing.abort();
      await stop();
      await watching;
    },
  };
};

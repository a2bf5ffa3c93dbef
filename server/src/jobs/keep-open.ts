import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';

/** The part of graphile-worker's runner that is used. `promise` settles when the runner has ended, by `stop` or by itself. */
type Queue = Pick<Runner, 'promise' | 'stop'>;

/**
 * Keeps a queue open until it is closed. A queue that ends by itself is opened again after `pauseMs`, any number of
 * times, so the shop need not be restarted after a failure of the database. Rejects if the first opening fails. `onEnd`
 * gets the reason of an end.
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
          // Handled in the next round, unless the queue is closed before that round.
          ended.catch(() => {});
          return { ...queue, promise: ended };
        });
    }
    await stop();
  };
  // Stopping a queue that has already ended throws. This error does not matter.
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

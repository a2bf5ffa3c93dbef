import { reloadForNewBuild } from './new-build.ts';
import { wait } from './wait.ts';

/** Milliseconds before the second and the third try: a line that stutters, a server that is being replaced. */
const pauses = [400, 1_600] as const;

/** Fetches a script three times at most. For what is pressed: where it is gone, what was typed stays and the press says so. */
export async function tryToLoad<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await wait(pause);
    }
  }
  return load();
}

/** As `tryToLoad`; where the script is gone because the shop has a new build, the page loads itself anew. */
export async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await tryToLoad(load);
  } catch (error) {
    await reloadForNewBuild();
    throw error;
  }
}

/**
 * For a part nobody misses, or whose plain HTML does as well: what cannot be fetched is awaited, and tried again when it may
 * be `back`, or when `again` says so, which is asked after each failure.
 */
export const quietly =
  <T>(load: () => Promise<T>, again?: Again): (() => Promise<T>) =>
  () =>
    untilLoaded(() => loadWithRetries(load), again);

/** Resolves when it may be tried again; `back`: the line is there anew, or some time has passed. */
type Again = (back: Promise<unknown>) => Promise<unknown>;

/** Again and again until it succeeds. */
export async function untilLoaded<T>(load: () => Promise<T>, again: Again = (back) => back): Promise<T> {
  for (;;) {
    // From before the tries: a line that is back while the last of them fails counts. The server has its scripts at hand.
    const back = new Promise((resolve) => globalThis.addEventListener?.('online', resolve, { once: true }));
    try {
      return await load();
    } catch {
      // A weak signal is never said to be back.
      await again(Promise.race([back, wait(3_000)]));
    }
  }
}

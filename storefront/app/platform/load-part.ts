import { tryToLoad } from '@ceiba/ui/try-to-load';
import { hasLeftBuild, isServerThere, reloadForNewBuild } from './new-build.ts';
import { wait } from './wait.ts';

/**
 * Fetches a script as `tryToLoad` does. Where the server answers and the script is still missing, the shop has a new build,
 * and the page loads itself anew.
 */
export async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await tryToLoad(load);
  } catch (error) {
    if (!hasLeftBuild() && !(await isServerThere())) throw error;
  }
  // The line may have come back after the last try.
  try {
    return await load();
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

/** Tries again until the script is there. A line that comes back during the tries starts them anew at once. */
export async function untilLoaded<T>(load: () => Promise<T>, again: Again = (back) => back): Promise<T> {
  for (;;) {
    let isBack = false;
    const back = new Promise<void>((resolve) =>
      globalThis.addEventListener?.('online', () => resolve(), { once: true }),
    );
    back.then(() => {
      isBack = true;
    });
    try {
      return await load();
    } catch {
      // No browser reports that a weak signal is back: hence the wait of 3,000 ms.
      if (!isBack) await again(Promise.race([back, wait(3_000)]));
    }
  }
}

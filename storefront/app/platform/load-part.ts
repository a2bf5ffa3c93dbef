import { tryToLoad } from '@ceiba/ui/try-to-load';
import { hasReloadedFromBuild, isServerReachable, reloadForNewBuild } from './new-build.ts';
import { wait } from './wait.ts';

/**
 * Fetches a script like `tryToLoad`. If the server answers but the script is still missing, the shop has a new build, and the page reloads itself.
 */
export async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await tryToLoad(load);
  } catch (error) {
    if (!hasReloadedFromBuild() && !(await isServerReachable())) throw error;
  }
  // The connection may have returned after the last try.
  try {
    return await load();
  } catch (error) {
    await reloadForNewBuild();
    throw error;
  }
}

/**
 * For an optional part, or a part whose plain HTML also works. A failed fetch stays pending and is tried again when the connection may be `back`, or
 * when `again` resolves. `again` is called after each failure.
 */
export const loadOptionalPart =
  <T>(load: () => Promise<T>, again?: Again): (() => Promise<T>) =>
  () =>
    retryUntilLoaded(() => loadWithRetries(load), again);

/** Resolves when the script may be tried again. `back`: the connection has returned, or some time has passed. */
type Again = (back: Promise<unknown>) => Promise<unknown>;

/** Tries again until the script is loaded. A connection that returns during the tries restarts the tries immediately. */
export async function retryUntilLoaded<T>(load: () => Promise<T>, again: Again = (back) => back): Promise<T> {
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
      // Browsers do not report that a weak signal has improved, so the next try comes after 3,000 ms.
      if (!isBack) await again(Promise.race([back, wait(3_000)]));
    }
  }
}

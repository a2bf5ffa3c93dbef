import { reloadForNewBuild } from './new-build.ts';

/** Milliseconds before the second and the third try: a line that stutters, a server that is being replaced. */
const pauses = [400, 1_600] as const;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

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

/** For a part nobody misses, or whose plain HTML does as well: what cannot be fetched is awaited for ever. */
export const quietly =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  () =>
    loadWithRetries(load).catch(() => new Promise<never>(() => {}));

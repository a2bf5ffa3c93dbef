/** Milliseconds before the second and the third try: a line that stutters, a server that is being replaced. */
const pauses = [400, 1_600] as const;

/** Fetches a script three times at most. For what is pressed: where it is gone, what was typed stays and the press says so. */
export async function tryToLoad<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}

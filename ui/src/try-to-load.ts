/** Milliseconds before the second and the third try, for an unstable connection or a restarting server. */
const pauses = [400, 1_600] as const;

/** Fetches a script, with three tries at most. For presses: if it fails, typed text stays and the press shows an error. */
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

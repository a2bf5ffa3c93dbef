/** Milliseconds: for browsers without an idle callback, and the limit for a page that is never idle. */
const [aMoment, atLatest] = [50, 1_000] as const;

/** Runs some work when the browser is idle, a second later at most. Returns a function that cancels it. */
export const whenIdle = (work: () => void): (() => void) => {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(work, { timeout: atLatest });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(work, aMoment);
  return () => clearTimeout(timer);
};

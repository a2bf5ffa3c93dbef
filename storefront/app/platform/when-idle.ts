/** Milliseconds; for browsers that do not tell when they are idle, and for a page that never is. */
const [aMoment, atLatest] = [50, 1_000] as const;

/** Does some work when the browser has nothing else to do, a second later at most; what is answered calls it off. */
export const whenIdle = (work: () => void): (() => void) => {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(work, { timeout: atLatest });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(work, aMoment);
  return () => clearTimeout(timer);
};

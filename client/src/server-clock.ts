declare global {
  /** The shop's time, in milliseconds since 1970; of a page that has asked for it. */
  var ceibaNow: (() => number) | undefined;
}

/**
 * Leaves `ceibaNow`: a browser's own clock may be hours wrong, and sales, sessions and cards end by the shop's. The page's answer says when
 * it was sent (`Server-Timing`). What was not fetched just now (a page of a cache, or one that the service worker kept), and a clock that is not the
 * shop's, are asked for anew: a header of the shop's icon has it.
 *
 * It needs nothing from outside of itself: the shop's pages run it as an inline script.
 */
export function startServerClock(): void {
  /** Milliseconds that the shop is ahead of this browser; null until it is asked for. */
  let ahead: number | null = null;
  /** Answers come later than they were sent, dates are whole seconds: less is no other time. */
  const tolerance = 5_000;

  const readAhead = (): number | null => {
    const [load] = performance.getEntriesByType('navigation');
    if (!(load instanceof PerformanceNavigationTiming) || load.workerStart > 0 || load.transferSize === 0) return null;
    const sent = load.serverTiming.find(({ name }) => name === 'sent');
    return sent === undefined ? null : sent.duration + performance.now() - load.responseStart - Date.now();
  };

  const ask = async (): Promise<void> => {
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    const told = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(told)) ahead = told - Date.now();
  };

  globalThis.ceibaNow = () => {
    if (ahead === null) {
      const read = readAhead();
      ahead = read === null || Math.abs(read) < tolerance ? 0 : read;
      // Without a line the browser's own time is all there is.
      if (read === null || ahead !== 0) ask().catch(() => {});
    }
    return Date.now() + ahead;
  };
}

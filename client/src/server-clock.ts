declare global {
  /** The shop's time, in milliseconds since 1970. Undefined on pages that did not start the clock. */
  var ceibaNow: (() => number) | undefined;
}

/**
 * Sets `ceibaNow`. The clock of a browser may be hours wrong, but sales, sessions and cards end by the shop's clock. The page's response contains its
 * time of sending (`Server-Timing`). If the page came from a cache or the service worker, or the two clocks differ, a header of the shop's icon gives
 * the time.
 *
 * The function must not use other code, because the shop's pages run it as an inline script.
 */
export function startServerClock(): void {
  /** Milliseconds by which the shop's clock is ahead of this browser's. Null until known. */
  let ahead: number | null = null;
  /** Milliseconds. Smaller differences are ignored, because responses take time to arrive and dates are whole seconds. */
  const tolerance = 5_000;

  const readAhead = (): number | null => {
    const [load] = performance.getEntriesByType('navigation');
    if (!(load instanceof PerformanceNavigationTiming) || load.workerStart > 0 || load.transferSize === 0) return null;
    const sent = load.serverTiming.find(({ name }) => name === 'sent');
    return sent === undefined ? null : sent.duration + performance.now() - load.responseStart - Date.now();
  };

  const ask = async (): Promise<void> => {
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    const serverTime = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(serverTime)) ahead = serverTime - Date.now();
  };

  globalThis.ceibaNow = () => {
    if (ahead === null) {
      const read = readAhead();
      ahead = read === null || Math.abs(read) < tolerance ? 0 : read;
      // Without a connection, only the time of the browser is available.
      if (read === null || ahead !== 0) ask().catch(() => {});
    }
    return Date.now() + ahead;
  };
}

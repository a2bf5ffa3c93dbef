import { vi } from 'vitest';

/**
 * Retries until nothing is thrown, for tests that hold the page's clock (`vi.useFakeTimers`), without moving it. `expect.poll` and `vi.waitFor`
 * advance the clock with each try, so their result would depend on the machine's speed.
 */
export const waitWithStoppedClock = (look: () => void): Promise<void> =>
  vi.waitFor(look, { interval: 0, timeout: 60_000 });

import { vi } from 'vitest';

/**
 * Looks until nothing is thrown, for tests that hold the page's time (`vi.useFakeTimers`): it stands still meanwhile.
 * `expect.poll` and `vi.waitFor` move it on with each look, so that what they see would depend on how fast the machine is.
 */
export const waitHeld = (look: () => void): Promise<void> => vi.waitFor(look, { interval: 0, timeout: 60_000 });

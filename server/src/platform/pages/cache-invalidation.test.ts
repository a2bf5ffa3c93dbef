import { expect, test } from 'vitest';
import { heartbeatMsFor } from './cache-invalidation.ts';

// faults/lost-connections.api.test.ts tests with a shorter interval that a listener uses this heartbeat interval.
test.each([
  [15_000, 5_000],
  [6_000, 500],
])(
  'to recover within %i ms, the heartbeat interval is %i ms: two beats, the wait and a new connection',
  (deafMs, beatMs) => {
    expect(heartbeatMsFor(deafMs)).toBe(beatMs);
    expect(2 * beatMs + 1_000).toBeLessThan(deafMs);
  },
);

import { expect, test } from 'vitest';
import { beatWithin } from './cache-invalidation.ts';

// That a listener keeps to its beat is shown by faults/lost-connections.api.test.ts, with a shorter one.
test.each([
  [15_000, 5_000],
  [6_000, 500],
])(
  'to be heard again within %i ms it beats every %i ms: two beats, the wait and a new connection',
  (deafMs, beatMs) => {
    expect(beatWithin(deafMs)).toBe(beatMs);
    expect(2 * beatMs + 1_000).toBeLessThan(deafMs);
  },
);

import { expect, test } from 'vitest';
import { longestDeafMs } from './page-purge.ts';

// That it keeps to its beat, with a shorter one, is shown by faults/lost-connections.api.test.ts.
test('[CAT-13] a listening connection that was cut without a word is noticed and opened again within 15 seconds', () => {
  expect(longestDeafMs).toBeLessThanOrEqual(15_000);
});

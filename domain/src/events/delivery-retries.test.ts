import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryWaitMs } from './delivery-retries.ts';

const dayMs = 86_400_000;

test.each([
  [1, 5_000],
  [2, 30_000],
  [3, 120_000],
  [4, 600_000],
  [5, 1_800_000],
  [6, 3_600_000],
  [7, 10_800_000],
  [8, 28_800_000],
  [9, 86_400_000],
  [10, 129_600_000],
  [11, null],
])('[HOOK-06] after %i failed tries, the next try follows in %s ms', (failed, wait) => {
  expect(retryWaitMs(failed, 0)).toBe(wait);
});

test('[HOOK-06] the ten retries take three days, and jitter lengthens a wait by up to a tenth', () => {
  const all = Array.from({ length: 10 }, (_, index) => retryWaitMs(index + 1, 0) ?? 0);
  const days = all.reduce((total, wait) => total + wait, 0) / dayMs;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(3.1);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (failed, random) => {
      const wait = retryWaitMs(failed, random) ?? 0;
      const least = all[failed - 1] ?? 0;
      return wait >= least && wait <= Math.ceil(least * 1.1);
    }),
  );
});

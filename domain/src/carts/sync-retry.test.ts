import { describe, expect, test } from 'vitest';
import { syncRetryDelayMs, syncRetrySeconds } from './sync-retry.ts';

describe('sync after login', () => {
  test('[CART-29] [CONST-39] a failed sync is retried ten times, with growing pauses', () => {
    const delays = Array.from({ length: 11 }, (_, index) => syncRetryDelayMs(index + 1, 500));
    expect(delays).toEqual([1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000, 34_000, 55_000, null]);
    expect(syncRetrySeconds).toHaveLength(10);
  });

  test.each([
    [401, null],
    [404, null],
    [409, 1_000],
    [null, 1_000],
  ])('[DEC-54] after status %d the next try is in %j ms', (status, expected) => {
    expect(syncRetryDelayMs(1, status)).toBe(expected);
  });
});

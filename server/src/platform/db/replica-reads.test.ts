import { expect, test } from 'vitest';
import { createLagGauge } from './replica-reads.ts';

test('a replica that has everything is not behind, however long ago the last change was', () => {
  const gauge = createLagGauge();
  gauge.wrote(100, 0);
  gauge.wrote(100, 60_000);
  expect(gauge.lagOf(100, 60_000)).toBe(0);
});

test('the lag is the age of the oldest change it misses, and shrinks as it catches up', () => {
  const gauge = createLagGauge();
  for (const [position, now] of [
    [100, 0],
    [200, 1_000],
    [300, 2_000],
  ] as const)
    gauge.wrote(position, now);
  expect(gauge.lagOf(99, 5_000)).toBe(5_000);
  expect(gauge.lagOf(100, 5_000)).toBe(4_000);
  expect(gauge.lagOf(299, 5_000)).toBe(3_000);
  expect(gauge.lagOf(300, 5_000)).toBe(0);
});

test('a replica that lost its primary falls behind although it has replayed all it got', () => {
  const gauge = createLagGauge();
  gauge.wrote(100, 0);
  expect(gauge.lagOf(100, 0)).toBe(0);
  gauge.wrote(150, 1_000);
  expect(gauge.lagOf(100, 7_000)).toBe(6_000);
});

test('a long standstill is never read as caught up, and is over when it is', () => {
  const gauge = createLagGauge();
  for (let look = 1; look <= 1_000; look += 1) gauge.wrote(look, look * 500);
  expect(gauge.lagOf(999, 500_000)).toBeGreaterThan(0);
  expect(gauge.lagOf(1_000, 500_000)).toBe(0);
});

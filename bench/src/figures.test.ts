import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf, measured, median, medianRatio, percentile, ratio, spreadOf } from './figures.ts';

test.each([
  [[3], 3],
  [[1, 2], 1.5],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100, 8, 7], 9],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test.each([
  [0.5, 50],
  [0.07, 7],
  [0.99, 99],
  [0.991, 100],
  [1, 100],
  [0.001, 1],
])('percentile %d of 1 to 100 is %d', (share, value) => {
  const shuffled = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1);
  expect(percentile(shuffled, share)).toBe(value);
});

test('a share of the values is at or below its percentile, and no smaller value has as many', () => {
  const figures = fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(figures, fc.integer({ min: 1, max: 100 }), (values, percent) => {
      const found = percentile(values, percent / 100);
      const below = (most: number): number => values.filter((value) => value <= most).length * 100;
      expect(below(found)).toBeGreaterThanOrEqual(percent * values.length);
      expect(below(found - 1)).toBeLessThan(percent * values.length);
    }),
  );
});

test('the median of ratios pairs each turn with its own, not medians with medians', () => {
  // A machine that is busy during the second turn slows both sides alike.
  expect(medianRatio([50, 5, 50], [100, 10, 100])).toBe(0.5);
  expect(medianRatio([1, 10, 100], [100, 10, 1])).toBe(1);
  expect(medianRatio([1, 10, 90], [2, 40, 100])).toBe(0.5);
});

test('growth is the large shop’s median beside the small one’s', () => {
  expect(growthOf({ large: [2, 4, 600], small: [1, 2, 3] })).toBe(2);
});

test('times are spread by their median and their slowest hundredth', () => {
  expect(spreadOf(Array.from({ length: 200 }, (_, index) => index + 1))).toBe('p50 100.0 ms, p99 198.0 ms');
});

test.each([
  ['a median of nothing', () => median([])],
  ['a percentile of nothing', () => percentile([], 0.5)],
  ['a median with a gap', () => median([1, Number.NaN, 3])],
  ['a negative time', () => percentile([1, -1], 0.5)],
  ['a share of nothing', () => percentile([1], 0)],
  ['a share above all', () => percentile([1], 1.01)],
  ['a share in per cent', () => percentile([1], 99)],
  ['a ratio to nothing', () => ratio(1, 0)],
  ['a ratio of what is not measured', () => ratio(Number.NaN, 1)],
  ['an endless ratio', () => ratio(Number.POSITIVE_INFINITY, 1)],
  ['turns without their pair', () => medianRatio([1, 2], [1])],
  ['pairs without turns', () => medianRatio([], [])],
  ['calls to one shop only', () => growthOf({ large: [1, 2], small: [1] })],
  ['growth of nothing', () => growthOf({ large: [], small: [] })],
  ['a text in place of a figure', () => measured('memory', '12')],
  ['nothing in place of a figure', () => measured('memory', undefined)],
])('%s is refused', (_, compute) => {
  expect(compute).toThrow();
});

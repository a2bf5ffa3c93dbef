import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  atLeast,
  atMost,
  chosenParts,
  countsOf,
  growthOf,
  isGood,
  lineOf,
  measured,
  median,
  medianRatio,
  percentile,
  printed,
  ratio,
  spreadOf,
  totalOf,
  wholeNumber,
} from './figures.ts';

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

test('a percentile is the smallest value that the required share does not exceed', () => {
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

test('the median of ratios compares the values of each turn, not the two medians', () => {
  // A busy machine in the second turn slows down both sides in the same way.
  expect(medianRatio([50, 5, 50], [100, 10, 100])).toBe(0.5);
  expect(medianRatio([1, 10, 100], [100, 10, 1])).toBe(1);
  expect(medianRatio([1, 10, 90], [2, 40, 100])).toBe(0.5);
});

test('growth is the large shop’s median divided by the small one’s', () => {
  expect(growthOf({ large: [2, 4, 600], small: [1, 2, 3] })).toBe(2);
});

test('the spread of times is their median and their 99th percentile', () => {
  expect(spreadOf(Array.from({ length: 200 }, (_, index) => index + 1))).toBe('p50 100.0 ms, p99 198.0 ms');
});

test.each([
  ['a median of an empty list', () => median([])],
  ['a percentile of an empty list', () => percentile([], 0.5)],
  ['a median of a list with NaN', () => median([1, Number.NaN, 3])],
  ['a negative time', () => percentile([1, -1], 0.5)],
  ['a share of 0', () => percentile([1], 0)],
  ['a share above 1', () => percentile([1], 1.01)],
  ['a share written in per cent', () => percentile([1], 99)],
  ['a ratio to 0', () => ratio(1, 0)],
  ['a ratio of NaN', () => ratio(Number.NaN, 1)],
  ['an infinite ratio', () => ratio(Number.POSITIVE_INFINITY, 1)],
  ['two lists of different length', () => medianRatio([1, 2], [1])],
  ['two empty lists', () => medianRatio([], [])],
  ['the growth of two lists of different length', () => growthOf({ large: [1, 2], small: [1] })],
  ['the growth of two empty lists', () => growthOf({ large: [], small: [] })],
  ['a text instead of a number', () => measured('memory', '12')],
  ['a missing number', () => measured('memory', undefined)],
])('%s is refused', (_, compute) => {
  expect(compute).toThrow();
});

test.each([
  [0.699, false],
  [0.7, true],
  [0.701, true],
])('%d with a target of at least 0.7 is ok: %s', (ratio, ok) => {
  expect(atLeast('page', ratio, 0.7, '').ok).toBe(ok);
});

test.each([
  [129.9, true],
  [130, true],
  [130.1, false],
])('%d with a target of at most 130 is ok: %s', (ratio, ok) => {
  expect(atMost('bytes', ratio, 130, '').ok).toBe(ok);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('%d is never a result, with or without a target', (value) => {
  for (const make of [() => atLeast('x', value, 1, ''), () => atMost('x', value, 1, ''), () => printed('x', value, '')])
    expect(make).toThrow('x is not a valid number');
});

test('a line shows whether the target was met, and small figures with their digits', () => {
  expect(lineOf(atMost('bytes', 130.4, 130, 'kB'))).toMatch(/^✗ bytes +130 +130 {2}kB$/);
  expect(lineOf(atLeast('page', 0.82, 0.7, 'pages'))).toMatch(/^✓ page +0\.82 +0\.70 {2}pages$/);
  expect(lineOf(printed('shift', 0.0012, ''))).toMatch(/^ {2}shift +0\.0012 +$/);
});

test('a bench succeeds if it measured something and met every target', () => {
  const [held, failed] = [atMost('a', 1, 2, ''), atMost('b', 3, 2, '')];
  expect(isGood([held, printed('c', 9, '')])).toBe(true);
  expect(isGood([held, failed])).toBe(false);
  expect(isGood([])).toBe(false);
});

test.each(['', 'seven', '0', '9', '2.5', '-3', '1e1', 'NaN'])(
  'refuses --rounds %s, because only 1 to 8 are allowed',
  (text) => {
    expect(() => wholeNumber('--rounds', text, 1, 8)).toThrow('--rounds must be a whole number from 1 to 8');
  },
);

test('both limits of a range are allowed', () => {
  expect(['1', '8'].map((text) => wholeNumber('--rounds', text, 1, 8))).toEqual([1, 8]);
});

test('parts are chosen by name, in their order, and an empty choice is refused', () => {
  const parts = { bytes: 1, pages: 2, purchase: 3 };
  expect(chosenParts(parts, '^p')).toEqual([
    ['pages', 2],
    ['purchase', 3],
  ]);
  expect(() => chosenParts(parts, 'pagse')).toThrow('matches none of: bytes, pages, purchase');
  expect(() => chosenParts(parts, '(')).toThrow();
});

test('counts are summed and printed, also without counts', () => {
  const counts = new Map([
    ['502', 3],
    ['connection lost', 8],
  ]);
  expect([totalOf(counts), countsOf(counts)]).toEqual([11, '502 ×3, connection lost ×8']);
  expect([totalOf(new Map()), countsOf(new Map())]).toEqual([0, 'none']);
});

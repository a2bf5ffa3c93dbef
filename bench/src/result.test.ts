import { expect, test } from 'vitest';
import { atLeast, atMost, chosenParts, isGood, lineOf, printed, wholeNumber } from './result.ts';

test.each([
  [0.699, false],
  [0.7, true],
  [0.701, true],
])('%d of at least 0.7 is judged %s', (ratio, ok) => {
  expect(atLeast('page', ratio, 0.7, '').ok).toBe(ok);
});

test.each([
  [129.9, true],
  [130, true],
  [130.1, false],
])('%d of at most 130 is judged %s', (ratio, ok) => {
  expect(atMost('bytes', ratio, 130, '').ok).toBe(ok);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('%d is no result, judged or printed', (value) => {
  for (const make of [() => atLeast('x', value, 1, ''), () => atMost('x', value, 1, ''), () => printed('x', value, '')])
    expect(make).toThrow('x is no figure');
});

test('a line says whether the bar was held, and shows small figures with their digits', () => {
  expect(lineOf(atMost('bytes', 130.4, 130, 'kB'))).toMatch(/^✗ bytes +130 +130 {2}kB$/);
  expect(lineOf(atLeast('page', 0.82, 0.7, 'pages'))).toMatch(/^✓ page +0\.82 +0\.70 {2}pages$/);
  expect(lineOf(printed('shift', 0.0012, ''))).toMatch(/^ {2}shift +0\.0012 +$/);
});

test('a bench ends well when something was measured and every bar was held', () => {
  const [held, failed] = [atMost('a', 1, 2, ''), atMost('b', 3, 2, '')];
  expect(isGood([held, printed('c', 9, '')])).toBe(true);
  expect(isGood([held, failed])).toBe(false);
  expect(isGood([])).toBe(false);
});

test.each(['', 'seven', '0', '9', '2.5', '-3', '1e1', 'NaN'])(
  '--rounds %s is refused where 1 to 8 are wanted',
  (text) => {
    expect(() => wholeNumber('--rounds', text, 1, 8)).toThrow('--rounds wants a whole number from 1 to 8');
  },
);

test('both ends of a range are allowed', () => {
  expect(['1', '8'].map((text) => wholeNumber('--rounds', text, 1, 8))).toEqual([1, 8]);
});

test('parts are chosen by their names in their order; choosing none is refused', () => {
  const parts = { bytes: 1, pages: 2, purchase: 3 };
  expect(chosenParts(parts, '^p')).toEqual([
    ['pages', 2],
    ['purchase', 3],
  ]);
  expect(() => chosenParts(parts, 'pagse')).toThrow('matches none of: bytes, pages, purchase');
  expect(() => chosenParts(parts, '(')).toThrow();
});

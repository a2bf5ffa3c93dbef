import { expect, test } from 'vitest';
import { findCycles } from './cycles.ts';

const graph = (edges: Record<string, string[]>) =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]));

test('a tree and a diamond have no cycle', () => {
  expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});

test('a knot is found whole, wherever the walk starts', () => {
  expect(findCycles(graph({ x: ['a'], a: ['b'], b: ['c'], c: ['a'] })).map((knot) => knot.sort())).toEqual([
    ['a', 'b', 'c'],
  ]);
});

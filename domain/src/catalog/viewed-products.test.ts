import { expect, test } from 'vitest';
import { viewedLimit, withViewed } from './viewed-products.ts';

const skus = (count: number): string[] => Array.from({ length: count }, (_, index) => `A-${index}`);

test.each([
  ['the first', [], 'B', ['B']],
  ['a new one comes first', ['A'], 'B', ['B', 'A']],
  ['a known one comes to the front', ['A', 'B', 'C'], 'C', ['C', 'A', 'B']],
  ['the last place is filled', skus(viewedLimit - 1), 'B', ['B', ...skus(viewedLimit - 1)]],
  ['beyond it the oldest is forgotten', skus(viewedLimit), 'B', ['B', ...skus(viewedLimit - 1)]],
])('%s', (_, known, sku, expected) => {
  expect(withViewed(known, sku)).toEqual(expected);
});

import { expect, test } from 'vitest';
import { viewedLimit, withViewed } from './viewed-products.ts';

const skus = (count: number): string[] => Array.from({ length: count }, (_, index) => `A-${index}`);

test.each([
  ['the first product', [], 'B', ['B']],
  ['a new product comes first', ['A'], 'B', ['B', 'A']],
  ['a known product moves to the front', ['A', 'B', 'C'], 'C', ['C', 'A', 'B']],
  ['the last place is filled', skus(viewedLimit - 1), 'B', ['B', ...skus(viewedLimit - 1)]],
  ['a full list drops the oldest product', skus(viewedLimit), 'B', ['B', ...skus(viewedLimit - 1)]],
])('%s', (_, known, sku, expected) => {
  expect(withViewed(known, sku)).toEqual(expected);
});

import { expect, it } from 'vitest';
import { pagesAround } from './product-grid.tsx';

it.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 3, [1, 2, 3]],
  [2, 3, [1, 2, 3]],
  [1, 5, [1, 2, 'after', 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 9, [1, 'before', 3, 4, 5, 'after', 9]],
  [9, 9, [1, 'before', 8, 9]],
])('[DEC-21] page %d of %d', (page, pages, expected) => {
  expect(pagesAround(page, pages)).toEqual(expected);
});

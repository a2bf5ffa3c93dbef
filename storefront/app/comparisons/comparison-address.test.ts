import { expect, test } from 'vitest';
import { compareHref, comparisonParams, readComparison } from './comparison-address.ts';

test.each([
  ['', [], false],
  ['products=a,b', ['a', 'b'], false],
  ['products=a, b ,,a,c,d,e&only=differences', ['a', 'b', 'c', 'd'], true],
  [`products=${'x'.repeat(161)},a&only=other`, ['a'], false],
])('an address of products: %j', (query, slugs, isOnlyDifferent) => {
  expect(readComparison(new URLSearchParams(query))).toEqual({ slugs, skus: [], isOnlyDifferent });
});

test('an address names products by their SKUs if it has no slugs', () => {
  const read = (query: string) => readComparison(new URLSearchParams(query));
  expect(read('skus=TV-1,TV-2')).toEqual({ slugs: [], skus: ['TV-1', 'TV-2'], isOnlyDifferent: false });
  expect(read('skus=TV-1&products=a')).toEqual({ slugs: ['a'], skus: [], isOnlyDifferent: false });
});

test.each([
  [[], false, '/compare'],
  [['a', 'b'], false, '/compare?products=a,b'],
  [['a'], true, '/compare?products=a&only=differences'],
])('an address is written as it is read: %j', (slugs, isOnlyDifferent, expected) => {
  const href = compareHref(slugs, isOnlyDifferent);
  expect(href).toBe(expected);
  const read = readComparison(new URL(href, 'http://localhost').searchParams);
  expect(read).toEqual({ slugs, skus: [], isOnlyDifferent });
  expect(new URLSearchParams(comparisonParams(read)).size).toBe(slugs.length === 0 ? 0 : 1 + Number(isOnlyDifferent));
});

import { expect, test } from 'vitest';
import { parseComparisons } from './comparison-store.ts';

const televisions = { kind: 1101, title: 'Televisores', slugs: ['a', 'b'] };

test.each([
  ['no stored text', null, []],
  ['invalid JSON', '{', []],
  ['an object instead of a list', '{"kind":1}', []],
  ['a valid comparison', JSON.stringify([televisions]), [televisions]],
  [
    'invalid comparisons are dropped',
    JSON.stringify([null, { kind: 'x' }, { kind: 1, title: 'A' }, televisions]),
    [televisions],
  ],
  [
    'slugs are cut to four, without duplicates and other values',
    JSON.stringify([{ ...televisions, slugs: ['a', 1, 'a', 'b', '', 'c', 'd', 'e'] }]),
    [{ ...televisions, slugs: ['a', 'b', 'c', 'd'] }],
  ],
  ['a comparison without products is dropped', JSON.stringify([{ ...televisions, slugs: [] }]), []],
])('the stored comparisons are read: %s', (_, stored, expected) => {
  expect(parseComparisons(stored)).toEqual(expected);
});

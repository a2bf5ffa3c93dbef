import { expect, test } from 'vitest';
import { parseComparisons } from './comparison-store.ts';

const televisions = { kind: 1101, title: 'Televisores', slugs: ['a', 'b'] };

test.each([
  ['nothing', null, []],
  ['no JSON', '{', []],
  ['no list', '{"kind":1}', []],
  ['one that was kept', JSON.stringify([televisions]), [televisions]],
  ['its broken neighbours', JSON.stringify([null, { kind: 'x' }, { kind: 1, title: 'A' }, televisions]), [televisions]],
  [
    'more than four, some twice, some no text',
    JSON.stringify([{ ...televisions, slugs: ['a', 1, 'a', 'b', '', 'c', 'd', 'e'] }]),
    [{ ...televisions, slugs: ['a', 'b', 'c', 'd'] }],
  ],
  ['one without products', JSON.stringify([{ ...televisions, slugs: [] }]), []],
])('a stored text: %s', (_, stored, expected) => {
  expect(parseComparisons(stored)).toEqual(expected);
});

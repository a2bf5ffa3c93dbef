import { expect, test } from 'vitest';
import { idsOf, unreadableQuotes } from './test-titles.ts';

test.each([
  ['no brackets', []],
  ['[CART-21] one', ['CART-21']],
  ['[CART-21, DEC-80] a list', ['CART-21', 'DEC-80']],
  ['[CART-21] [DEC-80, DIF-09] several', ['CART-21', 'DEC-80', 'DIF-09']],
  ['not at the beginning [CART-21]', []],
  ['[CART-21..30] a range', []],
])('IDs of %j: %j', (title, ids) => {
  expect(idsOf(title)).toEqual(ids);
});

test.each([
  ['[CART-21] [DEC-80] fine, with [brackets] of another kind', []],
  ['[CART-21..30] a range', ['[CART-21..30]']],
  ['[CART-21] to [CART-30] a range in words', ['[CART-30]']],
  ['[CART-21] [DEC-80–82] a range with a dash', ['[DEC-80–82]']],
  ['not at the beginning [CART-21]', ['[CART-21]']],
  ['[$id] from a table', ['[$id]']],
  ['[%s] from a table', ['[%s]']],
])('of %j the trace cannot read %j', (title, quotes) => {
  expect(unreadableQuotes(title)).toEqual(quotes);
});

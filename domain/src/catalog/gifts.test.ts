import { expect, test } from 'vitest';
import { shownGifts } from './gifts.ts';

test.each([
  [null, true],
  ['2026-11-20', false],
  ['2026-11-21', true],
  ['2026-11-22', true],
  ['pronto', true],
])('[CAT-22] a gift until %s is shown: %s', (endDate, expected) => {
  const gift = { title: 'Funda', endDate };
  expect(shownGifts([gift], new Date('2026-11-22T05:59:59Z'))).toEqual(expected ? [gift] : []);
});

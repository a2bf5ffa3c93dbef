import { expect, test } from 'vitest';
import type { LineKind } from '../carts/cart-line.ts';
import { isDonationOffered, offeredDonations } from './donation.ts';

test('[DEC-82] offered amounts', () => {
  expect(offeredDonations).toEqual([500, 1_000, 2_500, 5_000, 10_000]);
});

test.each<[LineKind[], boolean]>([
  [[], false],
  [['product'], true],
  [['product', 'giftCard'], true],
  [['giftCard'], false],
  [['donation'], false],
  [['donation', 'product'], true],
  [['donation', 'giftCard'], false],
  [['donation', 'service', 'product'], true],
])('[DEC-82] %j: offered %s', (kinds, offered) => {
  expect(isDonationOffered(kinds.map((kind) => ({ kind })))).toBe(offered);
});

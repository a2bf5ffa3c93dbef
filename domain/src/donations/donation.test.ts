import { expect, test } from 'vitest';
import type { LineKind } from '../carts/cart-line.ts';
import { isDonationOffered, offeredDonations } from './donation.ts';

test('[DEC-82] five whole amounts are offered', () => {
  expect(offeredDonations).toEqual([500, 1_000, 2_500, 5_000, 10_000]);
});

test.each<[LineKind[], boolean]>([
  [[], false],
  [['goods'], true],
  [['goods', 'gift_card'], true],
  [['gift_card'], false],
  [['donation'], false],
  [['donation', 'goods'], true],
  [['donation', 'gift_card'], false],
  [['donation', 'service', 'goods'], true],
])('[DEC-82] a cart with %j is offered a donation: %s', (kinds, offered) => {
  expect(isDonationOffered(kinds.map((kind) => ({ kind })))).toBe(offered);
});

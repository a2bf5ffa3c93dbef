import { expect, test } from 'vitest';
import type { LineKind } from '../carts/cart-line.ts';
import { centavos } from '../money/money.ts';
import { checkDonation, isDonationOffered, mustDropDonation, offeredDonations } from './donation.ts';

test.each([
  [100, null],
  [2_500, null],
  [100_000, null],
  [0, 'out_of_range'],
  [-100, 'out_of_range'],
  [100_100, 'out_of_range'],
  [99, 'not_whole_quetzales'],
  [101, 'not_whole_quetzales'],
  [150, 'not_whole_quetzales'],
])('[DEC-82] %d: %s', (amount, code) => {
  const expected = code === null ? { ok: true, value: amount } : { ok: false, error: { code } };
  expect(checkDonation(centavos(amount))).toEqual(expected);
});

test('[DEC-82] offered amounts', () => {
  expect(offeredDonations).toEqual([500, 1_000, 2_500, 5_000, 10_000]);
});

test.each<[LineKind[], boolean, boolean]>([
  [[], false, false],
  [['product'], true, false],
  [['product', 'giftCard'], true, false],
  [['giftCard'], false, false],
  [['donation'], false, true],
  [['donation', 'product'], true, false],
  [['donation', 'giftCard'], false, true],
  [['donation', 'service', 'product'], true, false],
])('[DEC-82] [DON-07] %j: offered %s, dropped %s', (kinds, offered, dropped) => {
  const lines = kinds.map((kind) => ({ kind }));
  expect([isDonationOffered(lines), mustDropDonation(lines)]).toEqual([offered, dropped]);
});

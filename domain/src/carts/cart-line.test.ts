import { describe, expect, test } from 'vitest';
import {
  donationSku,
  firstPartySellerId,
  hasDonation,
  isDigital,
  isDigitalOnly,
  isDonationOnly,
  isThirdParty,
  type LineKind,
  totalQuantity,
} from './cart-line.ts';

const ofKinds = (...kinds: LineKind[]) => kinds.map((kind) => ({ kind, quantity: 2 }));

describe('kinds of lines', () => {
  test.each<[LineKind[], boolean, boolean, boolean]>([
    [[], false, false, false],
    [['product'], false, false, false],
    [['giftCard'], true, false, false],
    [['service'], true, false, false],
    [['giftCard', 'service'], true, false, false],
    [['giftCard', 'product'], false, false, false],
    [['donation'], false, true, true],
    [['giftCard', 'donation'], true, true, false],
    [['product', 'donation'], false, true, false],
  ])('[DEC-84] [DON-07] %j: digital only %s, donation %s, donation only %s', (kinds, digital, donation, only) => {
    const lines = ofKinds(...kinds);
    expect([isDigitalOnly(lines), hasDonation(lines), isDonationOnly(lines)]).toEqual([digital, donation, only]);
  });

  test('[DEC-84] gift cards and services are digital', () => {
    expect(ofKinds('product', 'service', 'giftCard', 'donation').map(isDigital)).toEqual([false, true, true, false]);
  });

  test('[DEC-178] the count leaves the donation out', () => {
    expect(totalQuantity(ofKinds('product', 'giftCard', 'donation'))).toBe(4);
    expect(totalQuantity([])).toBe(0);
  });

  test('[SEL-01] [CONST-30] [CONST-48] third party is every other seller', () => {
    expect([isThirdParty({ sellerId: 1 }), isThirdParty({ sellerId: 2 })]).toEqual([false, true]);
    expect([firstPartySellerId, donationSku]).toEqual([1, 'DONAPUENTE']);
  });
});

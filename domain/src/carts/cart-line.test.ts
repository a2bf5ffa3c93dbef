import { describe, expect, test } from 'vitest';
import {
  areSellerNamesVisible,
  donationSku,
  firstPartySellerId,
  groupBySeller,
  hasDonation,
  isDigital,
  isDigitalOnly,
  isDonationOnly,
  isThirdParty,
  isThirdPartyCart,
  type LineKind,
  totalQuantity,
} from './cart-line.ts';

const ofKinds = (...kinds: LineKind[]) => kinds.map((kind) => ({ kind, quantity: 2 }));

describe('kinds of cart lines', () => {
  test.each<[LineKind[], boolean, boolean, boolean]>([
    [[], false, false, false],
    [['goods'], false, false, false],
    [['gift_card'], true, false, false],
    [['service'], true, false, false],
    [['gift_card', 'service'], true, false, false],
    [['gift_card', 'goods'], false, false, false],
    [['donation'], false, true, true],
    [['gift_card', 'donation'], true, true, false],
    [['goods', 'donation'], false, true, false],
  ])('[DEC-84] [DON-07] %j: digital only %s, donation %s, donation only %s', (kinds, digital, donation, only) => {
    const lines = ofKinds(...kinds);
    expect([isDigitalOnly(lines), hasDonation(lines), isDonationOnly(lines)]).toEqual([digital, donation, only]);
  });

  test('[DEC-84] gift cards and services are digital', () => {
    expect(ofKinds('goods', 'service', 'gift_card', 'donation').map(isDigital)).toEqual([false, true, true, false]);
  });

  test('[DEC-178] the count does not include the donation', () => {
    expect(totalQuantity(ofKinds('goods', 'gift_card', 'donation'))).toBe(4);
    expect(totalQuantity([])).toBe(0);
  });

  test('[SEL-01] [CONST-30] [CONST-48] every seller except the shop is a third party', () => {
    expect([isThirdParty({ sellerId: 1 }), isThirdParty({ sellerId: 2 })]).toEqual([false, true]);
    expect([firstPartySellerId, donationSku]).toEqual([1, 'DONAPUENTE']);
  });
});

describe('groups', () => {
  const line = (sku: string, id: number, kind: LineKind = 'goods') => ({
    sku,
    kind,
    seller: { id, title: `S${id}` },
  });

  test('[SEL-05] [DEL-33] [DON-04] groups lines by seller, in the order of first lines, without the donation', () => {
    const groups = groupBySeller([line('a', 2), line('d', 1, 'donation'), line('b', 1), line('c', 2)]);
    expect(groups).toEqual([
      { sellerId: 2, sellerTitle: 'S2', lines: [line('a', 2), line('c', 2)] },
      { sellerId: 1, sellerTitle: 'S1', lines: [line('b', 1)] },
    ]);
    expect(groupBySeller([])).toEqual([]);
  });

  test('[SEL-05] [SEL-06] shows seller names and recognises a third-party cart', () => {
    const own = [line('a', 1), line('d', 1, 'donation')];
    const mixed = [line('a', 1), line('b', 2)];
    expect([areSellerNamesVisible(groupBySeller(own)), isThirdPartyCart(own)]).toEqual([false, false]);
    expect([areSellerNamesVisible(groupBySeller(mixed)), isThirdPartyCart(mixed)]).toEqual([true, true]);
    expect(isThirdPartyCart([line('d', 2, 'donation')])).toBe(false);
  });
});

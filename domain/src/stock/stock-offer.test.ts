import { describe, expect, test } from 'vitest';
import {
  findStockOffer,
  nextStockOfferChange,
  type OfferedProduct,
  type StockOffer,
  stockOfferText,
} from './stock-offer.ts';

describe('stock offer', () => {
  const startsAt = new Date('2026-11-01T00:00:00Z');
  const endsAt = new Date('2026-12-01T00:00:00Z');
  const now = new Date('2026-11-21T00:00:00Z');
  const bySku: StockOffer = { offerType: 'By SKU', offerTypeValue: 'TV-1', threshold: 3, startsAt, endsAt };
  const byCategory: StockOffer = { ...bySku, offerType: 'By Category ID', offerTypeValue: '1301', threshold: 10 };
  const product: OfferedProduct = { sku: 'TV-1', categoryIds: [1300, 1301], salableQuantity: 3 };

  test.each<[string, StockOffer[], Partial<OfferedProduct>, StockOffer | null]>([
    ['by SKU first', [byCategory, bySku], {}, bySku],
    ['by category', [byCategory], {}, byCategory],
    ['by category when the SKU differs', [bySku, byCategory], { sku: 'TV-2' }, byCategory],
    ['none for another category', [byCategory], { categoryIds: [13] }, null],
    ['none for another SKU', [bySku], { sku: 'TV-2' }, null],
    ['a SKU is no category id', [{ ...bySku, offerTypeValue: '1301' }], {}, null],
    ['a category id is no SKU', [{ ...byCategory, offerTypeValue: 'TV-1' }], {}, null],
    ['none without offers', [], {}, null],
    ['by category after the offer by SKU has ended', [{ ...bySku, endsAt: startsAt }, byCategory], {}, byCategory],
  ])('[CAT-17] the running offer: %s', (_, offers, different, expected) => {
    expect(findStockOffer(offers, { ...product, ...different }, now)).toEqual(expected);
  });

  test.each<[string, StockOffer[], string | null]>([
    ['2026-10-31T23:59:59.999Z', [bySku], '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T00:00:00Z', [bySku], '2026-12-01T00:00:00.001Z'],
    ['2026-12-01T00:00:00Z', [bySku], '2026-12-01T00:00:00.001Z'],
    ['2026-12-01T00:00:00.001Z', [bySku], null],
    ['2026-11-21T00:00:00Z', [{ ...byCategory, endsAt: now, startsAt }, bySku], '2026-11-21T00:00:00.001Z'],
    [
      '2026-11-21T00:00:00Z',
      [
        { ...bySku, offerTypeValue: 'TV-2' },
        { ...byCategory, offerTypeValue: '13' },
      ],
      null,
    ],
  ])('[CAT-17] finds the next start or end of an offer after %s', (at, offers, expected) => {
    expect(nextStockOfferChange(offers, product, new Date(at))?.toISOString() ?? null).toBe(expected);
  });

  test.each([
    ['2026-10-31T23:59:59.999Z', null],
    ['2026-11-01T00:00:00Z', 'Solo quedan 3 disponibles'],
    ['2026-12-01T00:00:00Z', 'Solo quedan 3 disponibles'],
    ['2026-12-01T00:00:00.001Z', null],
  ])('[CAT-16] the text at %s: %s', (moment, expected) => {
    expect(stockOfferText([bySku], product, new Date(moment))).toBe(expected);
  });

  test.each([
    [4, null],
    [3, 'Solo quedan 3 disponibles'],
    [1, 'Solo quedan 1 disponibles'],
    [0, null],
    [null, null],
  ])('[CAT-16] the text with %s left: %s', (salableQuantity, expected) => {
    expect(stockOfferText([bySku], { ...product, salableQuantity }, now)).toBe(expected);
  });

  test('[CAT-17] the offer by SKU has priority over the offer by category', () => {
    expect(stockOfferText([bySku, byCategory], { ...product, salableQuantity: 5 }, now)).toBeNull();
    expect(stockOfferText([], product, now)).toBeNull();
  });
});

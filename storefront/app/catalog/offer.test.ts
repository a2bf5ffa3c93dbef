import type { Product } from '@ceiba/contract/catalog';
import { fixedTags } from '@ceiba/domain/catalog/tags';
import { demoTerms } from '@ceiba/domain/testing/terms';
import { describe, expect, it } from 'vitest';
import { offerOf, withoutFlashTag } from './offer.ts';

const price = (value: number) => ({ value, currency: 'GTQ' as const });
const discount = { amountOff: 1, percentOff: 0, expirationDate: null, displayDiscount: false };

describe('the offer of a product page', () => {
  it.each<[string, Pick<Product, 'salesPrice' | 'regularPrice'>, string | null, string | null]>([
    [
      'a reduced price shows both prices',
      { salesPrice: price(1234.5), regularPrice: price(1300) },
      'Q1,234.50',
      'Q1,300.00',
    ],
    ['equal prices show one price', { salesPrice: price(100), regularPrice: price(100) }, 'Q100.00', null],
    ['a missing regular price shows one price', { salesPrice: price(100), regularPrice: null }, 'Q100.00', null],
    ['a missing price shows no price', { salesPrice: null, regularPrice: price(100) }, null, null],
  ])('%s', (_, prices, shown, struck) => {
    const offer = offerOf(
      { ...prices, status: 'IN_STOCK', tags: [], discount, lowStock: null, lealPoints: null },
      demoTerms,
    );
    expect([offer.price, offer.regularPrice]).toEqual([shown, struck]);
  });

  it('[DEC-22] shows a percentage only if the discount is displayed', () => {
    const of = (displayDiscount: boolean) =>
      offerOf(
        {
          tags: [],
          status: 'IN_STOCK',
          salesPrice: price(90),
          regularPrice: price(100),
          discount: { ...discount, percentOff: 10, displayDiscount },
          lowStock: null,
          lealPoints: null,
        },
        demoTerms,
      ).percent;
    expect([of(true), of(false)]).toEqual(['-10%', null]);
  });

  it.each([
    ['on sale here', 'IN_STOCK', true, true],
    ['sold out', 'OUT_OF_STOCK', true, false],
    ['sold in stores only', 'IN_STOCK', false, false],
  ] as const)(
    '[CAT-18, CAT-27] a product that is %s shows plans and points only if it can be bought',
    (_, status, isSold, isShown) => {
      const prices = { salesPrice: price(5000), regularPrice: null, discount: null };
      const offer = offerOf({ ...prices, status, tags: [], lowStock: null, lealPoints: '250' }, demoTerms, isSold);
      expect([offer.installments.length > 0, offer.points !== null]).toEqual([isShown, isShown]);
    },
  );

  it('[CAT-15] loses only the flash-sale tag when the sale ends', () => {
    const offer = offerOf(
      {
        tags: [fixedTags.flashSale, fixedTags.webExclusive],
        status: 'IN_STOCK',
        salesPrice: price(90),
        regularPrice: null,
        discount: null,
        lowStock: 3,
        lealPoints: null,
      },
      demoTerms,
    );
    expect(withoutFlashTag(offer)).toEqual({ ...offer, tags: [fixedTags.webExclusive] });
  });
});

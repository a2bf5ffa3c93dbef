import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Centavos, centavos } from '../money/money.ts';
import { anyAmount } from '../testing/lines.ts';
import { currentPrice, isFlashSaleActive, percentBadge, priceText, productDiscount, validUntilText } from './price.ts';

const standard = { percentOnReference: false };
const pricesOf = (regularPrice: Centavos, salesPrice: Centavos) => ({ regularPrice, salesPrice });

describe('discount', () => {
  test.each([
    [10_000, 10_000, 0, 0, false, null],
    [10_000, 8_500, 1_500, 15, true, '-15%'],
    [10_000, 9_951, 49, 0, false, null],
    [10_000, 9_950, 50, 1, true, '-1%'],
    [30_000, 19_999, 10_001, 33, true, '-33%'],
    [10_000, 0, 10_000, 100, true, '-100%'],
    [10_000, 10_001, 0, 0, false, null],
    [0, 0, 0, 0, false, null],
  ])('[DEC-76] [DEC-22] %d now %d', (regular, sales, amountOff, percentOff, displayDiscount, badge) => {
    const discount = productDiscount(pricesOf(centavos(regular), centavos(sales)), null, standard);
    expect(discount).toEqual({ amountOff, percentOff, expirationDate: null, displayDiscount });
    expect(percentBadge(discount)).toBe(badge);
  });

  test.each([
    [100, 80, 100, false, 20, true],
    [100, 90, 80, false, 10, false],
    [100, 80, 80, false, 20, false],
    [100, 79.99, 80, false, 20, true],
    [100, 70, 80, true, 13, true],
    [100, 80, 80, true, 0, false],
    [100, 80, null, true, 20, true],
  ])(
    '[PRICE-03] %d now %d, before %d: a discount shows only below the reference',
    (regular, sales, before, percentOnReference, percentOff, displayDiscount) => {
      const amount = (quetzales: number): Centavos => centavos(Math.round(quetzales * 100));
      const prices = {
        ...pricesOf(amount(regular), amount(sales)),
        reference: before === null ? null : amount(before),
      };
      expect(productDiscount(prices, null, { percentOnReference })).toMatchObject({ percentOff, displayDiscount });
    },
  );

  test('the percentage is between 0 and 100', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, (regular, sales) => {
        const { amountOff, percentOff } = productDiscount(pricesOf(regular, sales), null, standard);
        expect(amountOff).toBeGreaterThanOrEqual(0);
        expect(percentOff >= 0 && percentOff <= 100).toBe(true);
      }),
    );
  });

  const now = new Date('2026-11-21T18:00:00Z');
  test.each([
    [null, null],
    ['2026-11-21T17:59:59Z', null],
    ['2026-11-21T18:00:00Z', null],
    ['2026-11-21T18:00:01Z', 'Válido hasta el 21 de noviembre de 2026'],
    ['2026-12-01T05:59:59Z', 'Válido hasta el 30 de noviembre de 2026'],
    ['2026-12-01T06:00:00Z', 'Válido hasta el 30 de noviembre de 2026'],
    ['2026-12-01T06:00:01Z', 'Válido hasta el 1 de diciembre de 2026'],
  ])('[CAT-12] a discount until %s shows the text %s', (end, expected) => {
    expect(validUntilText(end === null ? null : new Date(end), now)).toBe(expected);
  });

  test('[APP-31] [CAT-11] a price shows as text, and the lower of price and sales price counts', () => {
    expect([priceText(null), priceText(centavos(0)), priceText(centavos(123_450))]).toEqual([
      'Precio no disponible',
      'Q0.00',
      'Q1,234.50',
    ]);
    expect(currentPrice(centavos(500), null)).toBe(500);
    expect(currentPrice(centavos(500), centavos(400))).toBe(400);
    expect(currentPrice(centavos(500), centavos(600))).toBe(500);
  });
});

describe('flash sale', () => {
  const sale = { startsAt: new Date('2026-11-21T10:00:00Z'), endsAt: new Date('2026-11-21T12:00:00Z') };

  test.each([
    ['2026-11-21T09:59:59.999Z', false],
    ['2026-11-21T10:00:00Z', true],
    ['2026-11-21T11:59:59.999Z', true],
    ['2026-11-21T12:00:00Z', false],
  ])('[DEC-27] [CAT-15] at %s active: %s', (now, expected) => {
    expect(isFlashSaleActive(sale, new Date(now))).toBe(expected);
  });
});

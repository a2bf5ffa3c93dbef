import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centavos, fromQuetzales, quetzales, subtract, zero } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { anyAmount } from '../testing/lines.ts';
import { readVectors } from '../testing/vectors.ts';
import { type DeliveryToPrice, deliveryFee, freeDeliveryProgress, freeDeliveryText } from './delivery-fee.ts';

interface MoneyVector {
  kind: string;
  grandTotal: string;
  discount: string;
  regionId: number;
  mode: string;
  expectedFee: string;
  expectedPercent: number;
  reached: boolean;
  note: string;
}

const vectors = readVectors<MoneyVector>('money-vectors.json');
const feeVectors = vectors.filter(({ kind }) => kind === 'delivery');
const progressVectors = vectors.filter(({ kind }) => kind === 'progress');

const read = (text: string) => {
  const amount = fromQuetzales(text);
  if (!amount.ok) throw new Error(text);
  return amount.value;
};

const order = (different: Partial<DeliveryToPrice> = {}): DeliveryToPrice => ({
  deliveryType: 'delivery',
  regionId: 485,
  deliveryBase: quetzales(150),
  isDigitalOnly: false,
  ...different,
});

describe('fee', () => {
  test('the vector file has twelve vectors', () => {
    expect(feeVectors).toHaveLength(12);
  });

  test.each(feeVectors)(
    '[DEL-22] [DEL-23] the fee equals the reference: $note',
    ({ grandTotal, discount, regionId, mode, expectedFee }) => {
      const deliveryBase = subtract(read(grandTotal), read(discount));
      const deliveryType = mode === 'pickup' ? 'storepickup' : 'delivery';
      expect(deliveryFee(order({ deliveryBase, regionId, deliveryType }), defaultShopPolicy)).toBe(read(expectedFee));
    },
  );

  test.each<[string, Partial<DeliveryToPrice>, number]>([
    ['no address yet', { regionId: null }, 0],
    ['a digital cart', { isDigitalOnly: true, regionId: 488 }, 0],
    ['an address, no method yet', { deliveryType: null }, 3_000],
    ['outside, no method yet', { deliveryType: null, regionId: 486 }, 7_500],
  ])('[DEC-102] %s', (_, different, expected) => {
    expect(deliveryFee(order(different), defaultShopPolicy)).toBe(expected);
  });

  test('[CONST-36] amounts come from the policy', () => {
    const policy = {
      freeDeliveryThreshold: quetzales(200),
      homeRegionFee: quetzales(10),
      otherRegionFee: quetzales(20),
    };
    const fees = [485, 493].map((regionId) => deliveryFee(order({ regionId }), policy));
    expect(fees).toEqual([1_000, 2_000]);
    expect(deliveryFee(order({ deliveryBase: quetzales(200) }), policy)).toBe(0);
  });
});

describe('progress to free delivery', () => {
  test('the vector file has eight vectors', () => {
    expect(progressVectors).toHaveLength(8);
  });

  test.each(progressVectors)(
    '[CART-15] [DIF-22] the progress at $grandTotal equals the reference',
    ({ grandTotal, discount, expectedPercent, reached }) => {
      const progress = freeDeliveryProgress(subtract(read(grandTotal), read(discount)), null, defaultShopPolicy);
      expect(progress.percent).toBeCloseTo(expectedPercent, 9);
      expect(progress.isReached).toBe(reached);
    },
  );

  test.each([
    [0, 'Te faltan Q1,000.00 para obtener envío gratis'],
    [99_999, 'Te faltan Q0.01 para obtener envío gratis'],
    [100_000, '¡Tu envío es gratis!'],
    [100_001, '¡Tu envío es gratis!'],
  ])('[DEC-30] at %d centavos the text is %s', (base, text) => {
    const progress = freeDeliveryProgress(centavos(base), null, defaultShopPolicy);
    expect(progress.text).toBe(text);
    expect(progress.note).toBe('Aplica para el departamento de Guatemala');
  });

  test.each([
    [100_000, 485, 'Con tu ubicación actual'],
    [100_000, 501, null],
    [100_000, null, 'Gratis en el departamento de Guatemala'],
    [99_999, null, null],
    [99_999, 485, null],
  ])('at %d centavos in region %s the note about the reached threshold is shown: %s', (base, regionId, placeNote) => {
    expect(freeDeliveryProgress(centavos(base), regionId, defaultShopPolicy).placeNote).toBe(placeNote);
  });

  test.each([0, 99_999, 100_000])('outside the home region at %d the fee there shows, and nothing is free', (base) => {
    const policy = { ...defaultShopPolicy, otherRegionFee: centavos(8_000) };
    expect(freeDeliveryProgress(centavos(base), 501, policy)).toMatchObject({
      text: 'Envío a tu ubicación: Q80.00',
      note: 'El envío gratis aplica para el departamento de Guatemala',
    });
  });

  test.each([
    [null, 'Gratis en el departamento de Guatemala'],
    [485, 'Envío gratis'],
    [501, 'Envío Q75.00'],
  ])('the text about delivery that is free in Guatemala, for region %s: %s', (regionId, text) => {
    expect(freeDeliveryText(regionId, defaultShopPolicy)).toBe(text);
  });

  test('a threshold of zero is reached immediately', () => {
    const policy = { ...defaultShopPolicy, freeDeliveryThreshold: zero };
    expect(freeDeliveryProgress(zero, null, policy)).toMatchObject({ percent: 98, isReached: true });
  });

  test('[CONST-34] grows with the base and never passes 98', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, (a, b) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        const percents = [
          freeDeliveryProgress(low, null, defaultShopPolicy).percent,
          freeDeliveryProgress(high, null, defaultShopPolicy).percent,
        ];
        expect(percents[0]).toBeLessThanOrEqual(percents[1] ?? 0);
        expect(percents[1]).toBeLessThanOrEqual(98);
      }),
    );
  });
});

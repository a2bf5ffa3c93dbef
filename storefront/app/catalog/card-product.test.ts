import type { Product } from '@ceiba/contract/catalog';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { describe, expect, it } from 'vitest';
import { gtq, sampleProduct } from '../testing/samples.ts';
import { cardProduct } from './card-product.ts';

const now = new Date('2026-11-21T12:00:00-06:00');

/** A product whose price is below the limit for free delivery. */
const product = (over: Partial<Product> = {}): Product => sampleProduct({ salesPrice: gtq(999.99), ...over });

const thousand = { salesPrice: gtq(1_000) };

describe('the delivery line of a card', () => {
  it.each<[string, Partial<Product>, string | undefined]>([
    ['[CONST-35] below the threshold it can be picked up', {}, 'Recoge gratis'],
    ['[CONST-35] at the threshold it is delivered free', thousand, 'Gratis en el departamento de Guatemala'],
    ['[DEC-97] a third party below the threshold promises nothing', { is3p: true }, undefined],
    ['[DEC-97] a web exclusive below the threshold promises nothing', { dropshipping: true }, undefined],
    [
      '[DEC-89] a restricted product is picked up, whatever it costs',
      { ...thousand, restricted: true },
      'Recoge gratis',
    ],
    [
      '[CAT-23] a virtual gift card arrives today',
      { internalTags: ['gift_card_virtual'], salableQuantity: null },
      'Hoy mismo',
    ],
    ['[DEC-84] [APP-30] a service arrives today, too', { salableQuantity: null }, 'Hoy mismo'],
    [
      'a visit is named as a visit, without "today"',
      { salableQuantity: null, visit: { days: 4, coverage: [] } },
      'Visita a domicilio',
    ],
    [
      '[CAT-24] a motorcycle that its button refuses promises no pickup',
      { motorcycle: true, restricted: true },
      'Disponible solo en tienda',
    ],
    [
      '[APP-29] a presale without a date is available soon',
      { ...thousand, presale: { deliveryDate: null } },
      'Próximamente',
    ],
    [
      '[CAT-21] a presale shows its date',
      { presale: { deliveryDate: '2027-01-15' } },
      'Disponible a partir del 15 de enero de 2027',
    ],
    ['[CAT-10] a sold-out product has no delivery line', { ...thousand, status: 'OUT_OF_STOCK' }, undefined],
    ['[CAT-11] a product without a price has no delivery line', { salesPrice: null }, undefined],
  ])('%s', (_, over, expected) => {
    expect(cardProduct(product(over), now, defaultShopPolicy).deliveryHint?.text).toBe(expected);
  });
});

describe('[CAT-12] "Válido hasta el"', () => {
  const until = (expirationDate: string | null) =>
    cardProduct(
      product({ discount: { amountOff: 1, percentOff: 1, expirationDate, displayDiscount: true } }),
      now,
      defaultShopPolicy,
    ).validUntil;

  it.each([
    ['2026-11-21T12:00:01-06:00', 'Válido hasta el 21 de noviembre de 2026'],
    ['2026-11-21T12:00:00-06:00', null],
    [null, null],
  ])('%s → %s', (expirationDate, expected) => {
    expect(until(expirationDate)).toBe(expected);
  });
});

import { expect, test } from 'vitest';
import { buyAgain, type ProductNow } from './buy-again.ts';

const product: ProductNow = {
  isOutOfStock: false,
  hasPrice: true,
  isMotorcycle: false,
  isThirdParty: false,
  offerId: null,
  isGiftCard: false,
  salableQuantity: 5,
};

test.each<[string, number, Partial<ProductNow> | null, number, string | null]>([
  ['on the shelf', 4, {}, 4, null],
  ['the last units', 5, {}, 5, null],
  ['fewer than ordered', 6, {}, 5, 'Agregamos 5 de 6: no quedan más.'],
  ['without a limit', 900, { salableQuantity: null }, 900, null],
  ['gone from the shop', 1, null, 0, 'Ya no lo vendemos.'],
  ['sold out', 1, { isOutOfStock: true, salableQuantity: 0 }, 0, 'Está agotado.'],
  ['without a price', 1, { hasPrice: false }, 0, 'No disponible.'],
  ['a motorcycle', 1, { isMotorcycle: true }, 0, 'Disponible solo en tienda.'],
  ['a third party’s without offer', 1, { isThirdParty: true }, 0, 'Su vendedor no lo ofrece en este momento.'],
  ['a third party’s with offer', 1, { isThirdParty: true, offerId: 'o-1' }, 1, null],
  ['a gift card', 1, { isGiftCard: true }, 0, 'Cómprala desde su página: hay que escribir de nuevo para quién es.'],
])('an order bought again: %s', (_, ordered, different, quantity, why) => {
  const now = different && { ...product, ...different };
  expect(buyAgain(ordered, now, false)).toEqual({ quantity, why });
});

test('a motorcycle can be bought if the flag allows it', () => {
  expect(buyAgain(1, { ...product, isMotorcycle: true }, true)).toEqual({ quantity: 1, why: null });
});

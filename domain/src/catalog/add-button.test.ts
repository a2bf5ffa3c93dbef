import { describe, expect, test } from 'vitest';
import { type AddableProduct, addButton, addFailureTexts, isOfferMissing } from './add-button.ts';

describe('adding', () => {
  const product: AddableProduct = {
    isOutOfStock: false,
    hasPrice: true,
    isMotorcycle: false,
    isThirdParty: false,
    offerId: null,
  };

  test.each<[string, Partial<AddableProduct>, boolean, string, boolean]>([
    ['[DEC-47] in stock', {}, false, 'Agregar al carrito', false],
    ['[CAT-10] out of stock', { isOutOfStock: true }, true, 'No disponible', true],
    ['[CAT-11] without price', { hasPrice: false }, true, 'No disponible', true],
    ['[CAT-24] motorcycle, flag off', { isMotorcycle: true }, false, 'Disponible solo en tienda', true],
    ['[CAT-24] motorcycle, flag on', { isMotorcycle: true }, true, 'Agregar al carrito', false],
    ['[CAT-10] sold-out motorcycle', { isMotorcycle: true, isOutOfStock: true }, false, 'No disponible', true],
  ])('%s', (_, different, flag, label, isDisabled) => {
    expect(addButton({ ...product, ...different }, flag)).toEqual({ label, isDisabled });
  });

  test.each([
    ['own product', { isThirdParty: false, offerId: null }, false],
    ['third party with offer', { isThirdParty: true, offerId: 'o' }, false],
    ['third party without offer', { isThirdParty: true, offerId: null }, true],
    ['third party with an empty offer', { isThirdParty: true, offerId: '' }, true],
  ])('[CAT-26] %s', (_, product, expected) => {
    expect(isOfferMissing(product)).toBe(expected);
  });

  test('a product that cannot be added has the documented texts', () => {
    expect(addFailureTexts.other).toBe('No se ha podido agregar el producto al carrito');
    expect(addFailureTexts.panelTitle).toBe('Intenta con otro producto');
    expect(addFailureTexts.panelMessage).toBe('No se pudo añadir al carrito. Intenta con un producto diferente.');
  });
});

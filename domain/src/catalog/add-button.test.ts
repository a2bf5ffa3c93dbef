import { describe, expect, test } from 'vitest';
import { addButton, addFailureTexts, addObstacle, type ProductToAdd } from './add-button.ts';

describe('adding', () => {
  const product: ProductToAdd = {
    isOutOfStock: false,
    hasPrice: true,
    isMotorcycle: false,
    isThirdParty: false,
    offerId: null,
  };

  test.each<[string, Partial<ProductToAdd>, boolean, string, boolean]>([
    ['[DEC-47] in stock', {}, false, 'Agregar al carrito', false],
    ['[CAT-10] out of stock', { isOutOfStock: true }, true, 'No disponible', true],
    ['[CAT-11] without price', { hasPrice: false }, true, 'No disponible', true],
    ['[CAT-24] motorcycle, flag off', { isMotorcycle: true }, false, 'Disponible solo en tienda', true],
    ['[CAT-24] motorcycle, flag on', { isMotorcycle: true }, true, 'Agregar al carrito', false],
    ['[CAT-10] sold-out motorcycle', { isMotorcycle: true, isOutOfStock: true }, false, 'No disponible', true],
  ])('%s', (_, different, flag, label, isDisabled) => {
    expect(addButton({ ...product, ...different }, flag)).toEqual({ label, isDisabled });
  });

  test.each<[string, Partial<ProductToAdd>, string | null, string | null]>([
    ['own product', {}, 'cart', null],
    ['no cart', {}, null, 'Cart ID is null'],
    ['third party with offer', { isThirdParty: true, offerId: 'o' }, 'cart', null],
    ['third party without offer', { isThirdParty: true }, 'cart', 'Seller offerId is null'],
    ['third party with an empty offer', { isThirdParty: true, offerId: '' }, null, 'Seller offerId is null'],
  ])('[CAT-26] %s', (_, different, cartId, expected) => {
    expect(addObstacle({ ...product, ...different }, cartId)).toBe(expected);
  });

  test('texts', () => {
    expect(addFailureTexts.other).toBe('No se ha podido agregar el producto al carrito');
    expect(addFailureTexts.panelTitle).toBe('Intenta con otro producto');
    expect(addFailureTexts.panelMessage).toBe('No se pudo añadir al carrito. Intenta con un producto diferente.');
  });
});

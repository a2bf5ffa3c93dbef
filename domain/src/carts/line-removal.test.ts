import { expect, test } from 'vitest';
import { stockedLine } from '../testing/lines.ts';
import type { StockedLine } from './cart-line.ts';
import {
  goToPayLabel,
  hasLineToDeliver,
  hasLineToRemove,
  isGoToPayDisabled,
  mustBeRemoved,
  removalTexts,
} from './line-removal.ts';

test.each<[string, Partial<StockedLine>, boolean]>([
  ['in stock', {}, false],
  ['on sale', { onSale: true }, true],
  ['out of stock', { status: 'OUT_OF_STOCK' }, true],
  ['more units than the stock', { quantity: 5, salableQuantity: 4 }, true],
  ['as many units as the stock', { quantity: 5, salableQuantity: 5 }, false],
  ['gift card', { kind: 'gift_card', onSale: true, salableQuantity: 0 }, false],
  ['a withdrawn gift card', { kind: 'gift_card', status: 'OUT_OF_STOCK', salableQuantity: 0 }, true],
  ['service', { kind: 'service', salableQuantity: 0 }, false],
  ['a withdrawn service', { kind: 'service', status: 'OUT_OF_STOCK' }, true],
  ['donation', { kind: 'donation', salableQuantity: 0 }, false],
])('[CART-19] whether a line must be removed: %s', (_, different, expected) => {
  const line = stockedLine(different);
  expect(mustBeRemoved(line)).toBe(expected);
  expect(hasLineToRemove([stockedLine(), line])).toBe(expected);
});

test('[CART-09] [CART-11] [CART-17] a line that must be removed has the documented texts', () => {
  expect(removalTexts.title).toBe('Producto no disponible');
  expect(removalTexts.message).toBe('Elimina este producto para poder realizar tu compra');
  expect(goToPayLabel(true)).toBe('Producto no disponible, elimínalo para continuar');
  expect(goToPayLabel(false)).toBe('Ir a pagar');
});

test.each([
  ['ready', false, [stockedLine()], false, false],
  ['loading', true, [stockedLine()], false, true],
  ['empty', false, [], false, true],
  ['an item with a problem', false, [stockedLine()], true, true],
  ['a line to remove', false, [stockedLine({ onSale: true })], false, true],
])('[CART-10] whether the button is disabled: %s', (_, isLoading, lines, hasProblem, expected) => {
  expect(isGoToPayDisabled({ isLoading, lines, hasProblem })).toBe(expected);
});

test.each<[string, StockedLine[], boolean]>([
  ['nothing', [], false],
  ['a product', [stockedLine()], true],
  ['a product to remove', [stockedLine({ status: 'OUT_OF_STOCK' })], false],
  ['a product to remove, and another product', [stockedLine({ onSale: true }), stockedLine()], true],
  ['lines without a delivery', [stockedLine({ kind: 'gift_card' }), stockedLine({ kind: 'donation' })], false],
])('[CART-15] the cart has something to deliver: %s', (_, lines, expected) => {
  expect(hasLineToDeliver(lines)).toBe(expected);
});

import { expect, test } from 'vitest';
import { isBackInStock, isRestockOffered, restockTexts } from './restock.ts';

test.each([
  [null, false],
  [0, true],
  [1, false],
])('[RST-01] %s left: offered %s', (salableQuantity, expected) => {
  expect(isRestockOffered(salableQuantity)).toBe(expected);
});

test.each([
  [0, 1, true],
  [0, 0, false],
  [1, 2, false],
  [1, 0, false],
])('[RST-02] from %d to %d: back %s', (before, after, expected) => {
  expect(isBackInStock(before, after)).toBe(expected);
});

test('texts', () => {
  expect(restockTexts).toEqual({
    button: 'Notifícame cuando esté disponible',
    subscribed: 'Te avisaremos cuando el producto esté disponible.',
  });
});

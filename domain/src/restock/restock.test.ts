import { expect, test } from 'vitest';
import { isRestockOffered, restockTexts } from './restock.ts';

test.each([
  [null, false],
  [0, true],
  [1, false],
])('[RST-01] with %s left, the button is offered: %s', (salableQuantity, expected) => {
  expect(isRestockOffered(salableQuantity)).toBe(expected);
});

test('the restock button has the documented texts', () => {
  expect(restockTexts).toEqual({
    button: 'Notifícame cuando esté disponible',
    subscribed: 'Te avisaremos cuando el producto esté disponible.',
  });
});

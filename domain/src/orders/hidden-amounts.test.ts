import { expect, test } from 'vitest';
import { centavos, formatQ } from '../money/money.ts';
import { hideAmounts } from './hidden-amounts.ts';

test.each([5, 99, 100, 12_345, 1_234_567_89])('removes an amount of %d centavos from a text', (amount) => {
  expect(hideAmounts(`Te envió ${formatQ(centavos(amount))} por el pedido 100000123`)).toBe(
    'Te envió Q… por el pedido 100000123',
  );
});

test('a text without amounts does not change', () => {
  expect(hideAmounts('Quetzales de TV-55Q, talla Q')).toBe('Quetzales de TV-55Q, talla Q');
});

import { expect, test } from 'vitest';
import { stockedLine } from '../testing/lines.ts';
import { afterRemovalTexts, unitsToAddAgain } from './after-removal.ts';

test.each([
  ['more stock than the line had', 9, 0, 5],
  ['as much stock as the line had', 5, 0, 5],
  ['less stock than the line had', 3, 0, 3],
  ['less stock, of which another line has one unit', 3, 1, 2],
  ['as much stock as the other line has', 3, 3, 0],
  ['less stock than the other line has', 3, 4, 0],
])(
  '[CART-19] after five units of a line were removed, the units to add again with %s',
  (_, salableQuantity, inOtherLines, left) => {
    expect(unitsToAddAgain(stockedLine({ quantity: 5, salableQuantity }), inOtherLines)).toBe(left);
  },
);

test('[CART-19] a sold-out or withdrawn product has no units to add, even if stock is left', () => {
  expect(unitsToAddAgain(stockedLine({ quantity: 5, salableQuantity: 9, status: 'OUT_OF_STOCK' }), 0)).toBe(0);
});

test('one unit has the singular text', () => {
  expect([afterRemovalTexts.left(1), afterRemovalTexts.left(3)]).toEqual(['Queda 1: agregar 1', 'Quedan 3: agregar 3']);
  expect(afterRemovalTexts.fewer(1, 5).title).toBe('Queda 1');
});

import { describe, expect, test } from 'vitest';
import { checkAdd, checkQuantity, lineLimit, mergedQuantity, quantityOptions } from './cart-limits.ts';

describe('limits', () => {
  const tooMuch = { ok: false, error: { code: 'CART_QUANTITY_LIMIT', limit: 10 } };
  test.each([
    [0, tooMuch],
    [1, { ok: true, value: 1 }],
    [10, { ok: true, value: 10 }],
    [11, tooMuch],
    [1.5, tooMuch],
    [Number.NaN, tooMuch],
  ])('[DEC-73] quantity %d', (quantity, expected) => {
    expect(checkQuantity(quantity)).toEqual(expected);
  });

  test.each([
    [4, 5, 9],
    [5, 5, 10],
    [6, 5, 10],
  ])('[DEC-54] [DEC-73] %d and %d make %d', (existing, added, expected) => {
    expect(mergedQuantity(existing, added)).toBe(expected);
  });

  test.each([
    ['a new line', { quantity: 3, existingQuantity: null, lineCount: 49 }, { ok: true, value: 3 }],
    [
      'the 51st line',
      { quantity: 3, existingQuantity: null, lineCount: 50 },
      { ok: false, error: { code: 'CART_LINE_LIMIT', limit: 50 } },
    ],
    ['more of a line in a full cart', { quantity: 3, existingQuantity: 4, lineCount: 50 }, { ok: true, value: 7 }],
    ['more than fits', { quantity: 3, existingQuantity: 9, lineCount: 1 }, { ok: true, value: 10 }],
    ['a bad quantity for a new line', { quantity: 11, existingQuantity: null, lineCount: 0 }, tooMuch],
    ['a bad quantity for a line', { quantity: 0, existingQuantity: 1, lineCount: 0 }, tooMuch],
  ])('[DEC-73] %s', (_, add, expected) => {
    expect(checkAdd(add)).toEqual(expected);
  });

  test('[CART-06] [CONST-29] [DEC-72] [CONST-07] constants', () => {
    expect(quantityOptions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(lineLimit).toBe(50);
  });
});

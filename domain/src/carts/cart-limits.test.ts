import { describe, expect, test } from 'vitest';
import { checkQuantity, mergedQuantity, quantityOptions } from './cart-limits.ts';

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
    [null, 10],
    [11, 10],
    [10, 10],
    [9, 9],
    [1, 1],
    [0, 1],
  ])('[CONST-29] of %s units: up to %d', (salable, last) => {
    expect(quantityOptions(salable)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  });
});

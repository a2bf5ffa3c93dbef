import { describe, expect, test } from 'vitest';
import { checkQuantity, quantityOptions } from './cart-limits.ts';

describe('limits', () => {
  const tooMuch = { ok: false, error: { code: 'CART_QUANTITY_LIMIT', limit: 10 } };
  test.each([
    [0, tooMuch],
    [1, { ok: true, value: 1 }],
    [10, { ok: true, value: 10 }],
    [11, tooMuch],
    [1.5, tooMuch],
    [Number.NaN, tooMuch],
  ])('[DEC-73] the quantity %d is checked as %j', (quantity, expected) => {
    expect(checkQuantity(quantity)).toEqual(expected);
  });

  test.each([
    [null, 10],
    [11, 10],
    [10, 10],
    [9, 9],
    [1, 1],
    [0, 1],
  ])('[CONST-29] with %s units the dropdown goes up to %d', (salable, last) => {
    expect(quantityOptions(salable)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  });
});

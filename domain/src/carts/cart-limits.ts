import { ok, type Result, refuse } from '../result.ts';

/** DEC-73; the quantity dropdown shows 1 to 10 (CONST-29). */
export const lineLimit = 50;
export const quantityLimit = 10;

/** Quantities of the dropdown: 1 to 10, fewer when fewer can be sold, at least 1 (CONST-29). `salable` null = no stock limit. */
export const quantityOptions = (salable: number | null): number[] =>
  Array.from({ length: Math.min(quantityLimit, Math.max(1, salable ?? quantityLimit)) }, (_, index) => index + 1);

export type CartLimitRefusal = { code: 'CART_QUANTITY_LIMIT'; limit: number };

/** Accepts a quantity for one line: an integer 1 to 10 (DEC-73). */
export const checkQuantity = (quantity: number): Result<number, CartLimitRefusal> =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= quantityLimit
    ? ok(quantity)
    : refuse({ code: 'CART_QUANTITY_LIMIT', limit: quantityLimit });

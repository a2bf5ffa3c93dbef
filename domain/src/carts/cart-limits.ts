import { ok, type Result, refuse } from '../result.ts';

/** Maximum number of lines in a cart, and of units in a line (DEC-73). */
export const lineLimit = 50;
export const quantityLimit = 10;

/**
 * Returns the quantities of the dropdown: 1 to 10, or fewer if fewer units are salable, but always 1 (CONST-29).
 * `salable` is null if there is no limit.
 */
export const quantityOptions = (salable: number | null): number[] =>
  Array.from({ length: Math.min(quantityLimit, Math.max(1, salable ?? quantityLimit)) }, (_, index) => index + 1);

export type CartLimitRefusal = { code: 'CART_QUANTITY_LIMIT'; limit: number };

/** Accepts the quantity of a line: an integer from 1 to 10 (DEC-73). */
export const checkQuantity = (quantity: number): Result<number, CartLimitRefusal> =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= quantityLimit
    ? ok(quantity)
    : refuse({ code: 'CART_QUANTITY_LIMIT', limit: quantityLimit });

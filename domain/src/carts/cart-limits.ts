import { ok, type Result, refuse } from '../result.ts';

/** DEC-73; the quantity dropdown shows 1 to 10 (CONST-29). */
export const lineLimit = 50;
export const quantityLimit = 10;

export const quantityOptions: readonly number[] = Array.from({ length: quantityLimit }, (_, index) => index + 1);

export type CartLimitRefusal =
  | { code: 'CART_LINE_LIMIT'; limit: number }
  | { code: 'CART_QUANTITY_LIMIT'; limit: number };

/** A quantity for one line: an integer 1 to 10 (DEC-73). */
export const checkQuantity = (quantity: number): Result<number, CartLimitRefusal> =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= quantityLimit
    ? ok(quantity)
    : refuse({ code: 'CART_QUANTITY_LIMIT', limit: quantityLimit });

/** Two quantities of the same sku, offer and warranty: summed, at most 10 (DEC-54, DEC-73). */
export const mergedQuantity = (existing: number, added: number): number => Math.min(quantityLimit, existing + added);

export interface LineToAdd {
  quantity: number;
  /** Quantity of the line with the same sku, offer and warranty; null when it would be a new line. */
  existingQuantity: number | null;
  /** Lines in the cart, without the donation. */
  lineCount: number;
}

/** The quantity the line has afterwards (DEC-73). */
export function checkAdd(add: LineToAdd): Result<number, CartLimitRefusal> {
  const quantity = checkQuantity(add.quantity);
  if (!quantity.ok || add.existingQuantity !== null) {
    return quantity.ok ? ok(mergedQuantity(add.existingQuantity ?? 0, add.quantity)) : quantity;
  }
  return add.lineCount < lineLimit ? quantity : refuse({ code: 'CART_LINE_LIMIT', limit: lineLimit });
}

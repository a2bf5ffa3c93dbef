import type { StockedLine } from '@ceiba/domain/carts/cart-line';
import type { CartToPlace } from '@ceiba/domain/carts/readiness';
import type { LineFacts, PricedCart, StoredCart } from './cart-snapshot.ts';

/**
 * The lines as the stock rules see them. Lines of one product share its stock: each sees what the others leave
 * (DEC-81), so that two lines which only fit alone are both told.
 */
export function stockedLines(stored: StoredCart<LineFacts>): (StockedLine & { lineId: string })[] {
  return stored.lines.map((line) => ({
    lineId: line.id,
    kind: line.kind,
    quantity: line.quantity,
    status: line.status,
    salableQuantity: (line.salableQuantity ?? Number.MAX_SAFE_INTEGER) - unitsOfOtherLines(stored, line),
    onSale: line.onSale,
  }));
}

const unitsOfOtherLines = (stored: StoredCart<LineFacts>, line: LineFacts): number =>
  stored.lines.reduce(
    (units, other) => (other.productId === line.productId && other.id !== line.id ? units + other.quantity : units),
    0,
  );

/** What the readiness checks ask (DEC-135). */
export const toPlace = (cart: PricedCart): CartToPlace => ({
  lines: stockedLines(cart),
  email: cart.email,
  shippingMethod: cart.shippingMethod,
  storeCode: cart.shippingAddress?.storeCode ?? null,
  billing: cart.billingAddress,
  hasPaymentMethod: cart.paymentMethod !== null,
  isEmployee: cart.isEmployee,
  grandTotal: cart.totals.grandTotal,
});

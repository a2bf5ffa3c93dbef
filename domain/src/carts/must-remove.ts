import type { StockedLine } from './cart-line.ts';

/** A product's time-limited price: active from `startsAt` up to, not including, `endsAt` (DEC-27). */
export interface SaleWindow {
  startsAt: Date;
  endsAt: Date;
}

/**
 * `onSale` of a line (DEC-80): a flash sale that runs now began after the line was added, so its price must be taken
 * through the offers. A line added during the sale is not flagged, and none is once the sale is over.
 */
export function isOnSaleSinceAdded(addedAt: Date, sale: SaleWindow | null, now: Date): boolean {
  return sale !== null && sale.startsAt > addedAt && sale.startsAt <= now && now < sale.endsAt;
}

/** CART-19: `productNeedsToBeRemovedFromCart`. Digital lines have no stock limit (DEC-81), a donation has no stock. */
export function mustBeRemoved(line: StockedLine): boolean {
  if (line.kind !== 'product') return false;
  return line.onSale || line.status === 'OUT_OF_STOCK' || line.salableQuantity < line.quantity;
}

export const hasLineToRemove = (lines: readonly StockedLine[]): boolean => lines.some(mustBeRemoved);

/** CART-17, CAT-19. */
export const removalTexts = {
  title: 'Producto no disponible',
  message: 'Elimina este producto para poder realizar tu compra',
  button: 'Producto no disponible, elimínalo para continuar',
} as const;

/** CART-09, CART-11. */
export const goToPayLabel = (mustRemove: boolean): string => (mustRemove ? removalTexts.button : 'Ir a pagar');

/** CART-10: `hasProblem` = an item whose last change failed. */
export const isGoToPayDisabled = (cart: {
  isLoading: boolean;
  lines: readonly StockedLine[];
  hasProblem: boolean;
}): boolean => cart.isLoading || cart.hasProblem || cart.lines.length === 0 || hasLineToRemove(cart.lines);

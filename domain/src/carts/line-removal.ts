import type { StockedLine } from './cart-line.ts';

/** True for a line of any kind that is sold out, withdrawn or without a price. Nobody can buy such a line. */
export const isUnavailable = (line: StockedLine): boolean => line.kind !== 'donation' && line.status === 'OUT_OF_STOCK';

/**
 * Returns whether a line has to be removed (CART-19: `productNeedsToBeRemovedFromCart`). Digital lines have no stock limit (DEC-81), but
 * have to be removed once they are no longer published or have lost their price. A donation never has to be removed.
 */
export function mustBeRemoved(line: StockedLine): boolean {
  if (isUnavailable(line)) return true;
  return line.kind === 'goods' && (line.onSale || line.salableQuantity < line.quantity);
}

export const hasLineToRemove = (lines: readonly StockedLine[]): boolean => lines.some(mustBeRemoved);

/** Returns whether some line can be bought now and needs delivery. Only then the page shows the bar of free delivery (CART-15). */
export const hasLineToDeliver = (lines: readonly StockedLine[]): boolean =>
  lines.some((line) => line.kind === 'goods' && !mustBeRemoved(line));

/** Texts about lines that have to be removed (CART-17, CAT-19). */
export const removalTexts = {
  title: 'Producto no disponible',
  message: 'Elimina este producto para poder realizar tu compra',
  button: 'Producto no disponible, elimínalo para continuar',
} as const;

/** Texts of an empty cart (CART-18, DEC-31). */
export const emptyCartTexts = { title: 'Tu carrito está vacío', link: 'Seguir comprando' } as const;

/** Texts of the alert `cart-alerts` (CART-21, CART-26). */
export const cartAlertTexts = {
  quantityTitle: 'Cantidad de producto no disponible',
  quantityMessage: 'Ajusta la cantidad o intenta mas tarde.',
  cartTitle: 'Error de Carrito',
  cartMessage: 'No se ha podido identificar el carrito de compras.',
} as const;

/** Milliseconds for which a removal can be undone (DEC-215). */
export const undoRemovalMs = 8_000;

export const undoRemovalTexts = {
  undo: 'Deshacer',
  failed: { title: 'No pudimos devolver el producto a tu carrito', message: 'Agrégalo de nuevo desde su página.' },
} as const;

/** Returns the label of the button that leads to payment, or to the removal of lines (CART-09, CART-11). */
export const goToPayLabel = (mustRemove: boolean): string => (mustRemove ? removalTexts.button : 'Ir a pagar');

/**
 * Returns whether the button is disabled (CART-10). `isLoading`: the cart or a change to it is loading. `hasProblem`: an item cannot be
 * bought.
 */
export const isGoToPayDisabled = (cart: {
  isLoading: boolean;
  lines: readonly StockedLine[];
  hasProblem: boolean;
}): boolean => cart.isLoading || cart.hasProblem || cart.lines.length === 0 || hasLineToRemove(cart.lines);

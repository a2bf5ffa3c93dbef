/** Texts of the restock button (DEC-143). */
export const restockTexts = {
  button: 'Notifícame cuando esté disponible',
  subscribed: 'Te avisaremos cuando el producto esté disponible.',
} as const;

/**
 * Returns whether the button is offered: while nothing can be sold (RST-01). Null means no stock limit, so the button
 * is never offered.
 */
export const isRestockOffered = (salableQuantity: number | null): boolean => salableQuantity === 0;

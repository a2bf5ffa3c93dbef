/** DEC-143. */
export const restockTexts = {
  button: 'Notifícame cuando esté disponible',
  subscribed: 'Te avisaremos cuando el producto esté disponible.',
} as const;

/** The button shows while nothing can be sold (RST-01). Null = no stock limit: the button never shows. */
export const isRestockOffered = (salableQuantity: number | null): boolean => salableQuantity === 0;

/** DEC-143. */
export const restockTexts = {
  button: 'Notifícame cuando esté disponible',
  subscribed: 'Te avisaremos cuando el producto esté disponible.',
} as const;

/** The button shows while there is nothing to sell (RST-01); null = no stock limit, so never. */
export const isRestockOffered = (salableQuantity: number | null): boolean => salableQuantity === 0;

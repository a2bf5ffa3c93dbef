/** Notices asked for with one e-mail and no account, in a day: whoever types it may not be its reader. */
export const restockEmailsPerDay = 10;

/** DEC-143; guests may also give an e-mail alone. */
export const restockTexts = {
  button: 'Notifícame cuando esté disponible',
  subscribed: 'Te avisaremos cuando el producto esté disponible.',
  byEmail: 'Avísame solo por correo',
  tooMany: `Con este correo ya se pidieron ${restockEmailsPerDay} avisos hoy. Intenta de nuevo mañana.`,
} as const;

/** The button shows while there is nothing to sell (RST-01); null = no stock limit, so never. */
export const isRestockOffered = (salableQuantity: number | null): boolean => salableQuantity === 0;

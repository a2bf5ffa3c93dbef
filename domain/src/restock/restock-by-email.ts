/** Notices asked for with one e-mail and no account, in a day: whoever types it may not be its reader. */
export const restockEmailsPerDay = 10;

/** For guests, who may give an e-mail alone. */
export const restockByEmailTexts = {
  button: 'Avísame solo por correo',
  tooMany: `Con este correo ya se pidieron ${restockEmailsPerDay} avisos hoy. Intenta de nuevo mañana.`,
} as const;

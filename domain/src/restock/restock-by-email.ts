/** Restock notices a day for one e-mail without an account: the person who types the address may not own it. */
export const restockEmailsPerDay = 10;

/** For guests, who may give only an e-mail. */
export const restockByEmailTexts = {
  button: 'Avísame solo por correo',
  tooMany: `Con este correo ya se pidieron ${restockEmailsPerDay} avisos hoy. Intenta de nuevo mañana.`,
} as const;

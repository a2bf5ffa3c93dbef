/** Maximum number of restock notices per day for an e-mail without an account. The person who types the address may not own it. */
export const restockEmailsPerDay = 10;

/** Texts for guests, who need only an e-mail. */
export const restockByEmailTexts = {
  button: 'Avísame solo por correo',
  tooMany: `Con este correo ya se pidieron ${restockEmailsPerDay} avisos hoy. Intenta de nuevo mañana.`,
} as const;

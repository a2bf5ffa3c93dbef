/**
 * Maximum number of restock notices per day for an e-mail without an account. The limit exists because any person can
 * type the address of another person.
 */
export const restockEmailsPerDay = 10;

/** Texts for guests, who need only an e-mail. */
export const restockByEmailTexts = {
  button: 'Avísame solo por correo',
  tooMany: `Con este correo ya se pidieron ${restockEmailsPerDay} avisos hoy. Intenta de nuevo mañana.`,
} as const;

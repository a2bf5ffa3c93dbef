/**
 * Messages of accounts about an e-mail address (PROF-13). These messages are in a separate file, so that the checkout
 * does not load them.
 */
export const profileEmail = { required: 'Correo es requerido', invalid: 'Correo inválido' } as const;

/** Messages of accounts about a phone number (PROF-14, DIF-05). */
export const profilePhone = {
  required: 'Un número de teléfono es necesario para la verificación.',
  invalid: 'El número de teléfono debe contener exactamente 8 dígitos.',
} as const;

/** Texts for guests (DEC-34, INFO-12). These texts are in a separate file, because only the checkout has guests. */
export const guestTexts = {
  login: 'Ya tienes cuenta? Inicia sesión aquí',
  divider: 'O continúa sin ingresar a tu cuenta',
  registered: 'Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.',
} as const;

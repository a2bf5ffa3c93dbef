/** Texts for guests (DEC-34, INFO-12). They have their own file, because only the checkout has guests. */
export const guestTexts = {
  login: 'Ya tienes cuenta? Inicia sesión aquí',
  divider: 'O continúa sin ingresar a tu cuenta',
  registered: 'Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.',
} as const;

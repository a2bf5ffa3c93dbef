/** DEC-34, INFO-12. A file of its own: no page but the checkout has guests. */
export const guestTexts = {
  login: 'Ya tienes cuenta? Inicia sesión aquí',
  divider: 'O continúa sin ingresar a tu cuenta',
  registered: 'Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.',
} as const;

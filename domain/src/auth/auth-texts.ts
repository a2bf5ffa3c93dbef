/** DEC-151, DEC-154, AUTH-05. */
export const authTexts = {
  wrongCredentials: 'Correo o contraseña incorrectos.',
  emailTaken: 'Este correo ya está registrado.',
  accountCreated: 'Tu cuenta ha sido creada. Te enviamos un correo para confirmarla.',
  loyaltyFailed: 'Hemos encontrado un problema al crear tu cuenta de Puntos MAX.',
} as const;

/** APP-19, DEC-41. */
export const supportPhone = '4232-000';

/** DEC-41; the e-mail is a setting. */
export const loyaltyContactText = (email: string): string => `Comunícate al ${supportPhone} o escríbenos a ${email}.`;

/** DEC-41. */
export const defaultLoyaltyEmail = 'puntos@tienda.example';

/** DEC-34, INFO-12. */
export const guestTexts = {
  login: 'Ya tienes cuenta? Inicia sesión aquí',
  divider: 'O continúa sin ingresar a tu cuenta',
  registered: 'Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.',
} as const;

import type { ShopPolicy } from '../policies/shop-policy.ts';

/** Title of the warning with the id `expired-session`. The page then changes to `/cart` (AUTH-10). */
export const expiredSessionText = 'Sesión expirada';

/** Returns the text below that title. It mentions the cart only if the cart is not empty (AUTH-11). */
export const expiredSessionMessage = (hasCart: boolean): string =>
  `Inicia sesión de nuevo.${hasCart ? ' Tu carrito sigue aquí.' : ''}`;

/**
 * Returns the label of the link to the login. After the login, the shopper returns to the page on which the session
 * ended. `page`: the title of that page.
 */
export const signInAndReturnText = (page: string): string => `Ingresar y volver a ${page}`;

/** The alert after a sign-in (INFO-15, AUTH-03). */
export const welcomeText = (name: string): string => `¡Bienvenido ${name}!`;

/** Messages of sign-in and account (DEC-151, DEC-154, AUTH-05). */
export const authTexts = {
  wrongCredentials: 'Correo o contraseña incorrectos.',
  wrongPassword: 'Tu contraseña actual no es correcta.',
  emailTaken: 'Este correo ya está registrado.',
  accountCreated: 'Tu cuenta ha sido creada. Te enviamos un correo para confirmarla.',
  locked: 'Demasiados intentos. Espera 15 minutos o restablece tu contraseña con tu correo.',
  linkNotFound: 'Este enlace ya no es válido. Pide uno nuevo.',
  loyaltyFailed: 'Hemos encontrado un problema al crear tu cuenta de Puntos MAX.',
} as const;

/** The contact for problems with points (DEC-41). */
export const loyaltyContactText = (policy: Pick<ShopPolicy, 'supportPhone' | 'loyaltyEmail'>): string =>
  `Comunícate al ${policy.supportPhone} o escríbenos a ${policy.loyaltyEmail}.`;

import type { ShopPolicy } from '../policies/shop-policy.ts';

/** CONST-06, in milliseconds; besides focus, route change and storage event (AUTH-09). */
export const sessionCheckMs = 10_000;

/** DEC-04: life of a session. */
export const sessionLifeMs = 24 * 3_600_000;

/** Past from its very moment on (AUTH-10). A session without a known expiry is not expired: the server decides. */
export function isSessionExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/** AUTH-10: Warning with id `expired-session`; then `/cart`. */
export const expiredSessionText = 'Sesión expirada';

/** INFO-15, AUTH-03. */
export const welcomeText = (name: string): string => `¡Bienvenido ${name}!`;

/** DEC-152, in milliseconds. */
export const confirmationTokenMs = 24 * 3_600_000;
export const resetTokenMs = 3_600_000;

/** Where to go after signing in: a path of our own site, never another host (DEC-13). */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || hasControl.test(wanted)) return '/';
  return wanted;
}

// Browsers drop tabs and line breaks inside a URL, so "/\t/host" would become "//host".
const hasControl = /\p{Cc}|\\/u;

/** DEC-151, DEC-154, AUTH-05. */
export const authTexts = {
  wrongCredentials: 'Correo o contraseña incorrectos.',
  emailTaken: 'Este correo ya está registrado.',
  accountCreated: 'Tu cuenta ha sido creada. Te enviamos un correo para confirmarla.',
  locked: 'Demasiados intentos. Espera 15 minutos o restablece tu contraseña con tu correo.',
  linkNotFound: 'Este enlace ya no es válido. Pide uno nuevo.',
  loyaltyFailed: 'Hemos encontrado un problema al crear tu cuenta de Puntos MAX.',
} as const;

/** DEC-41. */
export const loyaltyContactText = (policy: Pick<ShopPolicy, 'supportPhone' | 'loyaltyEmail'>): string =>
  `Comunícate al ${policy.supportPhone} o escríbenos a ${policy.loyaltyEmail}.`;

/** DEC-34, INFO-12. */
export const guestTexts = {
  login: 'Ya tienes cuenta? Inicia sesión aquí',
  divider: 'O continúa sin ingresar a tu cuenta',
  registered: 'Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.',
} as const;

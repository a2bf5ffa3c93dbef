import { describe, expect, test } from 'vitest';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import {
  authTexts,
  confirmationTokenMs,
  expiredSessionText,
  guestTexts,
  isSessionExpired,
  loyaltyContactText,
  resetTokenMs,
  safeRedirect,
  sessionCheckMs,
  sessionLifeMs,
  welcomeText,
} from './session.ts';

describe('session', () => {
  const end = new Date('2026-11-21T12:00:00Z');

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])('[AUTH-10] %d ms after its end expired: %s', (late, expected) => {
    expect(isSessionExpired(end, new Date(end.getTime() + late))).toBe(expected);
  });

  test('[AUTH-10] a session of unknown end is left to the server', () => {
    expect(isSessionExpired(null, end)).toBe(false);
  });

  test('[AUTH-09] [AUTH-10] [DEC-04] [DEC-152] constants and texts', () => {
    expect([sessionCheckMs, sessionLifeMs]).toEqual([10_000, 86_400_000]);
    expect([confirmationTokenMs, resetTokenMs]).toEqual([86_400_000, 3_600_000]);
    expect(expiredSessionText).toBe('Sesión expirada');
    expect(welcomeText('Ana')).toBe('¡Bienvenido Ana!');
  });

  test.each([
    [null, '/'],
    ['', '/'],
    ['/', '/'],
    ['/dashboard/orders?x=1', '/dashboard/orders?x=1'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/a\\b', '/'],
    ['/\t/evil.example', '/'],
    ['/a\nb', '/'],
    ['https://evil.example', '/'],
    ['dashboard', '/'],
    ['x/y', '/'],
  ])('[DEC-13] %j leads to %s', (wanted, expected) => {
    expect(safeRedirect(wanted)).toBe(expected);
  });
});

test('[AUTH-05] [INFO-12] [DEC-34] [DEC-41] [DEC-151] [DEC-154] verbatim', () => {
  expect(authTexts).toEqual({
    wrongCredentials: 'Correo o contraseña incorrectos.',
    emailTaken: 'Este correo ya está registrado.',
    accountCreated: 'Tu cuenta ha sido creada. Te enviamos un correo para confirmarla.',
    locked: 'Demasiados intentos. Espera 15 minutos o restablece tu contraseña con tu correo.',
    linkNotFound: 'Este enlace ya no es válido. Pide uno nuevo.',
    loyaltyFailed: 'Hemos encontrado un problema al crear tu cuenta de Puntos MAX.',
  });
  expect(loyaltyContactText(defaultShopPolicy)).toBe('Comunícate al 4232-000 o escríbenos a puntos@tienda.example.');
  expect(guestTexts).toEqual({
    login: 'Ya tienes cuenta? Inicia sesión aquí',
    divider: 'O continúa sin ingresar a tu cuenta',
    registered: 'Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.',
  });
});

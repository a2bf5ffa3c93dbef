import { expect, test } from 'vitest';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { authTexts, expiredSessionText, loyaltyContactText, welcomeText } from './auth-texts.ts';
import { guestTexts } from './guest-texts.ts';

test('[AUTH-05] [AUTH-10] [INFO-12] [DEC-34] [DEC-41] [DEC-151] [DEC-154] the texts are as documented', () => {
  expect(authTexts).toEqual({
    wrongCredentials: 'Correo o contraseña incorrectos.',
    wrongPassword: 'Tu contraseña actual no es correcta.',
    emailTaken: 'Este correo ya está registrado.',
    accountCreated: 'Tu cuenta ha sido creada. Te enviamos un correo para confirmarla.',
    locked: 'Demasiados intentos. Espera 15 minutos o restablece tu contraseña con tu correo.',
    linkNotFound: 'Este enlace ya no es válido. Pide uno nuevo.',
    loyaltyFailed: 'Hemos encontrado un problema al crear tu cuenta de Puntos MAX.',
  });
  expect(expiredSessionText).toBe('Sesión expirada');
  expect(welcomeText('Ana')).toBe('¡Bienvenido Ana!');
  expect(loyaltyContactText(defaultShopPolicy)).toBe('Comunícate al 4232-000 o escríbenos a puntos@tienda.example.');
  expect(guestTexts).toEqual({
    login: 'Ya tienes cuenta? Inicia sesión aquí',
    divider: 'O continúa sin ingresar a tu cuenta',
    registered: 'Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.',
  });
});

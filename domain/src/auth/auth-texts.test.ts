import { expect, test } from 'vitest';
import { authTexts, defaultLoyaltyEmail, guestTexts, loyaltyContactText } from './auth-texts.ts';

test('[AUTH-05] [INFO-12] [DEC-34] [DEC-41] [DEC-151] [DEC-154] verbatim', () => {
  expect(authTexts).toEqual({
    wrongCredentials: 'Correo o contraseña incorrectos.',
    emailTaken: 'Este correo ya está registrado.',
    accountCreated: 'Tu cuenta ha sido creada. Te enviamos un correo para confirmarla.',
    loyaltyFailed: 'Hemos encontrado un problema al crear tu cuenta de Puntos MAX.',
  });
  expect(loyaltyContactText(defaultLoyaltyEmail)).toBe('Comunícate al 4232-000 o escríbenos a puntos@tienda.example.');
  expect(guestTexts).toEqual({
    login: 'Ya tienes cuenta? Inicia sesión aquí',
    divider: 'O continúa sin ingresar a tu cuenta',
    registered: 'Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.',
  });
});

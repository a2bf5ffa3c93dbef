import { describe, expect, test } from 'vitest';
import { isAcceptablePassword, isLockedOut, passwordMessage } from './password.ts';
import {
  clearedAtExpiry,
  confirmationTokenMs,
  expiredSessionText,
  isSessionExpired,
  resetTokenMs,
  safeRedirect,
  sessionCheckMs,
  sessionLifeMs,
  welcomeText,
} from './session-expiry.ts';

describe('password', () => {
  test.each([
    ['abcdefg1', true],
    ['abcdef1', false],
    ['abcdefgh', false],
    ['12345678', false],
    ['ñññññññ1', true],
    [`a1${'x'.repeat(126)}`, true],
    [`a1${'x'.repeat(127)}`, false],
    ['😀😀😀a1', false],
  ])('[DEC-151] %j: %s', (password, expected) => {
    expect(isAcceptablePassword(password)).toBe(expected);
  });

  test('[DEC-151] text', () => {
    expect(passwordMessage).toBe('La contraseña debe tener al menos 8 caracteres, una letra y un número.');
  });
});

describe('lockout', () => {
  const start = Date.UTC(2026, 10, 21, 12);
  const minutes = (...marks: number[]) => marks.map((mark) => new Date(start + mark * 60_000));
  const at = (mark: number) => new Date(start + mark * 60_000);

  test.each<[string, number[], number, boolean]>([
    ['four failures', [0, 1, 2, 3], 4, false],
    ['five failures', [0, 1, 2, 3, 4], 4, true],
    ['five failures, any order', [4, 2, 0, 3, 1], 4, true],
    ['until 15 minutes after the fifth', [0, 1, 2, 3, 4], 18.99, true],
    ['no longer then', [0, 1, 2, 3, 4], 19, false],
    ['five within just under 15 minutes', [0, 1, 2, 3, 14.99], 15, true],
    ['five over 15 minutes', [0, 1, 2, 3, 15], 15, false],
    ['five over 15 minutes, any order', [15, 0, 1, 2, 3], 15, false],
    ['an old failure beside five', [-60, 0, 1, 2, 3, 4], 5, true],
    ['a later failure beside five', [0, 1, 2, 3, 4, 17], 18, true],
    ['failures of the future', [10, 11, 12, 13, 14], 0, false],
    ['none', [], 0, false],
  ])('[DEC-10] [DEC-170] %s', (_, failures, now, expected) => {
    expect(isLockedOut(minutes(...failures), at(now))).toBe(expected);
  });

  test('[DEC-10] numbers are settings', () => {
    expect(isLockedOut(minutes(0, 1), at(1), { failures: 2, windowMs: 120_000 })).toBe(true);
  });
});

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
    expect(clearedAtExpiry).toEqual(['advisor', 'session', 'customer', 'cartData', 'checkout', 'paymentForm']);
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

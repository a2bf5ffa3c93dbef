import { describe, expect, test } from 'vitest';
import { isAcceptablePassword, isLockedOut, passwordMessage } from './password.ts';

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

  test('the message names all conditions of a password', () => {
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
    ['from 15 minutes after the fifth', [0, 1, 2, 3, 4], 19, false],
    ['five within just under 15 minutes', [0, 1, 2, 3, 14.99], 15, true],
    ['five over 15 minutes', [0, 1, 2, 3, 15], 15, false],
    ['five over 15 minutes, any order', [15, 0, 1, 2, 3], 15, false],
    ['five failures after an old failure', [-60, 0, 1, 2, 3, 4], 5, true],
    ['five failures before a later failure', [0, 1, 2, 3, 4, 17], 18, true],
    ['failures in the future', [10, 11, 12, 13, 14], 0, false],
    ['none', [], 0, false],
  ])('[DEC-10] [DEC-170] whether a sign-in is locked: %s', (_, failures, now, expected) => {
    expect(isLockedOut(minutes(...failures), at(now))).toBe(expected);
  });

  test('[DEC-10] the number of failures and their window can be configured', () => {
    expect(isLockedOut(minutes(0, 1), at(1), { failures: 2, windowMs: 120_000 })).toBe(true);
  });
});

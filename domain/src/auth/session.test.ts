import { describe, expect, test } from 'vitest';
import {
  confirmationTokenMs,
  isSessionExpired,
  resetTokenMs,
  safeRedirect,
  sessionCheckMs,
  sessionLifeMs,
} from './session.ts';

describe('session', () => {
  const end = new Date('2026-11-21T12:00:00Z');

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])('[AUTH-10] a session %d ms after its end is expired: %s', (late, expected) => {
    expect(isSessionExpired(end, new Date(end.getTime() + late))).toBe(expected);
  });

  test('[AUTH-10] the server decides about a session without a known expiry', () => {
    expect(isSessionExpired(null, end)).toBe(false);
  });

  test('sessions and mailed links have the documented lifetimes', () => {
    expect([sessionCheckMs, sessionLifeMs]).toEqual([10_000, 86_400_000]);
    expect([confirmationTokenMs, resetTokenMs]).toEqual([86_400_000, 3_600_000]);
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
  ])('[DEC-13] the requested address %j redirects to %s', (wanted, expected) => {
    expect(safeRedirect(wanted)).toBe(expected);
  });
});

import { expect, test } from 'vitest';
import { consentDays, consentVersion, giveConsent, isConsentInForce } from './consent.ts';

const given = new Date('2026-03-01T10:00:00Z');
const later = (days: number, milliseconds = 0) => new Date(given.getTime() + days * 86_400_000 + milliseconds);

test.each([
  ['at once', given, true],
  ['on its last day', later(consentDays), true],
  ['a moment after its last day', later(consentDays, 1), false],
  ['by a clock that was set back', later(0, -1), false],
])('a consent is valid %s: %s', (_, now, counts) => {
  expect(isConsentInForce(giveConsent('denied', given), now)).toBe(counts);
});

test('a consent to another version, or without a date, is not valid', () => {
  const consent = giveConsent('granted', given);
  expect(isConsentInForce({ ...consent, version: consentVersion + 1 }, given)).toBe(false);
  expect(isConsentInForce({ ...consent, version: consentVersion - 1 }, given)).toBe(false);
  expect(isConsentInForce({ ...consent, at: 'yesterday' }, given)).toBe(false);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countdown, countdownParts, countdownText, countdownTexts } from './countdown.ts';

const end = new Date('2026-11-24T12:00:00Z').getTime();
test.each([
  [-1, '¡Oferta finalizada!'],
  [0, '¡Oferta finalizada!'],
  [0.001, '00:00:01'],
  [1, '00:00:01'],
  [59, '00:00:59'],
  [60, '00:01:00'],
  [3_599, '00:59:59'],
  [3_600, '01:00:00'],
  [86_399, '23:59:59'],
  [86_400, '24:00:00'],
  [86_401, '1 d 00:00:01'],
  [2 * 86_400 + 5 * 3_600 + 4 * 60 + 3, '2 d 05:04:03'],
])('[CAT-14] %d s left: %s', (seconds, expected) => {
  const left = countdown(new Date(end), new Date(end - seconds * 1_000));
  expect(countdownText(left)).toBe(expected);
  if (seconds > 0) expect(countdownParts(left)).toEqual(expected.split(/:|(?<=d) /));
  expect(left.isFinished).toBe(seconds <= 0);
});

test('[CAT-14] the parts sum to the time that is left', () => {
  expect(countdownTexts.label).toBe('Termina en');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (seconds) => {
      const left = countdown(new Date(end), new Date(end - seconds * 1_000));
      expect(((left.days * 24 + left.hours) * 60 + left.minutes) * 60 + left.seconds).toBe(seconds);
    }),
  );
});

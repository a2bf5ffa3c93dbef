import { expect, test } from 'vitest';
import { typedMoment, typedUntil } from './typed-words.ts';

test.each([
  ['2026-12-24', '2026-12-24T06:00:00.000Z'],
  ['2026-12-24 08:00', '2026-12-24T14:00:00.000Z'],
  ['2026-12-24 23:59:59', '2026-12-25T05:59:59.000Z'],
  ['2026-12-24T08:00:00-06:00', '2026-12-24T14:00:00.000Z'],
  ['2026-12-24T14:00:00Z', '2026-12-24T14:00:00.000Z'],
])('%s is parsed as %s', (text, moment) => {
  expect(typedMoment.parse(text).toISOString()).toBe(moment);
});

test.each([
  ['2026-12-24', '2026-12-25T05:59:59.999Z'],
  ['2026-12-31', '2027-01-01T05:59:59.999Z'],
  ['2026-12-24 00:00', '2026-12-24T06:00:00.000Z'],
  ['2026-12-24 23:59:59', '2026-12-25T05:59:59.000Z'],
  ['2026-12-24T14:00:00Z', '2026-12-24T14:00:00.000Z'],
])('the end %s is parsed as %s: a day without a time ends with the day in Guatemala', (text, moment) => {
  expect(typedUntil.parse(text).toISOString()).toBe(moment);
});

test.each(['2026-02-30', '2026-12-24 24:00', '2026-12-24 8:00', '2026-12-24T08:00', 'ayer'])(
  '%s is not a valid moment',
  (text) => {
    expect(typedMoment.safeParse(text).success).toBe(false);
    expect(typedUntil.safeParse(text).success).toBe(false);
  },
);

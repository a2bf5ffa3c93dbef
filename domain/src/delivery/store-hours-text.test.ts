import { expect, test } from 'vitest';
import { readExceptions, readHours, writeExceptions, writeHours } from './store-hours-text.ts';

test('[PROD-28] weekly hours that are read and written again stay the same', () => {
  const text = 'lun,mar,mie,jue,vie 09:00-13:00|lun,mar 14:00-24:00|feriado 10:00-12:00';
  const read = readHours(text);
  expect(read.ok && writeHours(read.value)).toBe(text);
  expect(readHours('')).toEqual({ ok: true, value: [] });
});

test.each([
  'lun 9:00-18:00',
  'lun 18:00-09:00',
  'lun 09:00-09:00',
  'luna 09:00-18:00',
  '09:00-18:00',
  'lun 24:00-24:00',
])('[PROD-28] refuses weekly hours: %s', (text) => {
  expect(readHours(text)).toMatchObject({ ok: false, error: { text: expect.stringContaining(`«${text}»`) } });
});

test('[PROD-28] dated exceptions that are read and written again stay the same, by date', () => {
  const read = readExceptions('2026-12-25 cerrado Navidad | 2026-12-24 09:00-14:00 Nochebuena en familia');
  expect(read).toEqual({
    ok: true,
    value: [
      { date: '2026-12-24', opens: '09:00', closes: '14:00', reason: 'Nochebuena en familia' },
      { date: '2026-12-25', opens: null, closes: null, reason: 'Navidad' },
    ],
  });
  expect(read.ok && writeExceptions(read.value)).toBe(
    '2026-12-24 09:00-14:00 Nochebuena en familia|2026-12-25 cerrado Navidad',
  );
});

test.each([
  '2026-12-24 09:00-14:00',
  '2026-02-30 cerrado Inventario',
  '2026-12-24 14:00-09:00 Nochebuena',
  '2026-12-24 cerrado',
  '2026-12-24 cerrado Navidad|2026-12-24 cerrado Otra vez',
  `2026-12-24 cerrado ${'x'.repeat(61)}`,
  Array.from({ length: 101 }, (_, at) => `${2030 + at}-01-02 cerrado Inventario`).join('|'),
])('[PROD-28] refuses dated exceptions: %s', (text) => {
  expect(readExceptions(text).ok).toBe(false);
});

test('[PROD-28] accepts a reason of 60 characters and 100 days', () => {
  expect(readExceptions(`2026-12-24 cerrado ${'x'.repeat(60)}`).ok).toBe(true);
  const days = Array.from({ length: 100 }, (_, at) => `${2030 + at}-01-02 cerrado Inventario`);
  expect(readExceptions(days.join('|')).ok).toBe(true);
});

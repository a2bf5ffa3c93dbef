import { expect, test } from 'vitest';
import { isPersonName } from './person-name.ts';

test.each([
  'Ana',
  'María José',
  'Ñusta',
  'O’Higgins',
  "D'Angelo",
  'Ajú-López',
  'María del C. Pérez',
  'J. R.',
  'Jr.',
  ' Ana ',
])('"%s" is a name', (text) => expect(isPersonName(text)).toBe(true));

test.each([
  '',
  ' ',
  '-',
  'evil.test',
  'Gana Q500 en evil.test',
  'https://evil.test',
  'Ana1',
  'Ana <b>',
  'Ana@correo',
  'Ana\nAjú',
  'a..b',
])('"%s" is none', (text) => expect(isPersonName(text)).toBe(false));

test('a long text is judged at once', () => {
  expect(isPersonName(`${'a. '.repeat(30_000)}1`)).toBe(false);
});

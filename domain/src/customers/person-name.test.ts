import { expect, test } from 'vitest';
import { nameMessage, personMessage, personNameMessage } from './person-name.ts';
import { notPlainMessage } from './plain-text.ts';

test.each([
  'Ana',
  'María José',
  'Ñusta',
  'O’Higgins',
  "D'Angelo",
  'D´León',
  'O`Connor',
  'Ajú-López',
  'María del C. Pérez',
  'J. R.',
  'Jr.',
  'Ma. José',
  "D'Ángelo S.A.",
  'J.R. Xol',
  ' Ana ',
  'Ma.José',
  'Ana\u00a0María',
  'Ana\u200b',
  'Ana\nAjú',
])('"%s" is a name', (text) => expect(personMessage(text)).toBeNull());

test.each(['', ' ', '-', 'Ana1', 'Ana <b>', 'a..b', '¿Ana?'])('"%s" is not a name', (text) =>
  expect(personMessage(text)).toBe(personNameMessage),
);

test.each(['evil.test', 'Gana Q500 en evil.test', 'https://evil.test', 'Ana@correo.gt', 'www.Ana'])(
  '"%s" is refused because it could become a link',
  (text) => expect(personMessage(text)).toBe(notPlainMessage),
);

test('a name with only invisible characters is empty', () => {
  expect(nameMessage('\u200b\u00a0', 'Falta.')).toBe('Falta.');
});

test('an empty name gets the message that it is required', () => {
  expect(nameMessage(' ', 'Falta.')).toBe('Falta.');
  expect(nameMessage('Ana', 'Falta.')).toBeNull();
});

test('a long name is checked quickly', () => {
  expect(personMessage(`${'a. '.repeat(30_000)}1`)).toBe(personNameMessage);
});
